/** One hand signal from any device (`@leib/tracking/hands`). */

export {
  cancelHandCapture,
  createHandCalibration,
  defaultHandCalibrationParams,
  type HandCalibration,
  type HandCalibrationParams,
  type HandPosture,
  startHandCapture,
  stepHandCalibration,
} from './hands/handCalibration.js';
// What a hand is used for besides puppets, and how quick it is
export {
  createHandPointer,
  defaultHandPointerParams,
  type HandPointer,
  type HandPointerParams,
  stepHandPointer,
} from './hands/handPointer.js';
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
export {
  createLatencyMeter,
  type LatencyFigures,
  type LatencyMeter,
  meterLatency,
  readLatency,
} from './hands/latencyMeter.js';
export { createRecordedHandSource, type RecordedHandSource } from './hands/recordedHandSource.js';
// A performer's own hand: rest and fist, everything measured from it
export { type FingerValues, fingers, type RestHand, relateToRest } from './hands/restHand.js';
