import { createQuat, createVec3, quat, unitAcross, unitTowards, vec3 } from '../math/index.js';
import type { FabrikOutput } from './fabrikChain.js';
import { carryFrame, frameForward, limitAfter, limitBefore, readDirection, readFrame } from './fabrikShape.js';
import type { FabrikTree, FabrikTreeInput, FabrikTreeState } from './fabrikTreeModel.js';

/** Iterations without a gain of a hundredth after which nothing more is expected. */
const PATIENCE = 10;

/**
 * FABRIK over a tree with several end effectors (Aristidou & Lasenby 2011, section 5). In the forward pass every
 * branch gives a wish for the joint it grows from, and where branches meet (a sub-base) the joint goes to the
 * centroid of those wishes, weighted by the effectors beyond them. The backward pass draws everything from the
 * root again. Branches without an effector follow their parent bone as if welded to it.
 *
 * Targets may contradict each other, or lie out of reach: the best compromise met counts (least weighted sum of
 * squared distances), from the given positions on, so solving again never makes it worse and comes to rest.
 * Does not allocate.
 */
export function solveFabrikTree(
  tree: FabrikTree,
  state: FabrikTreeState,
  input: FabrikTreeInput,
  out: FabrikOutput,
): void {
  const { positions, frames, bestPositions, bestFrames } = state;
  const { toleranceMetres, maxIterations } = input;
  drawBackward(tree, state, input, true);
  let best = cost(tree, state, input);
  let worst = farthest(state.errors);
  bestPositions.set(positions);
  bestFrames.set(frames);

  let runBest = best;
  let mayLimitForward = tree.hasForwardLimits;
  let hasBent = false;
  let hasLeapt = true;
  let waited = 0;
  let iteration = 0;
  while (worst > toleranceMetres && iteration < maxIterations) {
    iteration++;
    drawForward(tree, state, input, mayLimitForward);
    drawBackward(tree, state, input, false);
    const now = cost(tree, state, input);
    const nowWorst = farthest(state.errors);
    waited = now < 0.98 * runBest ? 0 : waited + 1;
    runBest = Math.min(runBest, now);
    // After a shake the answer must be clearly better, or the body would leap for a millimetre.
    if (now < (hasLeapt ? best : 0.8 * best) || nowWorst <= toleranceMetres) {
      hasLeapt = true;
      best = now;
      worst = nowWorst;
      bestPositions.set(positions);
      bestFrames.set(frames);
    }
    if (waited < PATIENCE) continue;
    waited = 0;
    if (mayLimitForward) {
      mayLimitForward = false;
    } else if (!hasBent) {
      hasBent = true;
      hasLeapt = false;
      runBest = Infinity;
      bendBranches(tree, state, input);
    } else {
      break;
    }
  }
  positions.set(bestPositions);
  frames.set(bestFrames);
  cost(tree, state, input);
  out.error = worst;
  out.reached = worst <= toleranceMetres;
  out.iterations = iteration;
}

// Scratch: every call writes these before reading them, except worldAxes, which is never written.
const worldAxes = createQuat();
const frame = createQuat();
const direction = createVec3();
const from = createVec3();
const to = createVec3();
const bend = createVec3();

/** Distances into state.errors; returns the weighted sum of their squares. */
function cost(tree: FabrikTree, { positions, errors }: FabrikTreeState, { targetsWorld }: FabrikTreeInput): number {
  let sum = 0;
  for (let effector = 0; effector < errors.length; effector++) {
    const at = tree.effectorJoints[effector] * 3;
    const x = targetsWorld[effector * 3] - positions[at];
    const y = targetsWorld[effector * 3 + 1] - positions[at + 1];
    const z = targetsWorld[effector * 3 + 2] - positions[at + 2];
    const distanceSq = x * x + y * y + z * z;
    errors[effector] = Math.sqrt(distanceSq);
    sum += tree.effectorWeights[effector] * distanceSq;
  }
  return sum;
}

function farthest(errors: Float64Array): number {
  let worst = 0;
  for (let effector = 0; effector < errors.length; effector++) worst = Math.max(worst, errors[effector]);
  return worst;
}

/** Root to tips. At the start of a solve it also notes how each bone lies in the frame before it. */
function drawBackward(tree: FabrikTree, state: FabrikTreeState, input: FabrikTreeInput, isStart: boolean): void {
  const { jointCount, parents, lengths, weights, backwardCones, conesToFrames } = tree;
  const { positions, frames, startDirections } = state;
  const rootFrame = input.rootFrameWorld ?? worldAxes;
  for (let k = 0; k < 3; k++) positions[k] = input.rootWorld[k];
  for (let k = 0; k < 4; k++) frames[k] = rootFrame[k];
  for (let joint = 1; joint < jointCount; joint++) {
    const parent = parents[joint];
    const at = joint * 3;
    readFrame(frame, frames, parent);
    if (!isStart && weights[joint] === 0) {
      vec3.set(direction, startDirections[at], startDirections[at + 1], startDirections[at + 2]);
      vec3.transformQuat(direction, direction, frame);
    } else if (!readDirection(direction, positions, parent, joint)) {
      frameForward(frame, direction);
    }
    const cone = backwardCones[joint];
    if (cone) limitAfter(cone, conesToFrames, joint, frame, direction);
    for (let k = 0; k < 3; k++) positions[at + k] = positions[parent * 3 + k] + direction[k] * lengths[joint];
    if (isStart) {
      quat.conjugate(frame, frame);
      vec3.transformQuat(to, direction, frame);
      for (let k = 0; k < 3; k++) startDirections[at + k] = to[k];
      readFrame(frame, frames, parent);
    }
    carryFrame(frame, direction);
    for (let k = 0; k < 4; k++) frames[joint * 4 + k] = frame[k];
  }
}

/** Tips to root: each joint to the weighted mean of its own target and what its branches want. */
function drawForward(tree: FabrikTree, state: FabrikTreeState, input: FabrikTreeInput, mayLimit: boolean): void {
  const { jointCount, parents, lengths, weights, jointToEffector, effectorWeights } = tree;
  const { positions, wishes } = state;
  const { targetsWorld } = input;
  wishes.fill(0);
  for (let joint = jointCount - 1; joint > 0; joint--) {
    const weight = weights[joint];
    if (weight === 0) continue;
    const at = joint * 3;
    const effector = jointToEffector[joint];
    const own = effector < 0 ? 0 : effectorWeights[effector];
    for (let k = 0; k < 3; k++) {
      const target = effector < 0 ? 0 : targetsWorld[effector * 3 + k];
      positions[at + k] = (wishes[at + k] + own * target) / weight;
    }
    const parent = parents[joint];
    if (parent === 0) continue;
    if (!readDirection(direction, positions, parent, joint)) vec3.set(direction, 0, 1, 0);
    if (tree.hasLimits) limitToBranches(tree, state, joint, mayLimit);
    for (let k = 0; k < 3; k++) {
      wishes[parent * 3 + k] += weight * (positions[at + k] - direction[k] * lengths[joint]);
    }
  }
}

/** Turns the bone that leads to a joint so that the bones after it, as they lie, are within their cones. */
function limitToBranches(tree: FabrikTree, state: FabrikTreeState, joint: number, mayLimit: boolean): void {
  const { jointCount, parents, weights, backwardCones, forwardCones, conesToFrames } = tree;
  for (let child = joint + 1; child < jointCount; child++) {
    const cone = backwardCones[child] ?? (mayLimit ? forwardCones[child] : null);
    if (!cone || parents[child] !== joint || weights[child] === 0) continue;
    vec3.copy(from, direction);
    readFrame(frame, state.frames, child);
    if (readDirection(direction, state.positions, joint, child)) carryFrame(frame, direction);
    vec3.copy(direction, from);
    limitBefore(cone, conesToFrames, child, frame, direction);
  }
}

/** Draws every joint on the way to an effector aside, towards the root frame's +Y: frees branches stuck on a line. */
function bendBranches(tree: FabrikTree, { positions }: FabrikTreeState, input: FabrikTreeInput): void {
  const { jointCount, lengths, weights, jointToEffector } = tree;
  const { targetsWorld } = input;
  vec3.set(from, positions[0], positions[1], positions[2]);
  vec3.set(to, 0, 0, 0);
  for (let at = 0; at < targetsWorld.length; at++) to[at % 3] += (3 * targetsWorld[at]) / targetsWorld.length;
  unitTowards(direction, from, to);
  vec3.set(bend, 0, 1, 0);
  vec3.transformQuat(bend, bend, input.rootFrameWorld ?? worldAxes);
  unitAcross(bend, direction, bend);
  for (let joint = 1; joint < jointCount; joint++) {
    if (weights[joint] === 0 || jointToEffector[joint] >= 0) continue;
    for (let k = 0; k < 3; k++) positions[joint * 3 + k] += 0.5 * lengths[joint] * bend[k];
  }
}
