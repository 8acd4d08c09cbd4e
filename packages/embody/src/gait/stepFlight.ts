import { clamp, createVec3, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { GaitLeg, GaitModel } from './gaitModel.js';
import type { GaitState } from './gaitState.js';
import { isListening } from './rhythm.js';

/** A flying leg hangs this much of its length below the hip. */
const HANGING = 0.95;
/** ...with the toes down, radians. */
const TOES_DOWN = 0.5;
const EASE_SECONDS = 0.06;
/** Both feet are up when each stands with less than this and the head rises faster, metres per second. */
const UP_PROBABILITY = 0.25;
const UP_SPEED = 0.9;

// Scratch.
const home = createVec3();

/** A jump: hips higher than legs on tiptoe reach. Both feet leave the ground and follow, and land where there is some. */
export function stepFlight(model: GaitModel, state: GaitState, body: BodyState): void {
  if (!state.isFlying && isLeaving(model, state, body)) {
    state.isFlying = true;
    for (let side = 0; side < 2; side++) {
      const step = state.steps[side];
      step.isStepping = model.legs[side] !== null;
      step.cause = 'flight';
      step.progress = 0;
      vec3.copy(step.startWorld, step.placeWorld);
      vec3.copy(step.goalWorld, step.placeWorld);
    }
  }
  if (state.isFlying && !state.steps[0].isStepping && !state.steps[1].isStepping) state.isFlying = false;
}

function isLeaving(model: GaitModel, state: GaitState, body: BodyState): boolean {
  const { feet } = state.observer;
  const isHeard =
    isListening(model, state) &&
    feet[0].ball < UP_PROBABILITY &&
    feet[1].ball < UP_PROBABILITY &&
    body.travel.velocityWorld[1] - state.liftSpeed > UP_SPEED;
  // What carries a head up stairs is a step ahead of the feet at times.
  const margin = state.rhythm.isCarried ? model.settings.maxStepHeight / 2 : 0;
  let isOut = true;
  for (let side = 0; side < 2; side++) {
    const leg = model.legs[side];
    if (leg === null) return false;
    // On tiptoe the ankle stands nearly a foot's length higher.
    const tiptoe = 0.8 * Math.abs(leg.ballFromAnkle[2]);
    isOut = isOut && heightUnder(state, body, leg) > leg.length + leg.ankleHeight + tiptoe + margin;
  }
  return isOut || isHeard;
}

/**
 * Height of the hip joint above the floor, metres, without what the player lifts: climbing a step is not a jump. A head that
 * an app carries up stairs is ahead of the floor that its feet are on: then what lies below counts.
 */
function heightUnder(state: GaitState, body: BodyState, leg: GaitLeg): number {
  const { worldPositions: at } = body.pose;
  const hip = leg.limb.upper.joint * 3;
  const isGround = state.ground.query(at[hip], at[hip + 2], at[hip + 1], state.hit);
  const floorY = isGround ? Math.max(body.floorY, state.hit.height) : body.floorY;
  return at[hip + 1] - floorY - state.lifted;
}

/** One foot in flight: it goes along with the body, hangs, and lands when it comes to the ground. */
export function fly(model: GaitModel, state: GaitState, body: BodyState, side: number): void {
  const dt = state.dtSeconds;
  const leg = model.legs[side];
  if (leg === null) return;
  const step = state.steps[side];
  const { velocityWorld } = body.travel;
  const eased = 1 - Math.exp(-dt / EASE_SECONDS);
  const slow = 1 - Math.exp(-dt / (4 * EASE_SECONDS));
  const hips = model.hips * 3;
  const sin = Math.sin(body.heading.yaw);
  const cos = Math.cos(body.heading.yaw);
  home[0] = body.pose.worldPositions[hips] + cos * leg.ankleFromHips[0] + sin * leg.ankleFromHips[2];
  home[2] = body.pose.worldPositions[hips + 2] - sin * leg.ankleFromHips[0] + cos * leg.ankleFromHips[2];
  for (let k = 0; k < 3; k += 2) {
    step.placeWorld[k] += velocityWorld[k] * dt;
    step.placeWorld[k] += (home[k] - step.placeWorld[k]) * slow;
  }
  step.yaw += (body.heading.yaw - step.yaw) * slow;
  const hipY = body.pose.worldPositions[leg.limb.upper.joint * 3 + 1];
  const isGround = state.ground.query(step.placeWorld[0], step.placeWorld[2], hipY - 0.5 * leg.length, state.hit);
  const groundY = isGround ? state.hit.height : body.floorY;
  const lift = hipY - HANGING * leg.length - leg.ankleHeight - groundY;
  // The place is on the ground below, also where that changes under the flight.
  step.lift += step.placeWorld[1] - groundY;
  step.placeWorld[1] = groundY;
  step.lift += (Math.max(0, lift) - step.lift) * eased;
  step.pitch += (clamp(step.lift / 0.15, 0, 1) * TOES_DOWN - step.pitch) * eased;
  vec3.copy(step.goalWorld, step.placeWorld);
  vec3.copy(step.startWorld, step.placeWorld);
  step.elapsedSeconds += dt;
  const isDown = model.settings.phase && state.observer.feet[side].ball > 0.5 && velocityWorld[1] < 0.2;
  const isRising = velocityWorld[1] > 0.3 && !state.rhythm.isCarried;
  if (!isGround || isRising) return;
  if (lift > 0.005 && !(isDown && step.lift < 0.08)) return;
  step.isStepping = false;
  step.lift = 0;
  step.plantedSeconds = 0;
  vec3.copy(step.normalWorld, state.hit.normal);
}
