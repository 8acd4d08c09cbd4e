import { clamp, createQuat, createVec3, type Quat, quat, swingTwist, type Vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';

const UP = createVec3(0, 1, 0);
const swing = createQuat();
const twist = createQuat();
const none = createQuat();

/**
 * The thesis's constraints of the headset (ch. 5.1): height above the floor, and tilt in any direction. Off by default:
 * people kneel and lie.
 */
export function limitHead({ settings }: TrunkModel, { floorY }: BodyState, headWorld: Vec3, headRotation: Quat): void {
  const { headHeightRange, headTiltLimit } = settings;
  if (headHeightRange !== null) {
    headWorld[1] = clamp(headWorld[1], floorY + headHeightRange[0], floorY + headHeightRange[1]);
  }
  if (headTiltLimit === null) return;
  swingTwist(swing, twist, headRotation, UP);
  const tilt = 2 * Math.acos(Math.min(1, Math.abs(swing[3])));
  if (tilt <= headTiltLimit) return;
  quat.slerp(swing, none, swing, headTiltLimit / tilt);
  quat.multiply(headRotation, swing, twist);
  quat.normalize(headRotation, headRotation);
}
