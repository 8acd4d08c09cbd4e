import { InputError, type Motion } from '@leib/core';
import { countFrames } from '@leib/formats';
import {
  createDeviceFrame,
  isTracked,
  pointNumber,
  recordingDuration,
  sampleRecording,
  type TrackingRecording,
} from '@leib/tracking';
import { createTrackedBody } from './trackedBody.js';

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
