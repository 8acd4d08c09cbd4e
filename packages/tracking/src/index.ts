// What is tracked

// Where it comes from
export { createTimeline, seekTimeline, stepTimeline, type Timeline } from './timeline.js';
export {
  copyTrackedFrame,
  createTrackedFrame,
  HAND_JOINT_COUNT,
  isTracked,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedFrame,
  type TrackedHand,
  type TrackedPoint,
  type TrackingQuality,
  trackedPoints,
} from './trackedFrame.js';
export type { TrackedSource } from './trackedSource.js';
export { applyTrackerOffsets, createTrackerOffsets, type PoseTuple, type TrackerOffsets } from './trackerOffsets.js';
