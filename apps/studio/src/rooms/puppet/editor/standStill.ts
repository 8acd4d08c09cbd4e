import type { PuppetInput, PuppetModel, PuppetState } from '@leib/puppet';
import { Quaternion } from 'three';
import type { Turn } from './handles/editHandle.js';

/** How quickly parts go to rest, 1 / seconds. */
const SPEED = 12;

/** Input that takes all parts back to where the model has them; one may be shown at a limit. */
export function standStill(
  { file }: PuppetModel,
  { pose }: PuppetState,
  reached: { readonly part: string; readonly turn: Turn } | null,
  dtSeconds: number,
): PuppetInput {
  const share = 1 - Math.exp(-SPEED * dtSeconds);
  const turns = file.parts.map(({ name }, part) => {
    const now = new Quaternion().fromArray(pose.localRotations, (part + 1) * 4);
    const goal = reached?.part === name ? new Quaternion(...reached.turn) : new Quaternion();
    const isThere = now.angleTo(goal) < 1e-4;
    return { part, localRotation: (isThere ? goal : now.slerp(goal, share)).toArray() };
  });
  return { hands: [], drags: [], turns, isIdleAllowed: false };
}
