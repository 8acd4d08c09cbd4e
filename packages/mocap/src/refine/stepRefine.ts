import { createQuat, DEG, quat, toRotationVector, vec3 } from '@leib/core';
import { type AgentAngles, anglesFromPose, nearestTurn, poseFromAngles, turnAbout } from '@leib/core/pack';
import { composePoses, POSE_SIZE, readRotation } from '@leib/tracking';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import { pointWorld, updateDofFrame } from '../leastSquares/dofModel.js';
import {
  addPoint,
  addPrior,
  addRotation,
  clearNormalEquations,
  type NormalEquations,
  solveDamped,
} from '../leastSquares/normalEquations.js';
import { type RefineBody, type RefineModel, type RefineState, refineParams } from './refineModel.js';
import { findStartAngles } from './startAngles.js';

/** What a frame brings: measured or held bodies, and how far each is to be trusted, 0..1, by the frame's bodies. */
export interface RefineInput {
  readonly frame: BodyFrame;
  readonly confidence: ArrayLike<number>;
  /** Joints that no body sits on, where the closed form has them; none when absent. */
  readonly guesses?: readonly PlaceGuess[];
  /** Angles of the closed form, to begin again from where the search has run into a wrong pose; it goes on when absent. */
  readonly closedForm?: AgentAngles;
}

/** Where a joint is thought to be. */
export interface PlaceGuess {
  readonly joint: number;
  /** Metres. */
  readonly world: Float64Array;
  /** 1 / (standard deviation in metres)^2; 0 where nothing is known. */
  weight: number;
}

/** A body with less confidence than this does not count. */
const LEAST_CONFIDENCE = 0.01;

/**
 * Moves the actor's skeleton until it fits all bodies at once: least squares over root and angles, each body weighted by noise,
 * by how well it stands for its bone, and by confidence; what no body tells stays near rest and near the frame before.
 * Levenberg & Marquardt (Marquardt, "An algorithm for least-squares estimation of nonlinear parameters", 1963), from the
 * frame before. Nothing happens until a body of the trunk is seen.
 */
export function stepRefine(model: RefineModel, state: RefineState, input: RefineInput, dtSeconds: number): void {
  if (!state.isStarted && !findStartAngles(model, input.frame, input.confidence, state.angles)) return;
  copyAngles(state.before, state.angles);
  if (state.isStarted) {
    state.cost = search(model, state, input, dtSeconds, refineParams.mostIterations);
    state.poorFrames = state.cost > POOR_COST ? state.poorFrames + 1 : 0;
    if (state.poorFrames % POOR_FRAMES === 1) searchAfresh(model, state, input);
    limitJumps(model, state, dtSeconds);
  } else {
    state.cost = search(model, state, input, dtSeconds, FIRST_ITERATIONS);
  }
  updateDofFrame(model.dofs, state.angles, state.frame);
  updateRolls(model, state, input, dtSeconds);
  state.isStarted = true;
}

/** Steps from state.angles on; returns the sum of squares before the last one. */
function search(model: RefineModel, state: RefineState, input: RefineInput, dtSeconds: number, most: number): number {
  copyAngles(state.best, state.angles);
  let damping = most > FIRST_ITERATIONS / 4 ? 1e-2 : 1e-6;
  let cost = Number.POSITIVE_INFINITY;
  for (state.iterationCount = 0; state.iterationCount < most; state.iterationCount++) {
    const changed = buildEquations(model, state, input, dtSeconds);
    if (changed <= cost) {
      cost = changed;
      copyAngles(state.best, state.angles);
      damping *= 0.1;
    } else {
      copyAngles(state.angles, state.best);
      buildEquations(model, state, input, dtSeconds);
      damping = Math.max(damping, 1e-6) * 30;
    }
    if (!solveDamped(state.equations, damping, state.change)) break;
    applyChange(state.angles, state.change);
    if (largest(state.change) < SMALL_CHANGE) break;
  }
  return cost;
}

/** A good fit costs 15 to 40; beyond this the skeleton may have folded into a wrong pose. Looked at every so many frames. */
const POOR_COST = 120;
const POOR_FRAMES = 4;
const FRESH_ITERATIONS = 20;

/**
 * Looks for a better pose from where the closed form has trunk and legs, without it from a stiff trunk and legs that point where
 * their bodies are; takes it if it fits twice as well.
 */
function searchAfresh(model: RefineModel, state: RefineState, input: RefineInput): void {
  const { angles, found, fresh } = state;
  copyAngles(found, angles);
  const cost = buildEquations(model, state, input, 0);
  if (input.closedForm !== undefined) {
    // Of the several ways to write a pose as angles, the one nearest to the present.
    copyAngles(fresh, angles);
    poseFromAngles(model.dofs.binding, input.closedForm, state.frame.pose);
    anglesFromPose(model.reading, state.frame.pose, fresh);
  } else if (!findStartAngles(model, input.frame, input.confidence, fresh)) return;
  angles.rootPosition.set(fresh.rootPosition);
  for (const dof of model.trunkAndLegs) angles.angles[dof] = nearestTurn(fresh.angles[dof], found.angles[dof]);
  const freshCost = search(model, state, input, 0, FRESH_ITERATIONS);
  if (freshCost < 0.5 * cost) state.cost = freshCost;
  else copyAngles(angles, found);
}

/** A step after which the next one would be in the noise: radians and metres. */
const SMALL_CHANGE = 0.01;

const FIRST_ITERATIONS = 60;

function largest(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}

function copyAngles(out: AgentAngles, from: AgentAngles): void {
  out.rootPosition.set(from.rootPosition);
  out.angles.set(from.angles);
}

/** No angle changes by more than this in one step: farther than that the linear picture is wrong. Radians. */
const MOST_STEP = 0.7;

function applyChange({ rootPosition, angles }: AgentAngles, change: Float64Array): void {
  let most = 0;
  for (let i = 3; i < change.length; i++) most = Math.max(most, Math.abs(change[i]));
  const share = most > MOST_STEP ? MOST_STEP / most : 1;
  for (let k = 0; k < 3; k++) rootPosition[k] += share * change[k];
  for (let dof = 0; dof < angles.length; dof++) angles[dof] += share * change[3 + dof];
}

/** Fastest turn of an angle: radians per second, but at least that many in a frame. */
const MOST_RATE = 840 * DEG;
const MOST_TURN = 14 * DEG;

/**
 * A body that comes back elsewhere than expected, or a straight arm, may ask for any change. The limb then goes there over
 * several frames, all of its angles by the same share, so that it moves between two poses that both make sense.
 */
function limitJumps({ limbs }: RefineModel, { angles, before }: RefineState, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  const most = Math.max(MOST_TURN, MOST_RATE * dtSeconds);
  for (const dofs of limbs) {
    let turn = 0;
    for (const dof of dofs) turn = Math.max(turn, Math.abs(angles.angles[dof] - before.angles[dof]));
    if (turn <= most) continue;
    for (const dof of dofs) {
      angles.angles[dof] = before.angles[dof] + (angles.angles[dof] - before.angles[dof]) * (most / turn);
    }
  }
}

/** Linearises everything at the present angles, into state.equations; returns the sum of squares. */
export function buildEquations(model: RefineModel, state: RefineState, input: RefineInput, dtSeconds: number): number {
  const { dofs, bodies } = model;
  updateDofFrame(dofs, state.angles, state.frame);
  clearNormalEquations(state.equations);
  let cost = addPriors(model, state, dtSeconds);
  for (let i = 0; i < bodies.length; i++) {
    const index = input.frame.names.indexOf(bodies[i].name);
    const confidence = index < 0 ? 0 : input.confidence[index];
    if (confidence > LEAST_CONFIDENCE) cost += addBody(model, state, i, input.frame.poses, index, confidence);
  }
  if (input.guesses !== undefined) for (const guess of input.guesses) cost += addGuess(model, state, guess);
  return cost;
}

function addGuess({ dofs }: RefineModel, { equations, frame, goal }: RefineState, guess: PlaceGuess): number {
  const { joint, weight } = guess;
  if (weight === 0) return 0;
  const { point } = goal;
  for (let k = 0; k < 3; k++) {
    point.wanted[k] = guess.world[k];
    point.world[k] = frame.pose.worldPositions[joint * 3 + k];
  }
  point.weight = weight;
  addPoint(equations, dofs, frame, joint, point);
  return weight * squaredDistance(point.wanted, point.world);
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

function addPriors(
  { priors }: RefineModel,
  { equations, angles, before, isStarted }: RefineState,
  dtSeconds: number,
): number {
  const hasBefore = isStarted && dtSeconds > 0;
  let cost = 0;
  for (let dof = 0; dof < priors.length; dof++) {
    const { rest, sigma, rate, min, max } = priors[dof];
    const angle = angles.angles[dof];
    cost += pull(equations, 3 + dof, rest - angle, sigma);
    if (angle < min) cost += pull(equations, 3 + dof, min - angle, refineParams.limitSigma);
    if (angle > max) cost += pull(equations, 3 + dof, max - angle, refineParams.limitSigma);
    if (hasBefore) cost += pull(equations, 3 + dof, before.angles[dof] - angle, rate * dtSeconds);
  }
  if (hasBefore) {
    for (let k = 0; k < 3; k++) {
      cost += pull(equations, k, before.rootPosition[k] - angles.rootPosition[k], refineParams.rootRate * dtSeconds);
    }
  }
  return cost;
}

/** One unknown should change by `error`; returns the square of that in standard deviations. */
function pull(equations: NormalEquations, unknown: number, error: number, sigma: number): number {
  const weight = 1 / (sigma * sigma);
  addPrior(equations, unknown, error, weight);
  return weight * error * error;
}

// Scratch, written before it is read in every call.
const carried = new Float64Array(POSE_SIZE);
const measuredRotation = createQuat();
const jointRotation = createQuat();
const untwist = createQuat();

function addBody(
  model: RefineModel,
  state: RefineState,
  index: number,
  poses: Float64Array,
  body: number,
  confidence: number,
): number {
  const { dofs, bodies } = model;
  const { frame, equations, goal } = state;
  const { joint, inJoint, jointInBody, positionVariance, rotationVariance, twistDof } = bodies[index];
  const { point, rotation } = goal;
  composePoses(carried, 0, poses, body * POSE_SIZE, jointInBody, 0);
  // The body's own place is what the tracker measured, independent of its rotation; a body that rolls on its bone is
  // compared by the joint that it carries.
  const isOwnPlace = twistDof < 0;
  for (let k = 0; k < 3; k++) {
    point.wanted[k] = isOwnPlace ? poses[body * POSE_SIZE + k] : carried[k];
    point.world[k] = frame.pose.worldPositions[joint * 3 + k];
  }
  if (isOwnPlace) pointWorld(frame, joint, inJoint, 0, point.world);
  point.weight = confidence / positionVariance;
  addPoint(equations, dofs, frame, joint, point);

  findTurn(model, state, index);
  const { angle, roll } = goal;
  const rollVariance = rollVarianceOf(bodies[index], state.rollSeconds[index]);
  rotation.weight = confidence / rotationVariance;
  rotation.axisWeight = confidence / rollVariance;
  rotation.moverCount = dofs.movers[joint].length - (twistDof >= 0 ? 1 : 0);
  addRotation(equations, dofs, frame, joint, rotation);
  const cost = (angle * angle - roll * roll) / rotationVariance + (roll * roll) / rollVariance;
  return confidence * (squaredDistance(point.wanted, point.world) / positionVariance + cost);
}

/** Writes the turn from the skeleton to the measured body that stands in `carried` into state.goal. */
function findTurn(model: RefineModel, { frame, goal, rollOffsets, angles }: RefineState, index: number): void {
  const { joint, direction, twistDof } = model.bodies[index];
  const { worldRotations } = frame.pose;
  const { error, axis } = goal.rotation;
  readRotation(measuredRotation, carried, 0);
  const at = joint * 4;
  for (let k = 0; k < 4; k++) jointRotation[k] = worldRotations[at + k];
  if (twistDof >= 0) {
    const turned = rollOffsets[index] - angles.angles[twistDof];
    quat.multiply(
      jointRotation,
      jointRotation,
      turnAbout(untwist, model.dofs.binding.layout.dofs[twistDof].axis, turned),
    );
  }
  vec3.transformQuat(axis, direction, jointRotation);
  quat.multiply(measuredRotation, measuredRotation, quat.conjugate(jointRotation, jointRotation));
  toRotationVector(error, measuredRotation);
  goal.angle = vec3.length(error);
  goal.roll = vec3.dot(error, axis);
}

/** A hinge that is not quite where the skeleton has it rolls the body by a constant; it is known after some time of bending. */
const ROLL_KNOWN_SECONDS = 0.5;
const LEAST_ROLL_SIGMA = 6 * DEG;

function rollVarianceOf({ rollNoiseVariance, rollSigma }: RefineBody, seconds: number): number {
  const unknown = Math.max(0, rollSigma - LEAST_ROLL_SIGMA);
  const sigma = Math.min(rollSigma, LEAST_ROLL_SIGMA) + unknown * Math.exp(-seconds / ROLL_KNOWN_SECONDS);
  return rollNoiseVariance + sigma * sigma;
}

/** Learns the constant roll of bodies on forearms from frames in which the elbow is bent: there the hinge itself is seen. */
function updateRolls(model: RefineModel, state: RefineState, input: RefineInput, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  for (let index = 0; index < model.bodies.length; index++) {
    const { name, hingeDof, twistSign, jointInBody } = model.bodies[index];
    const body = input.frame.names.indexOf(name);
    if (hingeDof < 0 || body < 0 || !(input.confidence[body] > 0.99)) continue;
    const bend = Math.sin(Math.max(0, state.angles.angles[hingeDof]));
    if (bend < 0.35) continue;
    composePoses(carried, 0, input.frame.poses, body * POSE_SIZE, jointInBody, 0);
    findTurn(model, state, index);
    state.rollSeconds[index] += bend * bend * dtSeconds;
    const window = Math.min(ROLL_KNOWN_SECONDS, state.rollSeconds[index]);
    state.rollOffsets[index] += twistSign * state.goal.roll * (1 - Math.exp((-bend * bend * dtSeconds) / window));
  }
}
