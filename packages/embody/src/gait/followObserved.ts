import { clamp, evaluateCurve, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitModel } from './gaitModel.js';
import type { GaitState, StepState } from './gaitState.js';

/** Time constants with which a foot comes to where it is seen: what it was off by, its height and its heading. */
const OFF_SECONDS = 0.12;
const FOLLOW_SECONDS = 0.025;
const LIFT_SECONDS = 0.035;
const YAW_SECONDS = 0.08;
/** The observer knows people's ankles, which stand this high, in heights of the head. */
const PERSON_ANKLE = 0.0536;
/** A foot begins to come down this long before it lands, seconds. */
const DESCENT_SECONDS = 0.25;
/** Probabilities of standing between which a foot is set free. */
const FREE_ABOVE = 0.4;
const FREE_BELOW = 0.1;

/**
 * A swinging foot on level ground goes where the person's rhythm says it is now; what it was off by when it left
 * the ground fades out, so that it does not jump.
 */
export function followObserved(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const dt = state.dtSeconds;
  const step = state.steps[side];
  const seen = state.observer.feet[side];
  const { placeWorld: place, fromObservedWorld: off } = step;
  const kept = Math.exp(-dt / OFF_SECONDS);
  // The likelier the foot stands, the less it moves.
  const freedom = clamp((FREE_ABOVE - seen.ball / state.haste) / (FREE_ABOVE - FREE_BELOW), 0, 1);
  const follow = 1 - Math.exp((-dt * freedom) / FOLLOW_SECONDS);
  for (let k = 0; k < 3; k += 2) {
    off[k] *= kept;
    // Twice smoothed, and the body's own way added, so that only the swing of the leg lags.
    const carried = body.travel.velocityWorld[k] * dt * freedom;
    const goal = seen.ankleWorld[k] + off[k];
    step.smoothWorld[k] += carried;
    step.smoothWorld[k] += (goal - step.smoothWorld[k]) * follow;
    place[k] += carried;
    place[k] += (step.smoothWorld[k] - place[k]) * follow;
  }
  place[1] = step.goalWorld[1];
  // Near its landing it comes down in time, not only once it is heard to stand.
  const near = Math.min(1, seen.landSeconds / DESCENT_SECONDS);
  const lift = Math.max(0, seen.ankleWorld[1] - body.floorY - PERSON_ANKLE * model.headHeight) * near;
  step.lift = lift + (step.lift - lift) * Math.exp(-dt / LIFT_SECONDS);
  step.yaw += wrapAngle(step.goalYaw - step.yaw) * (1 - Math.exp(-dt / YAW_SECONDS));
  pitchFoot(model, state, body, step);
}

/** The curve's pitch, eased: the rhythm's progress is not as smooth as a clock's. */
function pitchFoot(model: GaitModel, state: GaitState, body: BodyState, step: StepState): void {
  const { curves, speedScale } = model;
  const cos = Math.cos(state.wayAngle);
  const curve = cos > 0 ? curves.footRotationForward : curves.footRotationBackward;
  const bySpeed = evaluateCurve(curves.footRotationSpeed, body.travel.speed / speedScale);
  const high = clamp(step.lift / (0.06 * model.lengthScale), 0, 1);
  const pitch = cos * cos * evaluateCurve(curve, step.progress) * bySpeed * (step.progress < 0.5 ? high : 1);
  step.pitch = pitch + (step.pitch - pitch) * Math.exp(-state.dtSeconds / LIFT_SECONDS);
}
