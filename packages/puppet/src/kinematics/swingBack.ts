import {
  createQuat,
  createSwingStep,
  createVec3,
  easingShare,
  fromRotationVector,
  quat,
  type SwingStep,
  toRotationVector,
  updateSwingStep,
  type Vec3,
} from '@leib/core';
import { WHOLE } from '../model/partSkeleton.js';
import { type ChainsState, setPartRotation } from './chainsState.js';
import { readAllowedAngles } from './partJoint.js';
import type { PuppetChains } from './puppetChains.js';

/** Nearer than this to rest and slower than it per second a swing is over: far below what can be seen. */
const AT_REST = 1e-5;

/** A part that is let go is not thrown faster than this, radians per second. */
const FASTEST_TURN = 30;

/** Time over which the velocity of a held part is smoothed, seconds. */
const VELOCITY_HALF_LIFE = 0.02;

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of swingTurn() and measureHeldParts(). */
const rotation = createQuat();
const inverse = createQuat();
const vector = createVec3();
const clamped = createVec3();

/** Parts with a spring that are not held swing towards rest; all others stay. */
export function swingBack(model: PuppetChains, state: ChainsState, dtSeconds: number): void {
  const step = createSwingStep();
  model.joints.forEach(({ spring }, part) => {
    if (state.isHeld[part] === 1) return;
    if (spring === null) {
      state.turnVelocities.fill(0, part * 3, part * 3 + 3);
      state.offsetVelocities.fill(0, part * 3, part * 3 + 3);
      return;
    }
    updateSwingStep(step, spring.frequency, spring.damping, dtSeconds);
    swingTurn(model, state, part, step);
    if (model.skeleton.parents[part + 1] === WHOLE) swing(state.rootShifts, state.offsetVelocities, part * 3, step);
  });
}

/** Three values and their velocities, one step on. Returns whether they are now exactly at rest. */
export function swing(values: Vec3 | Float64Array, velocities: Float64Array, at: number, step: SwingStep): boolean {
  let isOver = true;
  for (let i = at; i < at + 3; i++) {
    const [x, v] = [values[i], velocities[i]];
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
  const { angles, turnVelocities: velocity, basePose } = state;
  const at = part * 3;
  quat.copy(rotation, basePose.localRotations.subarray(part * 4 + 4, part * 4 + 8));
  quat.conjugate(inverse, joint.restRotation);
  quat.multiply(rotation, rotation, inverse);
  toRotationVector(vector, rotation);
  const local = velocity.subarray(at, at + 3);
  if (swing(vector, local, 0, step)) {
    angles.set(joint.restAngles, at);
    setPartRotation(model, state, part);
    return;
  }
  fromRotationVector(rotation, vector);
  quat.multiply(rotation, rotation, joint.restRotation);
  const isStopped = readAllowedAngles(joint, rotation, angles, at);
  setPartRotation(model, state, part);
  if (!isStopped) return;
  // At a limit the part stops: what of its velocity led outwards is gone.
  quat.copy(rotation, basePose.localRotations.subarray(part * 4 + 4, part * 4 + 8));
  quat.multiply(rotation, rotation, inverse);
  toRotationVector(clamped, rotation);
  let [outward, lengthSq] = [0, 0];
  for (let i = 0; i < 3; i++) {
    vector[i] -= clamped[i];
    outward += vector[i] * local[i];
    lengthSq += vector[i] * vector[i];
  }
  if (lengthSq < 1e-18 || outward <= 0) return;
  for (let i = 0; i < 3; i++) local[i] -= (vector[i] * outward) / lengthSq;
}

/** How fast held parts with a spring turn, so that they swing on when they are let go. */
export function measureHeldParts(model: PuppetChains, state: ChainsState, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  const share = easingShare(VELOCITY_HALF_LIFE, dtSeconds);
  const { basePose, lastRotations, turnVelocities, isHeld } = state;
  model.joints.forEach(({ spring }, part) => {
    if (isHeld[part] === 0 || spring === null) return;
    const [at, q] = [part * 3, part * 4 + 4];
    quat.conjugate(inverse, lastRotations.subarray(q, q + 4));
    quat.multiply(rotation, basePose.localRotations.subarray(q, q + 4), inverse);
    toRotationVector(vector, rotation);
    const speed = Math.hypot(vector[0], vector[1], vector[2]) / dtSeconds;
    const scale = (speed > FASTEST_TURN ? FASTEST_TURN / speed : 1) / dtSeconds;
    for (let i = 0; i < 3; i++) turnVelocities[at + i] += share * (vector[i] * scale - turnVelocities[at + i]);
  });
}
