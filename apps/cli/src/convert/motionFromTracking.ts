import { InputError, type Motion } from '@leib/core';
import { buildBaseline, createBaselineState, stepBaseline } from '@leib/embody';
import { countFrames } from '@leib/formats';
import {
  createDeviceFrame,
  createJointReader,
  createTrackerOffsets,
  isTracked,
  pointNumber,
  readJoints,
  recordingDuration,
  sampleRecording,
  type TrackingRecording,
} from '@leib/tracking';
import { bodyOfHeader } from '../bodyOfHeader.js';

/**
 * The whole body from what was tracked, worked out frame by frame as the studio does it live. The body is the actor's
 * where the recording carries it, else the default one at the actor's stature.
 */
export function motionFromTracking(recording: TrackingRecording, name = 'tracking'): Motion {
  const { hz, floorY, offsets } = recording.header;
  const skeleton = bodyOfHeader(recording.header);
  const model = buildBaseline(skeleton);
  const state = createBaselineState(model);
  const trackerOffsets = createTrackerOffsets(offsets);
  const devices = createDeviceFrame();
  const reader = createJointReader(skeleton);
  // The solver's floor is at height zero.
  reader.placement.y = -floorY;
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
    stepBaseline(model, state, readJoints(reader, devices, trackerOffsets, 1 / hz), 1 / hz);
    rootPositions.set(state.pose.rootPosition, index * 3);
    rootPositions[index * 3 + 1] += floorY;
    localRotations.set(state.pose.localRotations, index * skeleton.jointCount * 4);
  }
  if (!hasHead)
    throw new InputError('head', 'expected it tracked in at least one frame, got none; the body is placed by the head');
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}
