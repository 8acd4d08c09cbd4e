import { InputError } from '../check/inputError.js';
import type { SwingCone } from '../limits/swingCone.js';
import { createQuat, type ReadonlyQuat, type ReadonlyVec3 } from '../math/index.js';

/**
 * In which pass a limit is enforced. The backward pass runs from the root to the tip and comes last: what it
 * enforces holds in the answer. The forward pass runs from the tip to the root: what it enforces pulls the chain
 * that way, and gives in where the target could not be reached otherwise. (The names are those of Aristidou &
 * Lasenby, "FABRIK: a fast, iterative solver for the inverse kinematics problem", Graphical Models 73, 2011.)
 */
export type FabrikPass = 'backward' | 'forward';

/**
 * A swing cone on one joint. Joint i carries bone i, and its cone stands in the frame of the bone before it (bone
 * i - 1, or the root frame for joint 0): +Z along that bone, and sideways axes carried from bone to bone by the
 * rotation of least twist, starting from the root frame. Joint `boneCount` is the tip: there the "bone" after the
 * last one is the tip frame (the hand, as it is held), and only the forward pass can use it.
 */
export interface FabrikLimit {
  readonly joint: number;
  readonly cone: SwingCone;
  /** Turns the cone's axes (forward +Z) into the frame it stands in: where the middle of the range is. */
  readonly coneToFrame?: ReadonlyQuat;
  readonly pass: FabrikPass;
}

/** What the chain is. Made once by buildFabrikChain(), shared, never written again. */
export interface FabrikChain {
  readonly boneCount: number;
  /** Metres. boneCount. */
  readonly lengths: Float64Array;
  /** Farthest and nearest distance of the tip from the root, metres. */
  readonly reach: number;
  readonly nearest: number;
  readonly longestBone: number;
  readonly hasLimits: boolean;
  readonly hasForwardLimits: boolean;
  /** Cone of each joint, or null, by the pass that enforces it. boneCount + 1 each. */
  readonly backwardCones: readonly (SwingCone | null)[];
  readonly forwardCones: readonly (SwingCone | null)[];
  /** FabrikLimit.coneToFrame of each joint. (boneCount + 1) x 4. */
  readonly conesToFrames: Float64Array;
}

/**
 * Where the chain is. One per chain and avatar. Solving starts from the positions as they are, so it follows on
 * from the last frame; and callers that displace joints first (magnets, a preferred knee) write to them.
 * Bones need not have their lengths before a solve.
 */
export interface FabrikState {
  /** Joint positions, world space, metres, from the root to the tip. (boneCount + 1) x 3. */
  readonly positions: Float64Array;
  /** Bone frames, world space: +Z along the bone. Written only where the chain has limits. boneCount x 4. */
  readonly frames: Float64Array;
  /** The best answer so far within a solve. */
  readonly bestPositions: Float64Array;
  readonly bestFrames: Float64Array;
}

export interface FabrikInput {
  readonly rootWorld: ReadonlyVec3;
  readonly targetWorld: ReadonlyVec3;
  /**
   * Axes of what the root sits on (the torso), world. The limit of joint 0 stands in it, and a chain stuck on the
   * line to its target bends towards its +Y. The world's axes where absent.
   */
  readonly rootFrameWorld?: ReadonlyQuat;
  /** Axes of what the tip carries (the hand), world. Only a limit of the tip reads it, and rests where it is absent. */
  readonly tipFrameWorld?: ReadonlyQuat | null;
  /** How near to the target is near enough, metres. */
  readonly toleranceMetres: number;
  readonly maxIterations: number;
}

export interface FabrikOutput {
  /** The tip is within the tolerance. */
  reached: boolean;
  /** Pairs of passes; 0 where none was needed. */
  iterations: number;
  /** Distance from tip to target, metres. */
  error: number;
}

export function buildFabrikChain(lengths: ArrayLike<number>, limits: readonly FabrikLimit[] = []): FabrikChain {
  const boneCount = lengths.length;
  if (boneCount === 0) throw new InputError('FABRIK chain', 'expected at least one bone, got none');
  const all = Float64Array.from(lengths);
  let reach = 0;
  let longestBone = 0;
  all.forEach((length, bone) => {
    if (!(length >= 0 && length < Infinity)) {
      throw new InputError(`FABRIK chain, lengths[${bone}]`, `expected a finite number of 0 or more, got ${length}`);
    }
    reach += length;
    if (length > all[longestBone]) longestBone = bone;
  });

  const backwardCones = new Array<SwingCone | null>(boneCount + 1).fill(null);
  const forwardCones = new Array<SwingCone | null>(boneCount + 1).fill(null);
  const conesToFrames = new Float64Array((boneCount + 1) * 4);
  for (let joint = 0; joint <= boneCount; joint++) conesToFrames[joint * 4 + 3] = 1;
  for (const { joint, cone, coneToFrame = createQuat(), pass } of limits) {
    const where = `FABRIK chain, limit of joint ${joint}`;
    if (!(Number.isInteger(joint) && joint >= 0 && joint <= boneCount)) {
      throw new InputError(where, `expected a joint from 0 to ${boneCount}`);
    }
    if (backwardCones[joint] || forwardCones[joint]) throw new InputError(where, 'expected one limit, got a second');
    if (pass === 'backward' && joint === boneCount) {
      throw new InputError(where, 'expected the forward pass; no bone follows the tip');
    }
    if (pass === 'forward' && joint < 2) {
      throw new InputError(where, 'expected the backward pass; the forward pass does not move joint 0');
    }
    (pass === 'backward' ? backwardCones : forwardCones)[joint] = cone;
    for (let k = 0; k < 4; k++) conesToFrames[joint * 4 + k] = coneToFrame[k];
  }
  return {
    boneCount,
    lengths: all,
    reach,
    nearest: Math.max(0, 2 * all[longestBone] - reach),
    longestBone,
    hasLimits: limits.length > 0,
    hasForwardLimits: limits.some((limit) => limit.pass === 'forward'),
    backwardCones,
    forwardCones,
    conesToFrames,
  };
}

/** A chain stretched from the origin along +Z. */
export function createFabrikState(chain: FabrikChain): FabrikState {
  const { boneCount } = chain;
  const state: FabrikState = {
    positions: new Float64Array((boneCount + 1) * 3),
    frames: new Float64Array(boneCount * 4),
    bestPositions: new Float64Array((boneCount + 1) * 3),
    bestFrames: new Float64Array(boneCount * 4),
  };
  for (let bone = 0; bone < boneCount; bone++) state.frames[bone * 4 + 3] = 1;
  stretchFabrik(chain, state, [0, 0, 0], [0, 0, 1]);
  return state;
}

/** Lays the chain straight from a point along a unit direction: a known start, whatever came before. */
export function stretchFabrik(
  chain: FabrikChain,
  state: FabrikState,
  rootWorld: ReadonlyVec3,
  directionWorld: ReadonlyVec3,
): void {
  const { positions } = state;
  let along = 0;
  for (let joint = 0; joint <= chain.boneCount; joint++) {
    positions[joint * 3] = rootWorld[0] + along * directionWorld[0];
    positions[joint * 3 + 1] = rootWorld[1] + along * directionWorld[1];
    positions[joint * 3 + 2] = rootWorld[2] + along * directionWorld[2];
    if (joint < chain.boneCount) along += chain.lengths[joint];
  }
}
