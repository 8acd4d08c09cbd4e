import { createVec3, vec3 } from '@leib/core';
import { canReach } from '../../legs/raiseHeel.js';
import type { LedFoot, LedFootFrame } from './ledFeetState.js';

/** Higher than this over the ground, beyond its own height, no ankle stands, metres at 1.70 m. */
const HIGHEST = 0.12;

// Scratch.
const ball = createVec3();

/** Heel and ball begin to stand where they are now, when that is likely. */
export function plantFoot({ gait, settings, body, leg, foot }: LedFootFrame): void {
  const { lockAbove } = settings;
  const { offsetWorld: off, proposed } = foot;
  const near = foot.backWithin * gait.lengthScale;
  if (foot.isComingBack) {
    if (off[0] * off[0] + off[2] * off[2] > near * near || !canReach(gait, body, leg, foot)) return;
    foot.isComingBack = false;
  }
  if (foot.ankleWorld[1] - foot.groundY > leg.ankleHeight + HIGHEST * gait.lengthScale) return;
  vec3.transformQuat(ball, leg.ballFromAnkle, foot.rotationWorld);
  vec3.add(ball, ball, foot.ankleWorld);
  if (!foot.isBallDown && proposed.ball > lockAbove) {
    foot.isBallDown = true;
    holdFoot(foot, ball);
  }
  if (!foot.isHeelDown && proposed.heel > lockAbove) {
    if (!foot.isBallDown) holdFoot(foot, foot.ankleWorld);
    foot.isHeelDown = true;
  }
}

/** Holds a place from now on; the foot glides out its speed. */
export function holdFoot(foot: LedFoot, place: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) foot.heldWorld[k] = place[k];
  for (let k = 0; k < 3; k += 2) foot.restVelocity[k] = foot.velocityWorld[k];
}
