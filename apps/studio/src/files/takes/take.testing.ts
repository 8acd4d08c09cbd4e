import type { KeptTake } from './take.js';

/** Tests only: a take of a second. */
export const secondTake: KeptTake = {
  id: 'a',
  file: 'a',
  kind: 'person',
  name: 'Take 1',
  room: 'Mirror',
  avatar: 'Leib',
  headHeight: 1.5,
  recordedAtMs: 0,
  seconds: 1,
  range: [0, 1],
  byteCount: 1,
};
