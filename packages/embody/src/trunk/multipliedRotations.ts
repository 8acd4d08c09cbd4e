import { clamp, createQuat, createVec3, quat, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { swingOfRow } from './findSwing.js';
import type { TrunkState } from './trunkState.js';

const UP = createVec3(0, 1, 0);
const rotation = createQuat();

/**
 * The thesis's rules (ch. 5.3, 5.4) for hips, spine and neck, into state.rotations: each faces where the body does, turns with
 * the steps (ch. 6.12) and takes its share of the head's pitch X and roll Z, and of the bend by height. The neck always takes its share of the
 * head's angles, the others only of what exceeds a dead zone (eq. 5.6 to 5.8, 5.10):
 *
 *   sign(a) max(|a| - deadZone, 0) multiplier
 *
 * The bend by height (eq. 5.9) is added to X, and the sum clamped (eq. 5.11; 5.12 writes z where x is meant). Angles
 * are the joint's own in the body's axes: with multipliers that grow towards the head they cannot be meant to add up.
 */
export function multipliedRotations(
  model: TrunkModel,
  state: TrunkState,
  body: BodyState,
  headWorld: ArrayLike<number>,
  headRotation: ArrayLike<number>,
): void {
  const { settings, rowMultipliers, neckRow } = model;
  const pitch = pitchOf(headRotation);
  const roll = rollOf(headRotation);
  const headHeight = headWorld[1] - body.floorY;
  const heightBend = Math.max(0, model.standingHeadHeight - headHeight) * settings.bendPerMetre;
  for (let row = 0; row < model.rowCount; row++) {
    const { x, z, height } = rowMultipliers[row];
    const isNeck = row === neckRow;
    const nod = isNeck ? pitch : excess(pitch, settings.bendDeadZone);
    const tilt = isNeck ? roll : excess(roll, settings.leanDeadZone);
    const bend = clamp(heightBend * height + nod * x, settings.bendRange[0], settings.bendRange[1]);
    quat.setAxisAngle(rotation, UP, wrapAngle(body.heading.yaw + swingOfRow(model, state.ruleSwing, row)));
    quat.rotateX(rotation, rotation, bend);
    quat.rotateZ(rotation, rotation, tilt * z);
    for (let k = 0; k < 4; k++) state.rotations[row * 4 + k] = rotation[k];
  }
}

function excess(angle: number, deadZone: number): number {
  return Math.sign(angle) * Math.max(Math.abs(angle) - deadZone, 0);
}

/** Euler angles of yaw, then pitch, then roll (Unity's order): the X of it; looking down is positive. */
function pitchOf(q: ArrayLike<number>): number {
  return Math.asin(clamp(2 * (q[3] * q[0] - q[1] * q[2]), -1, 1));
}

/** The Z of it; the crown towards the right hand is positive. */
function rollOf(q: ArrayLike<number>): number {
  return Math.atan2(2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[0] * q[0] + q[2] * q[2]));
}
