import { createVec3, evaluateCurve, type Vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';

/** Where a foot is to go (thesis ch. 6.7), on the horizontal plane; heights come later from the ground. */

// Scratch.
const outwardWorld = createVec3();

/**
 * Horizontal unit direction from the body's line to the foot: to the body's side. Listing 6.2 takes it across the way, and
 * feet that go sideways then cross.
 */
function findOutward(body: BodyState, side: number, out: Vec3): void {
  const outward = side === 0 ? 1 : -1;
  out[0] = outward * Math.cos(body.heading.yaw);
  out[2] = -outward * Math.sin(body.heading.yaw);
}

/** Distance of the foot from the body's line, metres. */
function findDistance({ curves, lengthScale }: GaitModel, { wayAngle }: GaitState): number {
  return evaluateCurve(curves.footDistanceDirectional, wayAngle) * lengthScale;
}

/** Opposite the other foot as seen from the balance point (eq. 6.8), on the right side and not too near or far. */
export function aimStanding(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { settings, lengthScale } = model;
  const step = state.steps[side];
  const secondsLeft = step.isStepping ? (1 - step.progress) * step.durationSeconds : settings.standStepSeconds;
  const other = state.steps[1 - side].placeWorld;
  const balanceX = state.balanceWorld[0] + body.travel.velocityWorld[0] * secondsLeft;
  const balanceZ = state.balanceWorld[2] + body.travel.velocityWorld[2] * secondsLeft;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  const outward = side === 0 ? 1 : -1;
  let x = balanceX - other[0];
  let z = balanceZ - other[2];
  // Along the body's own axes: the mirror is the line it faces along.
  const aside = outward * (cos * x - sin * z);
  const most = settings.standAhead * lengthScale;
  const ahead = Math.max(-most, Math.min(sin * x + cos * z, most));
  const asideKept = Math.max(
    settings.standNearest * lengthScale,
    Math.min(Math.abs(aside), settings.standFarthest * lengthScale),
  );
  x = outward * asideKept * cos + ahead * sin;
  z = -outward * asideKept * sin + ahead * cos;
  out[0] = balanceX + x;
  out[2] = balanceZ + z;
}

/** Half a step ahead of the other foot along the way, and sideways from the body's line. */
export function aimStarting(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { directionWorld: way } = body.travel;
  const other = state.steps[1 - side].placeWorld;
  const balance = state.balanceWorld;
  const along = (other[0] - balance[0]) * way[0] + (other[2] - balance[2]) * way[2] + state.stepSize / 2;
  findOutward(body, side, outwardWorld);
  const distance = findDistance(model, state);
  out[0] = balance[0] + way[0] * along + outwardWorld[0] * distance;
  out[2] = balance[2] + way[2] * along + outwardWorld[2] * distance;
}

/** Ahead of where the body will be when the foot lands, and sideways from its line. */
export function aimWalking(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const { curves, lengthScale, speedScale } = model;
  const step = state.steps[side];
  const secondsLeft = (1 - step.progress) * step.durationSeconds;
  const { directionWorld: way, velocityWorld: velocity, speed } = body.travel;
  const offset = evaluateCurve(curves.stepOffsetDistance, speed / speedScale) * lengthScale;
  findOutward(body, side, outwardWorld);
  const distance = findDistance(model, state);
  out[0] = state.balanceWorld[0] + velocity[0] * secondsLeft + way[0] * offset + outwardWorld[0] * distance;
  out[2] = state.balanceWorld[2] + velocity[2] * secondsLeft + way[2] * offset + outwardWorld[2] * distance;
}

/** Keeps a goal on its own side of the other foot: legs do not cross. */
export function keepApart(model: GaitModel, state: GaitState, body: BodyState, side: number, out: Vec3): void {
  const other = state.steps[1 - side];
  const ground = other.isStepping ? other.goalWorld : other.placeWorld;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  const outward = side === 0 ? 1 : -1;
  const apart = outward * (cos * (out[0] - ground[0]) - sin * (out[2] - ground[2]));
  const least = model.settings.triggers.nearest * model.lengthScale;
  if (apart >= least) return;
  out[0] += outward * (least - apart) * cos;
  out[2] -= outward * (least - apart) * sin;
}
