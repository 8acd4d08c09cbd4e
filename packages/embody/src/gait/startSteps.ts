import { clamp, createVec3, evaluateCurve, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { footLeader } from './footLeader.js';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitState, StepCause, StepState } from './gaitState.js';
import { isListening, isObservedUp } from './rhythm.js';
import { settleGoal } from './settleGoal.js';
import { aimStep, aimYaw, setDuration } from './steer.js';
import { footToSettle, isSynthesised, isTurnOf } from './stride.js';

// Scratch.
const goalWorld = createVec3();

/** Stage nine: feet whose time or place has come begin a step. */
export function startSteps(model: GaitModel, state: GaitState, body: BodyState): void {
  const { steps } = state;
  if (state.isFlying || footLeader(body, 0) === 'prior' || footLeader(body, 1) === 'prior') return;
  if (isListening(model, state)) startByPhase(model, state, body);
  if (isSynthesised(model, state) && (state.stride.isWalking || state.stride.isSettling)) {
    startByClock(model, state, body);
    return;
  }
  if (steps[0].isStepping && steps[1].isStepping) return;
  startByGeometry(model, state, body);
}

/** The foot whose turn it is; after a walk, the one that is to come home. */
function startByClock(model: GaitModel, state: GaitState, body: BodyState): void {
  if (!state.stride.isWalking) {
    const side = footToSettle(model, state, body);
    if (side >= 0) beginStep(model, state, body, side, 'stride');
    return;
  }
  for (let side = 0; side < 2; side++) {
    const step = state.steps[side];
    // A step that was begun otherwise goes on by the clock.
    const isOther = step.isStepping && (step.cause === 'phase' || step.cause === 'geometry');
    const isDue = isTurnOf(state, side) && canStep(model, state, body, side);
    if (isOther || isDue) beginStep(model, state, body, side, 'stride');
  }
}

function canStep(model: GaitModel, state: GaitState, body: BodyState, side: number): boolean {
  return model.legs[side] !== null && !state.steps[side].isStepping && footLeader(body, side) !== 'tracker';
}

/** Shortest stand between two steps of a foot, seconds: a doubtful rhythm must not make it tremble. */
const SHORTEST_STAND = 0.08;
/** ...and of a foot that goes by its place alone: runners stand no shorter (the thesis has no such bound, and its runners never stand). */
const THESIS_STAND = 0.12;

/** The foot that the person's rhythm says is up. */
function startByPhase(model: GaitModel, state: GaitState, body: BodyState): void {
  const { steps, observer } = state;
  for (let turn = 0; turn < 2; turn++) {
    // Of two, the one that is more surely up.
    const first = observer.feet[0].ball <= observer.feet[1].ball ? 0 : 1;
    const side = turn === 0 ? first : 1 - first;
    const step = steps[side];
    if (!isObservedUp(model, state, side)) continue;
    if (step.isStepping && step.cause === 'geometry') {
      takeOver(state, side);
      continue;
    }
    if (!canStep(model, state, body, side) || step.plantedSeconds < SHORTEST_STAND) continue;
    if (!isWorthAStep(model, state, body, side)) continue;
    if (steps[1 - side].isStepping && !mayOverlap(model, state, body, side)) {
      // One by the clock has its own pace.
      if (steps[1 - side].cause !== 'stride') hurry(model, steps[1 - side]);
      continue;
    }
    beginStep(model, state, body, side, 'phase');
  }
}

/** A step that was begun for its place, and is now heard, goes on by the rhythm. */
function takeOver(state: GaitState, side: number): void {
  const step = state.steps[side];
  step.cause = 'phase';
  vec3.subtract(step.fromObservedWorld, step.placeWorld, state.observer.feet[side].ankleWorld);
  vec3.copy(step.smoothWorld, step.placeWorld);
}

/** Whether a step is worth taking: a standing person who only shifts weight takes none. */
function isWorthAStep(model: GaitModel, state: GaitState, body: BodyState, side: number): boolean {
  const { phaseSettings, standSpeed } = model.settings;
  const { placeWorld: place } = state.steps[side];
  const { goalWorld: goal, ankleWorld: ankle } = state.observer.feet[side];
  const x = goal[0] - place[0];
  const z = goal[2] - place[2];
  const least = phaseSettings.leastWay * model.lengthScale;
  const leg = model.legs[side];
  const isUp = leg !== null && ankle[1] - body.floorY > leg.ankleHeight + 0.05 * model.lengthScale;
  return x * x + z * z > least * least && (isUp || body.travel.speed > 2 * standSpeed);
}

function mayOverlap(model: GaitModel, state: GaitState, body: BodyState, side: number): boolean {
  const other = state.steps[1 - side];
  if (body.travel.speed / model.speedScale > model.settings.runSpeed) return true;
  return other.progress >= evaluateCurve(model.curves.stepOverlap, body.travel.speed / model.speedScale);
}

/** The fastest that a hurried step may be from lift to landing, seconds. */
const FASTEST = 0.22;

/** Brings a foot down soon, as far as a leg can. */
function hurry(model: GaitModel, step: StepState): void {
  const seconds = model.settings.phaseSettings.landSeconds;
  const rest = 1 - step.progress;
  if (rest * step.durationSeconds > seconds)
    step.durationSeconds = Math.max(Math.min(FASTEST, step.durationSeconds), seconds / Math.max(rest, 0.05));
}

/**
 * The foot whose place is wrong. Algorithm 6.2 with its OR put right: left iff the right one is in a step, or the left
 * one is not and has farther to go.
 */
function startByGeometry(model: GaitModel, state: GaitState, body: BodyState): void {
  const { settings } = model;
  const { steps } = state;
  const leftNeed = findNeed(model, state, body, 0);
  const rightNeed = findNeed(model, state, body, 1);
  if (leftNeed < 1 && rightNeed < 1) return;
  let side = leftNeed >= rightNeed ? 0 : 1;
  if (steps[0].isStepping || steps[1].isStepping) side = steps[1].isStepping ? 0 : 1;
  else if (leftNeed >= 1 && rightNeed >= 1) side = findFarther(model, state, body);
  if ((side === 0 ? leftNeed : rightNeed) < 1) return;
  if (steps[1 - side].isStepping && !mayOverlap(model, state, body, side)) {
    // A leg at its end cannot wait: the other foot comes down.
    if (steps[1 - side].cause === 'geometry') hurry(model, steps[1 - side]);
    return;
  }
  if (steps[side].plantedSeconds < (settings.phase ? SHORTEST_STAND : THESIS_STAND)) return;
  beginStep(model, state, body, side, 'geometry');
}

/** A foot may be turned this much farther than the triggers say while the person is heard to stand on it. */
const TURN_WIDTH = 3;
/** A standing leg steps when it is this near to the length at which it would drag its foot along. */
const TAUT = 0.985;
/** ...and where the person is heard to stand, only when it has been dragged this much farther. */
const DRAGGED = 1.2;

/** How much a foot needs to step: from 1 on it is due. 0 for a foot that cannot. */
function findNeed(model: GaitModel, state: GaitState, body: BodyState, side: number): number {
  const { settings } = model;
  const leg = model.legs[side];
  if (leg === null || !canStep(model, state, body, side)) return 0;
  const lean = Math.max(balanceNeed(model, state, body), crossingNeed(model, state, body, side));
  const turned = turnNeed(model, state, body, side);
  const taut = measureTautness(model, state, body, leg, side);
  const pull = taut >= TAUT ? taut / TAUT : 0;
  if (isListening(model, state)) {
    // The person is listened to: only what cannot be true is put right against what is heard.
    const drag = pull >= DRAGGED ? pull : 0;
    return Math.max(lean / settings.phaseSettings.standingWidth, turned / TURN_WIDTH, drag);
  }
  return Math.max(lean, turned, settings.strides ? pull : 0);
}

/** How much of its length a leg needs to reach its standing foot, with the heel raised as far as helps. */
function measureTautness(model: GaitModel, state: GaitState, body: BodyState, leg: GaitLeg, side: number): number {
  const { placeWorld: place, yaw } = state.steps[side];
  const { worldPositions } = body.pose;
  const at = leg.limb.upper.joint * 3;
  // Seen ahead by twice the time in which the other foot can come down: the body may gather speed.
  const seconds = state.steps[1 - side].isStepping ? 2 * model.settings.phaseSettings.landSeconds + 0.03 : 0.02;
  const x = worldPositions[at] + body.travel.velocityWorld[0] * seconds - place[0];
  const y = worldPositions[at + 1] - place[1];
  const z = worldPositions[at + 2] + body.travel.velocityWorld[2] * seconds - place[2];
  // In the foot's upright plane, from the ball: the ankle goes round it on a circle.
  const { ballFromAnkle, ankleHeight } = leg;
  const ahead = Math.sin(yaw) * x + Math.cos(yaw) * z - ballFromAnkle[2];
  const aside = Math.cos(yaw) * x - Math.sin(yaw) * z - ballFromAnkle[0];
  const up = y - ankleHeight - ballFromAnkle[1];
  const flat = Math.atan2(-ballFromAnkle[2], -ballFromAnkle[1]);
  const roll = clamp(Math.atan2(ahead, up) - flat, 0, model.settings.heelLimit);
  const radius = Math.sqrt(ballFromAnkle[1] * ballFromAnkle[1] + ballFromAnkle[2] * ballFromAnkle[2]);
  const offAhead = ahead - radius * Math.sin(flat + roll);
  const offUp = up - radius * Math.cos(flat + roll);
  return Math.sqrt(offAhead * offAhead + aside * aside + offUp * offUp) / leg.length;
}

/** The foot that has farther to go to its goal. */
function findFarther(model: GaitModel, state: GaitState, body: BodyState): number {
  let farthest = -1;
  let chosen = 0;
  for (let side = 0; side < 2; side++) {
    const step = state.steps[side];
    aimStep(model, state, body, side, 'geometry', goalWorld);
    const x = goalWorld[0] - step.placeWorld[0];
    const z = goalWorld[2] - step.placeWorld[2];
    const turn = wrapAngle(body.heading.yaw - step.yaw) * 0.15;
    const distance = Math.sqrt(x * x + z * z + turn * turn);
    if (distance > farthest) chosen = side;
    farthest = Math.max(farthest, distance);
  }
  return chosen;
}

/** Begins a step from where the foot is now, however it got there. */
export function beginStep(model: GaitModel, state: GaitState, body: BodyState, side: number, cause: StepCause): void {
  const step = state.steps[side];
  step.isStepping = true;
  step.cause = cause;
  step.progress = 0;
  step.elapsedSeconds = 0;
  vec3.copy(step.startWorld, step.placeWorld);
  vec3.copy(step.startNormal, step.normalWorld);
  step.startYaw = step.yaw;
  step.startLift = step.lift;
  step.startPitch = step.pitch;
  vec3.subtract(step.fromObservedWorld, step.placeWorld, state.observer.feet[side].ankleWorld);
  vec3.copy(step.smoothWorld, step.placeWorld);
  step.durationSeconds = model.settings.standStepSeconds;
  setDuration(model, state, body, side);
  aimStep(model, state, body, side, cause, step.goalWorld);
  aimYaw(state, body, side, cause);
  const leg = model.legs[side];
  if (leg !== null) settleGoal(model, state, body, leg, step);
}

/**
 * How much a foot's place asks for a step (thesis ch. 6.6): from 1 on it is due. This part is the same for both feet: the
 * balance, and the distance between them.
 */
function balanceNeed(model: GaitModel, state: GaitState, { floorY }: BodyState): number {
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
function crossingNeed(model: GaitModel, state: GaitState, body: BodyState, side: number): number {
  const { placeWorld: place } = state.steps[side];
  const { balanceWorld: balance } = state;
  const outward = side === 0 ? 1 : -1;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  const aside = outward * (cos * (place[0] - balance[0]) - sin * (place[2] - balance[2]));
  return aside < 0 ? -aside / Math.max(model.settings.triggers.crossed * model.lengthScale, 1e-3) : 0;
}

/** ...and being turned away from where the body faces. */
function turnNeed(model: GaitModel, state: GaitState, body: BodyState, side: number): number {
  const { turnOutward, turnInward } = model.settings.triggers;
  const turn = wrapAngle((side === 0 ? 1 : -1) * (state.steps[side].yaw - body.heading.yaw));
  return turn / (turn > 0 ? turnOutward : turnInward);
}
