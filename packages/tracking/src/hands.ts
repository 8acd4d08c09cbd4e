/** One hand signal from any device (`@leib/tracking/hands`). */

// Headsets and cameras: joints and points of a hand
export {
  createDeviceHandSource,
  type DeviceHandOptions,
  readControllerFingers,
  readXrHand,
} from './hands/deviceHandSource.js';
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
export { HAND_POINT_COUNT, readHandPoints, readHandRotation } from './hands/handPoints.js';
// Recorded hands
export {
  appendHand,
  type HandRecording,
  handGapSeconds,
  handOfTrack,
  handRecordingDuration,
  handTrackSpec,
  MAX_HAND_FRAMES,
  sampleHandRecording,
  trackOfHand,
} from './hands/handRecording.js';
// The signal
export {
  copyHandSignal,
  createHandSignal,
  FINGER_COUNT,
  type HandSignal,
  type HandSource,
} from './hands/handSignal.js';
export { createHandTrack, type HandTrack, judgeHand } from './hands/judgeHand.js';
export {
  createLatencyMeter,
  type LatencyFigures,
  type LatencyMeter,
  meterLatency,
  readLatency,
} from './hands/latencyMeter.js';
export { openLucidGlove, type SerialLike, type SerialPortLike } from './hands/lucid/lucidSource.js';
export { createGamepadHandSource, type GamepadLike } from './hands/manual/gamepadHand.js';
// Faders, pads, mouse and keys
export {
  defaultMidiMap,
  type MidiControl,
  type MidiMap,
  type MidiTarget,
  midiTargets,
} from './hands/manual/midiHand.js';
export {
  type MidiAccessLike,
  type MidiHandSource,
  type MidiInputLike,
  openMidiHand,
} from './hands/manual/midiSource.js';
export { mouseHandKeys } from './hands/manual/mouseHand.js';
export { createMouseHandSource, type MouseHandOptions } from './hands/manual/mouseSource.js';
export { createRecordedHandSource, type RecordedHandSource } from './hands/recordedHandSource.js';
// A performer's own hand: rest and fist, everything measured from it
export { type FingerValues, fingers, type RestHand, relateToRest } from './hands/restHand.js';
