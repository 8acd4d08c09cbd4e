import { clamp, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';
import { sampleCurve } from './sampleCurve.js';
import { wrapTurn } from './wrapTurn.js';

// Scratch.
const way = new Float64Array(1);
const heading = new Float64Array(1);
const high = new Float64Array(1);
const turn = new Float64Array(1);
const sampled = new Float64Array(1);

/** Puts a stepping foot where its progress says: place, heading, lift and pitch. */
export function followPath(model: GaitModel, state: GaitState, body: BodyState, step: StepState): void {
  way[0] = step.progress;
  sampleCurve(model.curves.stepInterpolation, way);
  moveFoot(step);
  turnFoot(step);
  shapeStep(model, state, body, step);
}

function moveFoot({ startWorld: start, goalWorld: goal, placeWorld: place, progress }: StepState): void {
  place[0] = start[0] + (goal[0] - start[0]) * way[0];
  place[2] = start[2] + (goal[2] - start[2]) * way[0];
  // Up a step the foot rises before it goes ahead; down a step it sinks after.
  const part = clamp(goal[1] > start[1] ? progress / 0.4 : (progress - 0.55) / 0.45, 0, 1);
  place[1] = start[1] + (goal[1] - start[1]) * part * part * (3 - 2 * part);
}

function turnFoot(step: StepState): void {
  const { normalWorld: normal, startNormal, goalNormal } = step;
  heading[0] = step.goalYaw - step.startYaw;
  wrapTurn(heading);
  step.yaw = step.startYaw + heading[0] * way[0];
  for (let k = 0; k < 3; k++) normal[k] = startNormal[k] + (goalNormal[k] - startNormal[k]) * way[0];
  vec3.normalize(normal, normal);
}

/** Lift and pitch by the curves: ahead, sideways and back as the way lies to where the body faces. */
function shapeStep(model: GaitModel, state: GaitState, body: BodyState, step: StepState): void {
  const { curves, lengthScale, speedScale } = model;
  const { startWorld: start, goalWorld: goal, progress } = step;
  high[0] = body.travel.speed / speedScale;
  sampleCurve(curves.footLiftSpeed, high);
  turn[0] = body.travel.speed / speedScale;
  sampleCurve(curves.footRotationSpeed, turn);
  const cos = Math.cos(state.wayAngle);
  const ahead = cos > 0 ? cos * cos : 0;
  const back = cos < 0 ? cos * cos : 0;
  let lift = 0;
  let pitch = 0;
  sampled[0] = progress;
  sampleCurve(curves.footLiftForward, sampled);
  lift += ahead * sampled[0];
  sampled[0] = progress;
  sampleCurve(curves.footLiftSideway, sampled);
  lift += (1 - ahead - back) * sampled[0];
  sampled[0] = progress;
  sampleCurve(curves.footLiftBackward, sampled);
  lift += back * sampled[0];
  sampled[0] = progress;
  sampleCurve(curves.footRotationForward, sampled);
  pitch += ahead * sampled[0];
  sampled[0] = progress;
  sampleCurve(curves.footRotationBackward, sampled);
  pitch += back * sampled[0];

  const x = goal[0] - start[0];
  const z = goal[2] - start[2];
  // A short step is low and flat.
  const share = Math.max(0.3, Math.min(1, Math.sqrt(x * x + z * z) / (0.6 * state.stepSize + 1e-6)));
  // What the foot brought into the step fades while the curves come in.
  const rest = (1 - progress) * (1 - progress) * (1 - progress);
  step.lift = Math.max(0, lift) * high[0] * lengthScale * share * (1 - rest) + step.startLift * rest;
  step.pitch = pitch * turn[0] * share * (1 - rest) + step.startPitch * rest;
}
