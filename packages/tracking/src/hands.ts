/** One hand signal from any device (`@leib/tracking/hands`). */

export {
  createHandRecorder,
  finishHandRecording,
  type HandRecorder,
  MAX_HAND_FRAMES,
  recordHand,
} from './hands/handRecorder.js';

// Recorded hands
export {
  type HandRecording,
  handGapSeconds,
  handRecordingDuration,
  sampleHandRecording,
} from './hands/handRecording.js';
// The signal
export {
  copyHandSignal,
  createHandSignal,
  FINGER_COUNT,
  type HandSignal,
  type HandSource,
} from './hands/handSignal.js';
export { createRecordedHandSource, type RecordedHandSource } from './hands/recordedHandSource.js';
