import { composePoses } from './poseSlice.js';
import { POSE_SIZE, type TrackedFrame } from './trackedFrame.js';
import type { TrackerOffsets } from './trackerOffsets.js';

/** Joints -> the tracked things that sit on them: tracker = joint * offset, in place. Undoes applyTrackerOffsets(). */
export function addTrackerOffsets(frame: TrackedFrame, offsets: TrackerOffsets): void {
  const { poses } = frame;
  for (let at = 0; at < poses.length; at += POSE_SIZE) composePoses(poses, at, poses, at, offsets, at);
}
