import type { ActorId } from '@leib/stage';

/** Somebody whose microphone is on. */
export interface Speaker {
  readonly id: ActorId;
  readonly metres: number;
}

export const voiceReach = {
  /** In a mesh everybody sends to everybody who hears them: so many are heard at a time. */
  most: 12,
  /** From here on a voice fades, and there it is silent, metres. */
  fadeFrom: 14,
  silentAt: 20,
  /** Who is heard stays so a little farther than who is not, metres; and somebody else has to be nearer by this share. */
  leavesAt: 23,
  keepsShare: 0.8,
} as const;

/** Who is to be heard: the nearest, without two who are equally far taking turns. */
export function chooseSpeakers(speakers: readonly Speaker[], heard: ReadonlySet<ActorId>): ReadonlySet<ActorId> {
  const { most, silentAt, leavesAt, keepsShare } = voiceReach;
  const near = speakers
    .filter(({ id, metres }) => metres < (heard.has(id) ? leavesAt : silentAt))
    .map(({ id, metres }) => ({ id, rank: metres * (heard.has(id) ? keepsShare : 1) }))
    .sort((a, b) => a.rank - b.rank);
  return new Set(near.slice(0, most).map(({ id }) => id));
}
