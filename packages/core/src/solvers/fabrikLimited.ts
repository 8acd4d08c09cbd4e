import { createQuat, createVec3, quat, type ReadonlyVec3, vec3 } from '../math/index.js';
import type { FabrikChain, FabrikInput, FabrikOutput, FabrikState } from './fabrikChain.js';
import {
  bendFabrik,
  carryFrame,
  frameForward,
  isStraightTowards,
  limitAfter,
  limitBefore,
  readDirection,
  readFrame,
} from './fabrikShape.js';

/** Where restarts lay the bones in their cones: the middle, then towards each side. Unit, cone axes. */
const restartLeans: readonly ReadonlyVec3[] = [
  [0, 0, 1],
  [0.5, 0, Math.sqrt(0.75)],
  [-0.5, 0, Math.sqrt(0.75)],
  [0, 0.5, Math.sqrt(0.75)],
  [0, -0.5, Math.sqrt(0.75)],
];

/** Iterations without a gain of a hundredth after which nothing more is expected. */
const PATIENCE = 6;

/**
 * FABRIK with joint limits (FabrikLimit describes their frames). The best answer met counts, from the given positions
 * (put in order) on, so solving again never makes it worse and comes to rest. Where there is no more gain, first the
 * limits of the forward pass are let go, for they must never block; then the chain starts anew from a few places in
 * its ranges, because drawing with limits can come to rest away from a target that they would allow.
 */
export function solveLimitedFabrik(
  chain: FabrikChain,
  state: FabrikState,
  input: FabrikInput,
  out: FabrikOutput,
): void {
  const { positions, frames, bestPositions, bestFrames } = state;
  const { targetWorld, toleranceMetres, maxIterations } = input;
  drawBackward(chain, state, input);
  let best = tipError(chain, positions, input);
  bestPositions.set(positions);
  bestFrames.set(frames);

  let mayLimitForward = chain.hasForwardLimits;
  let runBest = best;
  let restartCount = 0;
  let hasLeapt = true;
  let waited = 0;
  let iteration = 0;
  while (best > toleranceMetres && iteration < maxIterations) {
    iteration++;
    drawForward(chain, state, input, mayLimitForward);
    drawBackward(chain, state, input);
    const error = tipError(chain, positions, input);
    waited = error < 0.99 * runBest ? 0 : waited + 1;
    runBest = Math.min(runBest, error);
    // A fresh start must be clearly better, or the chain would leap for a millimetre.
    if (error < (hasLeapt ? best : 0.9 * best) || error <= toleranceMetres) {
      hasLeapt = true;
      best = error;
      bestPositions.set(positions);
      bestFrames.set(frames);
    }
    if (waited < PATIENCE) continue;
    waited = 0;
    if (mayLimitForward) {
      mayLimitForward = false;
    } else if (restartCount < restartLeans.length) {
      layAnew(chain, state, input, restartLeans[restartCount++]);
      hasLeapt = false;
      runBest = Infinity;
    } else {
      break;
    }
    if (isStraightTowards(chain, positions, targetWorld)) {
      bendFabrik(chain, positions, targetWorld, input.rootFrameWorld);
    }
  }
  positions.set(bestPositions);
  frames.set(bestFrames);
  out.error = best;
  out.reached = best <= toleranceMetres;
  out.iterations = iteration;
}

function tipError(chain: FabrikChain, positions: Float64Array, { targetWorld }: FabrikInput): number {
  const at = chain.boneCount * 3;
  const x = targetWorld[0] - positions[at];
  const y = targetWorld[1] - positions[at + 1];
  const z = targetWorld[2] - positions[at + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

// Scratch: every call writes these before reading them, except worldAxes, which is never written.
const worldAxes = createQuat();
const frame = createQuat();
const middle = createQuat();
const direction = createVec3();

function writeFrame(frames: Float64Array, bone: number): void {
  const at = bone * 4;
  frames[at] = frame[0];
  frames[at + 1] = frame[1];
  frames[at + 2] = frame[2];
  frames[at + 3] = frame[3];
}

/** Root to tip: every bone from the joint before it, at its length and within its cone. Updates the frames. */
function drawBackward(chain: FabrikChain, { positions, frames }: FabrikState, input: FabrikInput): void {
  const { boneCount, lengths, backwardCones, conesToFrames } = chain;
  const { rootWorld } = input;
  positions[0] = rootWorld[0];
  positions[1] = rootWorld[1];
  positions[2] = rootWorld[2];
  quat.copy(frame, input.rootFrameWorld ?? worldAxes);
  for (let bone = 0; bone < boneCount; bone++) {
    // A bone without direction goes on as the one before it.
    if (!readDirection(direction, positions, bone, bone + 1)) frameForward(frame, direction);
    const cone = backwardCones[bone];
    if (cone) limitAfter(cone, conesToFrames, bone, frame, direction);
    placeAfter(positions, bone, lengths[bone]);
    carryFrame(frame, direction);
    writeFrame(frames, bone);
  }
}

/** Tip to root, from the target: the joints before each bone, but not the root, which goes back anyhow. */
function drawForward(chain: FabrikChain, state: FabrikState, input: FabrikInput, mayLimit: boolean): void {
  const { boneCount, lengths, backwardCones, forwardCones, conesToFrames } = chain;
  const { positions, frames } = state;
  const { targetWorld, tipFrameWorld } = input;
  const tip = boneCount * 3;
  positions[tip] = targetWorld[0];
  positions[tip + 1] = targetWorld[1];
  positions[tip + 2] = targetWorld[2];
  for (let bone = boneCount - 1; bone > 0; bone--) {
    const cone = backwardCones[bone + 1] ?? (mayLimit ? forwardCones[bone + 1] : null);
    if (cone && bone + 1 < boneCount) {
      // The bone after lies anew: its frame follows it, with the roll it got from the root.
      readFrame(frame, frames, bone + 1);
      if (readDirection(direction, positions, bone + 1, bone + 2)) carryFrame(frame, direction);
    }
    if (!readDirection(direction, positions, bone, bone + 1)) {
      direction[0] = 0;
      direction[1] = 1;
      direction[2] = 0;
    }
    if (cone && bone + 1 < boneCount) {
      limitBefore(cone, conesToFrames, bone + 1, frame, direction);
    } else if (cone && tipFrameWorld) {
      quat.copy(frame, tipFrameWorld);
      limitBefore(cone, conesToFrames, bone + 1, frame, direction);
    }
    placeBefore(positions, bone, lengths[bone]);
  }
}

/** Every bone at the same place in its cone, or straight on where it has none. */
function layAnew(chain: FabrikChain, { positions }: FabrikState, input: FabrikInput, lean: ReadonlyVec3): void {
  const { boneCount, lengths, backwardCones, conesToFrames } = chain;
  quat.copy(frame, input.rootFrameWorld ?? worldAxes);
  for (let bone = 0; bone < boneCount; bone++) {
    if (backwardCones[bone]) {
      const at = bone * 4;
      quat.set(middle, conesToFrames[at], conesToFrames[at + 1], conesToFrames[at + 2], conesToFrames[at + 3]);
      quat.multiply(middle, frame, middle);
      vec3.transformQuat(direction, lean, middle);
    } else {
      frameForward(frame, direction);
    }
    placeAfter(positions, bone, lengths[bone]);
    carryFrame(frame, direction);
  }
}

function placeAfter(positions: Float64Array, bone: number, length: number): void {
  const at = bone * 3;
  positions[at + 3] = positions[at] + direction[0] * length;
  positions[at + 4] = positions[at + 1] + direction[1] * length;
  positions[at + 5] = positions[at + 2] + direction[2] * length;
}

function placeBefore(positions: Float64Array, bone: number, length: number): void {
  const at = bone * 3;
  positions[at] = positions[at + 3] - direction[0] * length;
  positions[at + 1] = positions[at + 4] - direction[1] * length;
  positions[at + 2] = positions[at + 5] - direction[2] * length;
}
