import { clamp, createVec3, easingShare, type ReadonlyVec3, vec3 } from '@leib/core';
import { pointNumber } from '@leib/tracking';
import { trackedPosition } from '../limb/readTracked.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineModel } from './buildBaseline.js';

/** In a bow the seat goes back by about a quarter of what the head goes ahead: one would fall over otherwise. */
const SEAT_BACK = 0.25;
const VELOCITY_HALF_LIFE = 0.06;
const WALKING_SPEED = 0.4;

// Scratch.
const head = createVec3();
const balance = createVec3();

/**
 * Why is the head where it is? Ahead of the feet and lower: the trunk leans. Ahead and not lower: the person walks,
 * and the feet will follow. Lower and not ahead: the knees bend, and the trunk leans a little against it. Also finds
 * the balance point, under the head as if it were carried upright: the feet belong around it.
 */
export function estimateBend(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  const { params, trunk } = model;
  trackedPosition(head, state.tracked, pointNumber.head);
  const sin = Math.sin(state.bodyYaw);
  const cos = Math.cos(state.bodyYaw);

  const ahead = state.isPlaced ? headAheadOfFeet(head, state, sin, cos) - trunk.headAhead : 0;
  const drop = Math.max(0, trunk.standingHeadHeight - head[1] - params.bendDeadZone);
  const wholeLean = Math.asin(clamp((Math.max(0, ahead) * (1 + SEAT_BACK)) / trunk.length, 0, 0.97));
  const wholeDrop = trunk.length * (1 - Math.cos(wholeLean));
  // Walking people do not bow: the faster the body travels, the less its head being ahead means a lean.
  const speed = vec3.length(state.balanceVelocity);
  const standing = 1 / (1 + (speed / WALKING_SPEED) ** 2);
  const lean = wholeLean * standing * clamp(drop / (wholeDrop + 0.01), 0, 1);
  // Feet land at once, backs take their time.
  state.lean += (lean - state.lean) * (state.isPlaced ? easingShare(params.leanHalfLife, dtSeconds) : 1);
  const kneeDrop = Math.max(0, drop - trunk.length * (1 - Math.cos(state.lean)));
  state.crouchLean = Math.min(kneeDrop * params.crouchLean, Math.max(0, 1.5 - state.lean));

  const leanAhead = (trunk.length * Math.sin(state.lean)) / (1 + SEAT_BACK);
  vec3.set(balance, head[0] - sin * leanAhead, 0, head[2] - cos * leanAhead);
  moveBalance(model, state, balance, dtSeconds);
}

function headAheadOfFeet(head: ReadonlyVec3, { feet }: BaselineState, sin: number, cos: number): number {
  const x = head[0] - (feet[0].ankleWorld[0] + feet[1].ankleWorld[0]) / 2;
  const z = head[2] - (feet[0].ankleWorld[2] + feet[1].ankleWorld[2]) / 2;
  return sin * x + cos * z;
}

/** Moves the balance point there, and updates its velocity; a jump starts anew. */
function moveBalance({ params }: BaselineModel, state: BaselineState, balance: ReadonlyVec3, dtSeconds: number): void {
  const { balanceVelocity: velocity, balanceWorld: last } = state;
  const isJump = !state.isPlaced || vec3.distance(balance, last) > params.teleportDistance;
  if (isJump) {
    vec3.set(velocity, 0, 0, 0);
    state.isPlaced = false;
  } else if (dtSeconds > 0) {
    const amount = easingShare(VELOCITY_HALF_LIFE, dtSeconds);
    for (let k = 0; k < 3; k += 2) velocity[k] += ((balance[k] - last[k]) / dtSeconds - velocity[k]) * amount;
  }
  vec3.copy(last, balance);
}
