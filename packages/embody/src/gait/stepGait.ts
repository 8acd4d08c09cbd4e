import { clamp, createVec3, evaluateCurve, lerp, type Vec3, vec3, wrapAngle } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { footPoints } from '../limb/worldJoint.js';
import { easeFloor, takeFloorUnderHips } from './floor.js';
import { followObserved } from './followObserved.js';
import { footLeader } from './footLeader.js';
import { followPath } from './footPath.js';
import type { GaitModel } from './gaitModel.js';
import { type GaitState, PROBE_COUNT } from './gaitState.js';
import { observeFeet, resetObserver } from './observer/observeFeet.js';
import { findHaste, goesAsObserved, isListening, isObservedDown } from './rhythm.js';
import { beginStep, startSteps } from './startSteps.js';
import { correctPlacement, setDuration } from './steer.js';
import { fly, stepFlight } from './stepFlight.js';
import { stepStride } from './stride.js';
import { writeFoot } from './writeFoot.js';

/** Frames longer than this are stalls: nothing is gained by stepping through them at once. */
const LONGEST_FRAME = 0.25;

/**
 * One frame of the gait, in the order of the thesis (algorithm 6.1): step size, update of the steps, correction of
 * placement and of timing, head, grounding, new steps. The average velocity is already in body.travel; the hips' stage is
 * the trunk's (findSwing). The answer is body.feet.
 */
export function stepGait(model: GaitModel, state: GaitState, body: BodyState, dtSeconds: number): void {
  state.dtSeconds = clamp(dtSeconds, 0, LONGEST_FRAME);
  measureBody(model, state, body);
  if (!state.isPlaced || !body.isPlaced || !model.settings.isOn) placeFeet(model, state, body);
  if (model.settings.phase) {
    // Seen without what the player carries the person by.
    state.observer.signals.floorY = body.floorY + state.lifted - state.observer.carriedWorld[1];
    state.observer.signals.headHeight = model.headHeight;
    state.observer.dtSeconds = state.dtSeconds;
    observeFeet(model.observer, state.observer, body, state.stickVelocityWorld);
    widenObserved(model, state, body);
  }
  findHaste(model, state, body);
  findStepSize(model, state, body);
  stepStride(model, state, body);
  updateSteps(model, state, body);
  for (let side = 0; side < 2; side++) correctPlacement(model, state, body, side);
  for (let side = 0; side < 2; side++) setDuration(model, state, body, side);
  bobHead(model, state);
  followLift(model, state, easeFloor(model, state, body));
  stepFlight(model, state, body);
  startSteps(model, state, body);
  for (let side = 0; side < 2; side++) writeFoot(model, state, body, side);
}

// Scratch.
const home = createVec3();

/** The observer knows people: feet of a rig with wide hips are as much farther apart. */
function widenObserved({ wideHips }: GaitModel, { observer }: GaitState, { heading }: BodyState): void {
  if (wideHips === 0) return;
  for (let side = 0; side < 2; side++) {
    const { goalWorld, ankleWorld } = observer.feet[side];
    const x = (side === 0 ? wideHips : -wideHips) * Math.cos(heading.yaw);
    const z = (side === 0 ? -wideHips : wideHips) * Math.sin(heading.yaw);
    goalWorld[0] += x;
    goalWorld[2] += z;
    ankleWorld[0] += x;
    ankleWorld[2] += z;
  }
}

/** Both feet at once under the body: at the start, after a teleport, and where there is no gait. */
function placeFeet(model: GaitModel, state: GaitState, body: BodyState): void {
  if (!state.isPlaced) resetObserver(state.observer);
  takeFloorUnderHips(model, state, body);
  for (let side = 0; side < 2; side++) {
    const step = state.steps[side];
    const leg = model.legs[side];
    findHome(home, model, body, side);
    step.isStepping = false;
    vec3.copy(step.placeWorld, home);
    step.placeWorld[1] = body.floorY;
    vec3.set(step.normalWorld, 0, 1, 0);
    if (leg !== null && model.settings.grounding) {
      if (state.ground.query(home[0], home[2], body.floorY + model.settings.maxStepHeight, state.hit)) {
        step.placeWorld[1] = state.hit.height;
        vec3.copy(step.normalWorld, state.hit.normal);
      }
    }
    step.yaw = body.heading.yaw;
    step.lift = 0;
    step.pitch = 0;
    step.plantedSeconds = 0.5;
  }
  state.feedback.groundY = Math.min(state.steps[0].placeWorld[1], state.steps[1].placeWorld[1]);
  state.lifted = 0;
  state.isFlying = false;
  state.isPlaced = true;
}

/** Who is met with the hips lower than the first share of their standing height sits, and surely at the second... */
const SITS_BELOW = 0.8;
const SITS_AT = 0.65;
/** ...with the feet this part of a leg's length ahead: on a chair the thigh is level (in four clips 0.55 to 0.77). */
const SEATED_AHEAD = 0.7;

/** A foot's place under the hips as at rest, and ahead of them for a person who sits; its height is not set. */
function findHome(out: Vec3, model: GaitModel, body: BodyState, side: number): void {
  const leg = model.legs[side];
  const hips = model.hips * 3;
  const x = leg === null ? 0 : leg.ankleFromHips[0];
  const height = (body.pose.worldPositions[hips + 1] - body.floorY) / model.hipsHeight;
  const seated = model.settings.isOn ? clamp((SITS_BELOW - height) / (SITS_BELOW - SITS_AT), 0, 1) : 0;
  const z = leg === null ? 0 : leg.ankleFromHips[2] + seated * SEATED_AHEAD * leg.length;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  out[0] = body.pose.worldPositions[hips] + cos * x + sin * z;
  out[2] = body.pose.worldPositions[hips + 2] - sin * x + cos * z;
}

/** Stage three: steps go on, and end. Standing feet put their heels down or lift them. */
function updateSteps(model: GaitModel, state: GaitState, body: BodyState): void {
  for (let side = 0; side < 2; side++) {
    const step = state.steps[side];
    if (model.legs[side] === null) continue;
    if (footLeader(body, side) !== 'rules' || body.targets.weights[footPoints[side]] > 0) {
      followLeader(model, state, body, side);
    } else if (!step.isStepping) {
      stand(model, state, body, side);
    } else if (step.cause === 'flight') {
      fly(model, state, body, side);
    } else {
      goOn(model, state, body, side);
    }
  }
}

function goOn(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const dt = state.dtSeconds;
  const step = state.steps[side];
  const leg = model.legs[side];
  if (leg === null) return;
  step.elapsedSeconds += dt;
  step.progress = Math.min(1, step.progress + dt / step.durationSeconds);
  if (goesAsObserved(step, body)) {
    followObserved(model, state, body, side);
    // It is down when it is heard to be, not when a clock has run out.
    step.progress = Math.min(step.progress, 0.99);
    if (!isObservedDown(model, state, side)) return;
    vec3.copy(step.goalWorld, step.placeWorld);
  } else {
    followPath(model, state, body, step);
    if (step.progress < 1) return;
    step.lift = 0;
  }
  step.isStepping = false;
  step.plantedSeconds = 0;
  vec3.copy(step.placeWorld, step.goalWorld);
}

/** Pitch of a foot whose heel has left the ground and whose ball has not, radians. */
const HEEL_OFF = 0.42;
const HEEL_SECONDS = 0.05;
const FLAT_SECONDS = 0.03;

function stand(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const dt = state.dtSeconds;
  const { settings } = model;
  const step = state.steps[side];
  step.plantedSeconds += dt;
  let heelUp = 0;
  if (isListening(model, state) && body.travel.speed > 2 * settings.standSpeed) {
    const { heelBelow } = settings.phaseSettings;
    heelUp = HEEL_OFF * clamp((heelBelow - state.observer.feet[side].heel) / heelBelow, 0, 1);
  }
  const seconds = step.pitch < 0 ? FLAT_SECONDS : HEEL_SECONDS;
  step.lift = step.lift < 1e-4 ? 0 : step.lift * Math.exp(-dt / FLAT_SECONDS);
  step.pitch = heelUp + (step.pitch - heelUp) * Math.exp(-dt / seconds);
  if (Math.abs(step.pitch) < 1e-4 && heelUp === 0) step.pitch = 0;
}

// Scratch.
const ball = createVec3();
const ahead = createVec3();

/**
 * A foot that is tracked, or led by the prior: its state follows, so that it goes on from there when that ends. A foot
 * with its heel up stands on its ball.
 */
function followLeader(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const step = state.steps[side];
  const { ankleWorld, rotationWorld } = body.feet[side];
  const leg = model.legs[side];
  if (leg === null) return;
  vec3.transformQuat(ball, leg.ballFromAnkle, rotationWorld);
  vec3.add(ball, ball, ankleWorld);
  vec3.set(ahead, 0, 0, 1);
  vec3.transformQuat(ahead, ahead, rotationWorld);
  step.yaw = Math.atan2(ahead[0], ahead[2]);
  step.pitch = clamp(-Math.asin(clamp(ahead[1], -1, 1)), 0, model.settings.heelLimit);
  const sin = Math.sin(step.yaw);
  const cos = Math.cos(step.yaw);
  const { ballFromAnkle, ankleHeight } = leg;
  step.placeWorld[0] = ball[0] - cos * ballFromAnkle[0] - sin * ballFromAnkle[2];
  step.placeWorld[2] = ball[2] + sin * ballFromAnkle[0] - cos * ballFromAnkle[2];
  const highest = ankleWorld[1] + 0.5 * model.settings.maxStepHeight;
  const isGround = state.ground.query(step.placeWorld[0], step.placeWorld[2], highest, state.hit);
  step.placeWorld[1] = isGround ? state.hit.height : body.floorY;
  step.lift = Math.max(0, ball[1] - step.placeWorld[1] - ankleHeight - ballFromAnkle[1]);
  step.isStepping = false;
  // In mid air when its leader goes: down with a step.
  if (step.lift > 0.03 && footLeader(body, side) !== 'tracker') beginStep(model, state, body, side, 'geometry');
}

/** Stage seven: bob of a head that glides by stick; a person who walks bobs by themselves. */
function bobHead(model: GaitModel, state: GaitState): void {
  const dt = state.dtSeconds;
  const { settings } = model;
  const stick = state.stickVelocityWorld;
  const byStick = clamp(Math.sqrt(stick[0] * stick[0] + stick[2] * stick[2]) / 0.5, 0, 1);
  let nearest = Number.POSITIVE_INFINITY;
  for (let side = 0; side < 2; side++) {
    const step = state.steps[side];
    if (step.isStepping) continue;
    const x = state.balanceWorld[0] - step.placeWorld[0];
    const z = state.balanceWorld[2] - step.placeWorld[2];
    nearest = Math.min(nearest, Math.sqrt(x * x + z * z));
  }
  const goal = settings.bob && nearest < 2 ? settings.bobGain * nearest * byStick : 0;
  state.feedback.bob = goal + (state.feedback.bob - goal) * Math.exp(-dt / settings.bobSeconds);
}

/** A lift that the feet do not follow is forgotten with this time constant, seconds; its speed is seen as the body's is. */
const FORGET_LIFT_SECONDS = 1;
const LIFT_SPEED_SECONDS = 0.1;

/** Stage eight, with easeFloor(). The player lifts the person onto a step at once; until the feet have stepped there, the floor is higher than they are. */
function followLift({ settings }: GaitModel, state: GaitState, risen: number): void {
  const dt = state.dtSeconds;
  const speed = state.stickVelocityWorld[1];
  const lifted = (state.lifted + speed * dt) * Math.exp(-dt / FORGET_LIFT_SECONDS) - Math.max(0, risen);
  state.lifted = clamp(lifted, 0, settings.maxStepHeight);
  state.liftSpeed = speed + (state.liftSpeed - speed) * Math.exp(-dt / LIFT_SPEED_SECONDS);
}

/** Where the body's weight is, which way it goes, and how long its next step is (thesis ch. 6.5). */
function measureBody(model: GaitModel, state: GaitState, body: BodyState): void {
  const { settings, hips } = model;
  const { travel, heading, pose } = body;
  for (let k = 0; k < 3; k++) {
    state.balanceWorld[k] = lerp(travel.comWorld[k], pose.worldPositions[hips * 3 + k], settings.hipShare);
  }
  const way = Math.atan2(travel.directionWorld[0], travel.directionWorld[2]);
  state.wayAngle = Math.abs(wrapAngle(way - heading.yaw));
}

/** Stage two: how long the next step is. */
function findStepSize(model: GaitModel, state: GaitState, body: BodyState): void {
  const { curves, settings, lengthScale, speedScale } = model;
  const { travel } = body;
  let size = evaluateCurve(curves.stepSize, travel.speed / speedScale) * lengthScale;
  size *= evaluateCurve(curves.stepSizeDirection, state.wayAngle);
  state.probeCount = 0;
  if (settings.grounding && travel.speed > settings.standSpeed) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < PROBE_COUNT; i++) {
      const ahead = (size * i) / (PROBE_COUNT - 1);
      const x = state.balanceWorld[0] + travel.directionWorld[0] * ahead;
      const z = state.balanceWorld[2] + travel.directionWorld[2] * ahead;
      if (!state.ground.query(x, z, body.floorY + settings.maxStepHeight, state.hit)) continue;
      const at = 3 * state.probeCount++;
      state.probesWorld[at] = x;
      state.probesWorld[at + 1] = state.hit.height;
      state.probesWorld[at + 2] = z;
      low = Math.min(low, state.hit.height);
      high = Math.max(high, state.hit.height);
    }
    if (high > low) size *= evaluateCurve(curves.stepSizeSlope, (high - low) / size);
  }
  state.stepSize = size;
}
