import { frameSeconds } from '@leib/core';

/** What is known of how long frames take. One per person. */
export interface TimeTrack {
  /** What a frame usually takes, seconds: frames whose time is wrong take as long. */
  usualSeconds: number;
  /** How many frames in a row have had another time. */
  otherCount: number;
  /** Place of the head in the last frame, and how far it went in it, metres; and whether there was one. */
  readonly lastHead: Float64Array;
  lastWay: number;
  hasLast: boolean;
}

export function createTimeTrack(): TimeTrack {
  return { usualSeconds: 0, otherCount: 0, lastHead: new Float64Array(3), lastWay: 0, hasLast: false };
}

/** Times beyond these parts of what is usual are doubted... */
const SHORT = 1 / 6;
const LONG = 6;
/** ...but from these on only, seconds: displays have 30 to 144 Hz, and browsers stall. */
const SHORTEST = 0.002;
const LONGEST = 0.2;
/** So many in a row are what is usual from now on: a second. */
const MANY = 90;
/**
 * A head that went no farther than in the last frame, and this, went on for no longer, metres: no head of 76 clips changes its way
 * by more than 3.2 cm from frame to frame at 60 Hz. One that went less than this stood still.
 */
const MORE_WAY = 0.03;
const NO_WAY = 1e-4;

/**
 * Seconds of a frame, `head` at its place. A clock that goes back, stands still while the head moves, or says that much time has
 * passed in which the head went no farther than in any frame, has counted wrong: the frame took as long as others.
 */
export function judgeTime(state: TimeTrack, head: ArrayLike<number>, dtSeconds: number): number {
  const seconds = frameSeconds(dtSeconds);
  let waySq = 0;
  for (let k = 0; k < 3; k++) waySq += (head[k] - state.lastHead[k]) ** 2;
  const way = state.hasLast ? Math.sqrt(waySq) : 0;
  const isWrong = state.usualSeconds > 0 && isWrongTime(state, dtSeconds, seconds, way);
  for (let k = 0; k < 3; k++) state.lastHead[k] = head[k];
  state.lastWay = way;
  state.hasLast = true;
  const isUsual = seconds > SHORT * state.usualSeconds && seconds < LONG * state.usualSeconds;
  state.otherCount = isUsual || seconds === 0 ? 0 : state.otherCount + 1;
  if (seconds > 0 && (isUsual || state.usualSeconds === 0 || state.otherCount > MANY)) state.usualSeconds = seconds;
  return isWrong ? state.usualSeconds : seconds;
}

function isWrongTime({ usualSeconds, lastWay }: TimeTrack, dtSeconds: number, seconds: number, way: number): boolean {
  // None at all is a pause, in which nothing moves.
  if (dtSeconds === 0) return way > NO_WAY;
  if (seconds === 0) return true;
  if (seconds < SHORTEST && seconds < SHORT * usualSeconds) return way > NO_WAY;
  return seconds > LONGEST && seconds > LONG * usualSeconds && way < lastWay + MORE_WAY;
}
