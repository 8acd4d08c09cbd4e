import { wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';

/**
 * How much a foot's place asks for a step (thesis ch. 6.6): from 1 on it is due. This part is the same for both feet: the
 * balance, and the distance between them.
 */
export function balanceNeed(model: GaitModel, state: GaitState, { floorY }: BodyState): number {
  const { triggers } = model.settings;
  const left = state.steps[0].placeWorld;
  const right = state.steps[1].placeWorld;
  const scale = model.lengthScale;
  const leanX = state.balanceWorld[0] - (left[0] + right[0]) / 2;
  const leanZ = state.balanceWorld[2] - (left[2] + right[2]) / 2;
  // A sitting or kneeling person leans far without falling: the height counts at least as when standing.
  const height = Math.max(state.balanceWorld[1] - floorY, 0.75 * model.headHeight);
  const lean = Math.atan(Math.sqrt(leanX * leanX + leanZ * leanZ) / height) / triggers.balanceAngle;
  const x = left[0] - right[0];
  const z = left[2] - right[2];
  const apart = Math.sqrt(x * x + z * z);
  return Math.max(lean, apart / (triggers.farthest * scale), (triggers.nearest * scale) / Math.max(apart, 1e-3));
}

/** The same for one foot: having crossed over the body's middle line. */
export function crossingNeed(model: GaitModel, state: GaitState, body: BodyState, side: number): number {
  const { placeWorld: place } = state.steps[side];
  const { balanceWorld: balance } = state;
  const outward = side === 0 ? 1 : -1;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  const aside = outward * (cos * (place[0] - balance[0]) - sin * (place[2] - balance[2]));
  return aside < 0 ? -aside / Math.max(model.settings.triggers.crossed * model.lengthScale, 1e-3) : 0;
}

/** ...and being turned away from where the body faces. */
export function turnNeed(model: GaitModel, state: GaitState, body: BodyState, side: number): number {
  const { turnOutward, turnInward } = model.settings.triggers;
  const turn = wrapAngle((side === 0 ? 1 : -1) * (state.steps[side].yaw - body.heading.yaw));
  return turn / (turn > 0 ? turnOutward : turnInward);
}
