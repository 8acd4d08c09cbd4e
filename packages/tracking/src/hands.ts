/** One hand signal from any device (`@leib/tracking/hands`). */

// Headsets and cameras: joints and points of a hand
export { createDeviceHandSource } from './hands/deviceHandSource.js';
export {
  cancelHandCapture,
  createHandCalibration,
  startHandCapture,
  stepHandCalibration,
} from './hands/handCalibration.js';
export { HAND_POINT_COUNT, readHandPoints, readHandRotation } from './hands/handPoints.js';
// Recorded hands
export {
  appendHand,
  createRecordedHandSource,
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
export { createHandTrack, judgeHand } from './hands/judgeHand.js';
// Gloves
export { openLucidGlove } from './hands/lucid/lucidSource.js';
// Faders, pads, mouse and keys
export { createGamepadHandSource } from './hands/manual/gamepadHand.js';
export {
  defaultMidiMap,
  midiTargets,
  openMidiHand,
} from './hands/manual/midiHand.js';
export { MouseHand, mouseHandKeys } from './hands/manual/mouseHand.js';
// A performer's own hand: rest and fist, everything measured from it
export { type RestHand, relateToRest } from './hands/restHand.js';
