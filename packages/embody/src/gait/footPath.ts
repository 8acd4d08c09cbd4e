import { clamp, evaluateCurve, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';
import { isListening } from './rhythm.js';

/** Puts a stepping foot where its progress says: place, heading, lift and pitch. */
export function followPath(model: GaitModel, state: GaitState, body: BodyState, step: StepState): void {
  const wayDone = evaluateCurve(model.curves.stepInterpolation, step.progress);
  moveAlongPath(step, wayDone);
  turnFoot(step, wayDone);
  shapeStep(model, state, body, step);
}

function moveAlongPath(
  { startWorld: start, goalWorld: goal, placeWorld: place, progress }: StepState,
  wayDone: number,
): void {
  place[0] = start[0] + (goal[0] - start[0]) * wayDone;
  place[2] = start[2] + (goal[2] - start[2]) * wayDone;
  // Up a step the foot rises before it goes ahead; down a step it sinks after.
  const part = clamp(goal[1] > start[1] ? progress / 0.4 : (progress - 0.55) / 0.45, 0, 1);
  place[1] = start[1] + (goal[1] - start[1]) * part * part * (3 - 2 * part);
}

function turnFoot(step: StepState, wayDone: number): void {
  const { normalWorld: normal, startNormal, goalNormal } = step;
  step.yaw = step.startYaw + wrapAngle(step.goalYaw - step.startYaw) * wayDone;
  for (let k = 0; k < 3; k++) normal[k] = startNormal[k] + (goalNormal[k] - startNormal[k]) * wayDone;
  vec3.normalize(normal, normal);
}

/** A swinging foot of the synthesised walk is lifted at least so high in its middle, metres at the reference's size. */
const LEAST_LIFT = 0.07;

/** Lift and pitch by the curves: ahead, sideways and back as the way lies to where the body faces. */
function shapeStep(model: GaitModel, state: GaitState, body: BodyState, step: StepState): void {
  const { curves, lengthScale, speedScale } = model;
  const { startWorld: start, goalWorld: goal, progress } = step;
  const speed = body.travel.speed / speedScale;
  const cos = Math.cos(state.wayAngle);
  const ahead = cos > 0 ? cos * cos : 0;
  const back = cos < 0 ? cos * cos : 0;
  const lift =
    ahead * evaluateCurve(curves.footLiftForward, progress) +
    (1 - ahead - back) * evaluateCurve(curves.footLiftSideway, progress) +
    back * evaluateCurve(curves.footLiftBackward, progress);
  const pitch =
    ahead * evaluateCurve(curves.footRotationForward, progress) +
    back * evaluateCurve(curves.footRotationBackward, progress);

  const x = goal[0] - start[0];
  const z = goal[2] - start[2];
  // A short step is low and flat.
  const share = Math.max(0.3, Math.min(1, Math.sqrt(x * x + z * z) / (0.6 * state.stepSize + 1e-6)));
  // What the foot brought into the step fades while the curves come in.
  const rest = (1 - progress) * (1 - progress) * (1 - progress);
  const height = Math.max(0, lift) * evaluateCurve(curves.footLiftSpeed, speed) * lengthScale * share;
  // Who is listened to may shuffle.
  const isHeard = isListening(model, state) && step.cause !== 'stride';
  const least = isHeard ? 0 : LEAST_LIFT * lengthScale * 4 * progress * (1 - progress);
  step.lift = Math.max(least, height * (1 - rest) + step.startLift * rest);
  const angle = pitch * evaluateCurve(curves.footRotationSpeed, speed) * share;
  step.pitch = angle * (1 - rest) + step.startPitch * rest;
}
