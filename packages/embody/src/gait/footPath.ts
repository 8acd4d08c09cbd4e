import { clamp, evaluateCurve, lerp, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';

/** Puts a stepping foot where its progress says: place, heading, lift and pitch. */
export function followPath(model: GaitModel, state: GaitState, body: BodyState, step: StepState): void {
  const { curves, lengthScale, speedScale } = model;
  const { startWorld: start, goalWorld: goal, placeWorld: place, progress } = step;
  const way = evaluateCurve(curves.stepInterpolation, progress);
  place[0] = lerp(start[0], goal[0], way);
  place[2] = lerp(start[2], goal[2], way);
  place[1] = start[1] + (goal[1] - start[1]) * climb(progress, goal[1] > start[1]);
  step.yaw = step.startYaw + wrapAngle(step.goalYaw - step.startYaw) * way;
  vec3.lerp(step.normalWorld, step.startNormal, step.goalNormal, way);
  vec3.normalize(step.normalWorld, step.normalWorld);

  const speed = body.travel.speed / speedScale;
  const cos = Math.cos(state.wayAngle);
  const ahead = cos > 0 ? cos * cos : 0;
  const back = cos < 0 ? cos * cos : 0;
  const aside = 1 - ahead - back;
  const x = goal[0] - start[0];
  const z = goal[2] - start[2];
  // A short step is low and flat.
  const share = clamp(Math.sqrt(x * x + z * z) / (0.6 * state.stepSize + 1e-6), 0.3, 1);
  const high = evaluateCurve(curves.footLiftSpeed, speed) * lengthScale * share;
  const lift =
    ahead * evaluateCurve(curves.footLiftForward, progress) +
    aside * evaluateCurve(curves.footLiftSideway, progress) +
    back * evaluateCurve(curves.footLiftBackward, progress);
  const turn = evaluateCurve(curves.footRotationSpeed, speed) * share;
  const pitch =
    ahead * evaluateCurve(curves.footRotationForward, progress) +
    back * evaluateCurve(curves.footRotationBackward, progress);
  // What the foot brought into the step fades while the curves come in.
  const rest = 1 - progress;
  const come = 1 - rest * rest * rest;
  step.lift = lift * high * come + step.startLift * rest * rest * rest;
  step.pitch = pitch * turn * come + step.startPitch * rest * rest * rest;
}

/** Up a step the foot rises before it goes ahead; down a step it sinks after. */
function climb(progress: number, isUp: boolean): number {
  const part = clamp(isUp ? progress / 0.4 : (progress - 0.55) / 0.45, 0, 1);
  return part * part * (3 - 2 * part);
}
