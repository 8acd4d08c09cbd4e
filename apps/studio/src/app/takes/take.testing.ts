import type { BodyTake } from './take.js';

/** Tests only: a take of a second. */
export const secondTake: BodyTake = {
  id: 'a',
  name: 'Take 1',
  room: 'Mirror',
  avatar: 'Leib',
  headHeight: 1.5,
  recordedAtMs: 0,
  seconds: 1,
  range: [0, 1],
  byteCount: 1,
};
