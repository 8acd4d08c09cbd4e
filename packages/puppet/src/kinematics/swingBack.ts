import { createQuat, createVec3, easingShare, fromRotationVector, quat, toRotationVector, vec3 } from '@leib/core';
import { WHOLE } from '../model/partSkeleton.js';
import { type ChainsState, setPartRotation } from './chainsState.js';
import { readAllowedAngles, readQuat } from './partJoint.js';
import type { PuppetChains } from './puppetChains.js';
import { createSwingStep, type SwingStep, updateSwingStep } from './swing.js';

/** Nearer than this to rest and slower than it per second a swing is over: far below what can be seen. */
const AT_REST = 1e-5;

/** A part that is let go is not thrown faster than this, radians per second. */
const FASTEST_TURN = 30;

/** Time over which the velocity of a held part is smoothed, seconds. */
const VELOCITY_HALF_LIFE = 0.02;

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of swingBack(). */
const springStep = createSwingStep();
/** Of swingTurn() and measureHeldParts(). */
const rotation = createQuat();
const inverse = createQuat();
const vector = createVec3();
const clamped = createVec3();

/** Parts with a spring that are not held swing towards rest; all others stay. */
export function swingBack(model: PuppetChains, state: ChainsState, dtSeconds: number): void {
  for (let part = 0; part < model.joints.length; part++) {
    const { spring } = model.joints[part];
    if (state.isHeld[part] === 1) continue;
    if (spring === null) {
      state.turnVelocities.fill(0, part * 3, part * 3 + 3);
      state.offsetVelocities.fill(0, part * 3, part * 3 + 3);
      continue;
    }
    const step = updateSwingStep(springStep, spring.frequency, spring.damping, dtSeconds);
    swingTurn(model, state, part, step);
    if (model.skeleton.parents[part + 1] === WHOLE) swing(state.rootShifts, state.offsetVelocities, part * 3, step);
  }
}

/** Three values and their velocities, from `at` on, one step on. Returns whether they are now exactly at rest. */
export function swing(values: Float64Array, velocities: Float64Array, at: number, step: SwingStep): boolean {
  let isOver = true;
  for (let i = at; i < at + 3; i++) {
    const x = values[i];
    const v = velocities[i];
    values[i] = step.keep * x + step.rise * v;
    velocities[i] = step.pull * x + step.carry * v;
    if (Math.abs(values[i]) > AT_REST || Math.abs(velocities[i]) > AT_REST) isOver = false;
  }
  if (isOver) {
    for (let i = at; i < at + 3; i++) values[i] = 0;
    velocities.fill(0, at, at + 3);
  }
  return isOver;
}

function swingTurn(model: PuppetChains, state: ChainsState, part: number, step: SwingStep): void {
  const joint = model.joints[part];
  const { angles, turns, turnVelocities, basePose } = state;
  const at = part * 3;
  readQuat(basePose.localRotations, part * 4 + 4, rotation);
  quat.conjugate(inverse, joint.restRotation);
  quat.multiply(rotation, rotation, inverse);
  toRotationVector(vector, rotation);
  for (let i = 0; i < 3; i++) turns[at + i] = vector[i];
  if (swing(turns, turnVelocities, at, step)) {
    angles.set(joint.restAngles, at);
    setPartRotation(model, state, part);
    return;
  }
  for (let i = 0; i < 3; i++) vector[i] = turns[at + i];
  fromRotationVector(rotation, vector);
  quat.multiply(rotation, rotation, joint.restRotation);
  const isStopped = readAllowedAngles(joint, rotation, angles, at);
  setPartRotation(model, state, part);
  if (!isStopped) return;
  // At a limit the part stops: what of its velocity led outwards is gone.
  readQuat(basePose.localRotations, part * 4 + 4, rotation);
  quat.multiply(rotation, rotation, inverse);
  toRotationVector(clamped, rotation);
  let outward = 0;
  let lengthSq = 0;
  for (let i = 0; i < 3; i++) {
    vector[i] -= clamped[i];
    outward += vector[i] * turnVelocities[at + i];
    lengthSq += vector[i] * vector[i];
  }
  if (lengthSq < 1e-18 || outward <= 0) return;
  for (let i = 0; i < 3; i++) turnVelocities[at + i] -= (vector[i] * outward) / lengthSq;
}

/** How fast held parts with a spring turn, so that they swing on when they are let go. */
export function measureHeldParts(model: PuppetChains, state: ChainsState, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  const share = easingShare(VELOCITY_HALF_LIFE, dtSeconds);
  const { basePose, lastRotations, turnVelocities, isHeld } = state;
  for (let part = 0; part < model.joints.length; part++) {
    if (isHeld[part] === 0 || model.joints[part].spring === null) continue;
    const at = part * 3;
    quat.conjugate(inverse, readQuat(lastRotations, part * 4 + 4, inverse));
    readQuat(basePose.localRotations, part * 4 + 4, rotation);
    toRotationVector(vector, quat.multiply(rotation, rotation, inverse));
    const speed = vec3.length(vector) / dtSeconds;
    const scale = (speed > FASTEST_TURN ? FASTEST_TURN / speed : 1) / dtSeconds;
    for (let i = 0; i < 3; i++) turnVelocities[at + i] += share * (vector[i] * scale - turnVelocities[at + i]);
  }
}
