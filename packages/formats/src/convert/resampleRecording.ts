import {
  createDeviceFrame,
  POSE_SIZE,
  recordingDuration,
  sampleRecording,
  type TrackingRecording,
} from '@leib/tracking';
import { countFrames } from '../limits/fileLimits.js';
import { createJointsFrame, type JointsRecording, sampleJoints } from '../recording/jointsRecording.js';
import { appendFrame, createRecordingBuilder, type ExtraPose, finishRecording } from '../recording/recordingBuilder.js';

/** The same joints at another rate, over the same time. */
export function resampleJoints(recording: JointsRecording, hz: number): JointsRecording {
  const { times } = recording;
  const joints = createJointsFrame();
  const frameCount = countFrames({
    seconds: times[times.length - 1] - times[0],
    hz,
    sourceNumbers: recording.positions.length + recording.rotations.length,
    numbersPerFrame: joints.positions.length + joints.rotations.length,
  });
  const resampled: JointsRecording = {
    hz,
    frameCount,
    times: new Float64Array(frameCount),
    positions: new Float64Array(frameCount * joints.positions.length),
    rotations: new Float64Array(frameCount * joints.rotations.length),
  };
  for (let frame = 0; frame < frameCount; frame++) {
    sampleJoints(recording, times[0] + frame / hz, joints);
    resampled.times[frame] = joints.timeSeconds;
    resampled.positions.set(joints.positions, frame * joints.positions.length);
    resampled.rotations.set(joints.rotations, frame * joints.rotations.length);
  }
  return resampled;
}

/** The same tracking at another rate, over the same time. */
export function resampleTracking(recording: TrackingRecording, hz: number): TrackingRecording {
  const frameCount = countFrames({
    seconds: recordingDuration(recording),
    hz,
    sourceNumbers: recordedNumbers(recording),
    numbersPerFrame: recordedNumbers(recording) / recording.frameCount,
  });
  const builder = createRecordingBuilder({ ...recording.header, hz });
  const tracked = createDeviceFrame();
  let before = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    sampleRecording(recording, frame / hz, tracked);
    while (before + 1 < recording.frameCount && recording.times[before + 1] <= tracked.timeSeconds) before++;
    appendFrame(builder, tracked, extrasAt(recording, before));
  }
  return finishRecording(builder);
}

/** Trackers on no known point keep their last pose: how they move between samples is unknown. */
function extrasAt({ extras }: TrackingRecording, frame: number): ReadonlyMap<string, ExtraPose> {
  return new Map(
    Array.from(extras, ([name, { poses, quality }]) => [
      name,
      { pose: poses.subarray(frame * POSE_SIZE, (frame + 1) * POSE_SIZE), quality: quality[frame] },
    ]),
  );
}

/** Numbers of all frames of a recording. */
function recordedNumbers({ poses, leftHandJoints, rightHandJoints, extras }: TrackingRecording): number {
  const tracks = [leftHandJoints, rightHandJoints, ...extras.values()];
  return tracks.reduce((sum, track) => sum + (track?.poses.length ?? 0), poses.length);
}
