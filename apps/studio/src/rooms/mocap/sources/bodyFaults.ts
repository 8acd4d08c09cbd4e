import type { BodyFrame } from '@leib/mocap';
import { POSE_SIZE, quality } from '@leib/tracking';

/** What the visitor does to the bodies on purpose, to see what happens: hide some, exchange the ids of two. */
export interface BodyFaults {
  /** Names of hidden bodies. */
  readonly hidden: Set<string>;
  /** Names of two bodies whose ids are exchanged; null for none. */
  exchanged: readonly [first: string, second: string] | null;
}

export function createBodyFaults(): BodyFaults {
  return { hidden: new Set(), exchanged: null };
}

/** Changes a measured frame in place. */
export function applyBodyFaults({ hidden, exchanged }: BodyFaults, frame: BodyFrame): void {
  const { names, poses, quality: qualities } = frame;
  for (const name of hidden) {
    const body = names.indexOf(name);
    if (body >= 0) qualities[body] = quality.lost;
  }
  if (!exchanged) return;
  const [a, b] = exchanged.map((name) => names.indexOf(name));
  if (a < 0 || b < 0) return;
  [qualities[a], qualities[b]] = [qualities[b], qualities[a]];
  for (let k = 0; k < POSE_SIZE; k++) {
    const [atA, atB] = [a * POSE_SIZE + k, b * POSE_SIZE + k];
    [poses[atA], poses[atB]] = [poses[atB], poses[atA]];
  }
}
