import { defaultStature, scaleSkeleton } from '@leib/body';
import { boneNumber, InputError, type Motion, type Pose, type Skeleton } from '@leib/core';
import { createPerson } from '@leib/embody';
import { countFrames, skeletonFromRecorded } from '@leib/formats';
import {
  createDeviceFrame,
  createTrackerOffsets,
  type DeviceFrame,
  isTracked,
  pointNumber,
  recordingDuration,
  sampleRecording,
  type TrackingHeader,
  type TrackingRecording,
} from '@leib/tracking';
import { readPrior } from '../solvers.js';

/**
 * The whole body from what was tracked, worked out frame by frame as the studio does it live. The body is the actor's
 * where the recording carries it, else the default one at the actor's stature.
 */
interface TrackedBody {
  readonly skeleton: Skeleton;
  /** After `step`. */
  readonly pose: Pose;
  /** World position of the root after `step`. 3 numbers. */
  readonly rootPosition: Float64Array;
  step(devices: DeviceFrame): void;
}

/** @param hz rate of the frames that `step` gets */
export function createTrackedBody(header: TrackingHeader, hz: number): TrackedBody {
  const { floorY } = header;
  const skeleton = bodyOfHeader(header);
  const person = createPerson({ skeleton, offsets: createTrackerOffsets(header.offsets), prior: readPrior() });
  // The solver's floor is at height zero.
  person.place({ x: 0, y: -floorY, z: 0, yaw: 0 });
  const { pose } = person;
  const rootPosition = new Float64Array(3);
  return {
    skeleton,
    pose,
    rootPosition,
    step(devices) {
      person.follow(devices, 1 / hz);
      rootPosition.set(pose.rootPosition);
      rootPosition[1] += floorY;
    },
  };
}

/** The whole body of a recording: see createTrackedBody. */
export function motionFromTracking(recording: TrackingRecording, name = 'tracking'): Motion {
  const { hz } = recording.header;
  const body = createTrackedBody(recording.header, hz);
  const { skeleton } = body;
  const devices = createDeviceFrame();
  const numbersPerFrame = skeleton.jointCount * 4 + 3;
  const frames = { seconds: recordingDuration(recording), hz, sourceNumbers: recording.poses.length, numbersPerFrame };
  // Times are rounded: half a frame more or less is the same frame.
  const frameCount = countFrames(frames, 0.5);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  let hasHead = false;
  for (let index = 0; index < frameCount; index++) {
    sampleRecording(recording, index / hz, devices);
    hasHead ||= isTracked(devices, pointNumber.head);
    body.step(devices);
    rootPositions.set(body.rootPosition, index * 3);
    localRotations.set(body.pose.localRotations, index * skeleton.jointCount * 4);
  }
  if (!hasHead) throw withoutHead();
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}

export function withoutHead(): InputError {
  return new InputError('head', 'expected it tracked in at least one frame, got none; the body is placed by the head');
}

/** The body a recording is of: the actor's where its header carries it, else the default one at the actor's stature. */
export function bodyOfHeader({ skeleton: recorded, stature = defaultStature }: TrackingHeader): Skeleton {
  const own = recorded && skeletonFromRecorded(recorded);
  const isUsable = own && own.boneToJoint[boneNumber.hips] >= 0 && own.boneToJoint[boneNumber.head] >= 0;
  return isUsable ? own : scaleSkeleton(stature);
}
