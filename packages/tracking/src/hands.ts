/** One hand signal from any device (`@leib/tracking/hands`). */
export {
  copyHandSignal,
  createHandSignal,
  FINGER_COUNT,
  type HandSignal,
  type HandSource,
} from './hands/handSignal.js';
