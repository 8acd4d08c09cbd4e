import { createTimeline, stepTimeline, type Timeline } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import { loseEverything, POSE_SIZE, type TrackedPoint } from '../frame/trackedParts.js';
import { createTrackerOffsets, type PoseTuple, type TrackerOffsets } from '../frame/trackerOffsets.js';
import { recordingDuration, sampleRecording, type TrackingRecording } from './recording.js';
import type { TrackedSource } from './trackedSource.js';

class RecordingSource implements TrackedSource {
  readonly label: string;
  readonly offsets: TrackerOffsets;
  readonly timeline: Timeline;
  readonly #recording: TrackingRecording;

  constructor(recording: TrackingRecording, label: string) {
    this.label = label;
    this.#recording = recording;
    this.timeline = createTimeline(recordingDuration(recording));
    // Offsets of unknown points are left out: the frame has no poses for them.
    this.offsets = createTrackerOffsets(recording.header.offsets as Readonly<Partial<Record<TrackedPoint, PoseTuple>>>);
  }

  step(dtSeconds: number, out: DeviceFrame): void {
    const { frameCount, header, leftHandJoints, rightHandJoints } = this.#recording;
    stepTimeline(this.timeline, dtSeconds);
    if (frameCount === 0) {
      loseEverything(out);
      return;
    }
    sampleRecording(this.#recording, this.timeline.timeSeconds, out);
    out.timeSeconds = this.timeline.timeSeconds;
    lowerPoses(out.devicePoses, header.floorY);
    // Hands that were not recorded were not written just now either.
    if (leftHandJoints !== null) lowerPoses(out.leftHandJoints.poses, header.floorY);
    if (rightHandJoints !== null) lowerPoses(out.rightHandJoints.poses, header.floorY);
  }

  dispose(): void {}
}

/**
 * Plays a recording on a timeline, from its first frame. The recorder's floor is put at height zero, and
 * `timeSeconds` of a frame is the play head's, so that seeking to a moment and playing up to it give the same frame.
 */
export function createRecordingSource(recording: TrackingRecording, label: string): TrackedSource {
  return new RecordingSource(recording, label);
}

function lowerPoses(poses: Float64Array, floorY: number): void {
  if (floorY === 0) return;
  for (let y = 1; y < poses.length; y += POSE_SIZE) poses[y] -= floorY;
}
