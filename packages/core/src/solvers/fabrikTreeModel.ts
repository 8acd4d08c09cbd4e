import { InputError } from '../check/inputError.js';
import type { SwingCone } from '../limits/swingCone.js';
import { createQuat, type ReadonlyQuat, type ReadonlyVec3 } from '../math/index.js';
import type { FabrikPass } from './fabrikChain.js';

/** A joint with a target: hands, feet, head; or one in the middle of a limb. */
export interface FabrikEffector {
  readonly joint: number;
  /** How much its wish counts where branches meet. 1 where absent. */
  readonly weight?: number;
}

/** A swing cone on one bone, in the frame of the bone before it (the root frame for bones at the root). */
export interface FabrikTreeLimit {
  /** The joint the bone leads to. */
  readonly joint: number;
  readonly cone: SwingCone;
  /** Turns the cone's axes (forward +Z) into the frame it stands in. */
  readonly coneToFrame?: ReadonlyQuat;
  readonly pass: FabrikPass;
}

/** What the tree is: joints, each with the bone that leads to it from its parent. Made by buildFabrikTree(). */
export interface FabrikTree {
  readonly jointCount: number;
  /** parents[i] < i, -1 for the root. */
  readonly parents: Int16Array;
  /** Length of the bone that leads to each joint, metres; 0 for the root. jointCount. */
  readonly lengths: Float64Array;
  readonly effectorJoints: Int16Array;
  readonly effectorWeights: Float64Array;
  /** Effector of each joint, or -1. */
  readonly jointToEffector: Int16Array;
  /** Sum of the weights of all effectors at or below each joint; 0 where the branch has none and just follows. */
  readonly weights: Float64Array;
  readonly hasLimits: boolean;
  readonly hasForwardLimits: boolean;
  readonly backwardCones: readonly (SwingCone | null)[];
  readonly forwardCones: readonly (SwingCone | null)[];
  /** FabrikTreeLimit.coneToFrame of each joint. jointCount x 4. */
  readonly conesToFrames: Float64Array;
}

/** Where the tree is. Solving starts from the positions as they are; they may be displaced before. */
export interface FabrikTreeState {
  /** World space, metres. jointCount x 3. */
  readonly positions: Float64Array;
  /** Frame of the bone that leads to each joint, world: +Z along the bone. jointCount x 4. */
  readonly frames: Float64Array;
  /** Distance of each effector from its target after a solve, metres. */
  readonly errors: Float64Array;
  /** The best answer so far within a solve. */
  readonly bestPositions: Float64Array;
  readonly bestFrames: Float64Array;
  /** Where its branches want each joint: weighted sum. jointCount x 3. */
  readonly wishes: Float64Array;
  /** Direction of each bone in the frame before it, at the start of a solve. jointCount x 3. */
  readonly startDirections: Float64Array;
}

export interface FabrikTreeInput {
  readonly rootWorld: ReadonlyVec3;
  /** Target of each effector, world, metres. effectorCount x 3. */
  readonly targetsWorld: Float64Array;
  /** Axes of what the root sits on, world. The world's axes where absent. */
  readonly rootFrameWorld?: ReadonlyQuat;
  readonly toleranceMetres: number;
  readonly maxIterations: number;
}

export function buildFabrikTree(
  parents: ArrayLike<number>,
  lengths: ArrayLike<number>,
  effectors: readonly FabrikEffector[],
  limits: readonly FabrikTreeLimit[] = [],
): FabrikTree {
  const jointCount = parents.length;
  if (jointCount < 2) throw new InputError('FABRIK tree', `expected at least two joints, got ${jointCount}`);
  if (lengths.length !== jointCount) {
    throw new InputError(
      'FABRIK tree',
      `expected ${jointCount} lengths, one per joint and 0 for the root, got ${lengths.length}`,
    );
  }
  for (let joint = 0; joint < jointCount; joint++) {
    const parent = parents[joint];
    if (joint === 0 ? parent !== -1 : !(Number.isInteger(parent) && parent >= 0 && parent < joint)) {
      throw new InputError(
        `FABRIK tree, parents[${joint}]`,
        `expected ${joint === 0 ? '-1 for the root' : 'an earlier joint'}, got ${parent}`,
      );
    }
    if (!(lengths[joint] >= 0 && lengths[joint] < Infinity)) {
      throw new InputError(
        `FABRIK tree, lengths[${joint}]`,
        `expected a finite number of 0 or more, got ${lengths[joint]}`,
      );
    }
  }
  if (effectors.length === 0) throw new InputError('FABRIK tree', 'expected at least one effector, got none');
  const jointToEffector = new Int16Array(jointCount).fill(-1);
  const weights = new Float64Array(jointCount);
  effectors.forEach(({ joint, weight = 1 }, effector) => {
    if (!(Number.isInteger(joint) && joint > 0 && joint < jointCount)) {
      throw new InputError(
        `FABRIK tree, effectors[${effector}]`,
        `expected a joint from 1 to ${jointCount - 1}, got ${joint}`,
      );
    }
    if (jointToEffector[joint] >= 0)
      throw new InputError(`FABRIK tree, effectors[${effector}]`, `expected another joint; ${joint} has one already`);
    if (!(weight > 0 && weight < Infinity)) {
      throw new InputError(`FABRIK tree, effectors[${effector}].weight`, `expected a number above 0, got ${weight}`);
    }
    jointToEffector[joint] = effector;
    for (let at = joint; at >= 0; at = parents[at]) weights[at] += weight;
  });

  const backwardCones = new Array<SwingCone | null>(jointCount).fill(null);
  const forwardCones = new Array<SwingCone | null>(jointCount).fill(null);
  const conesToFrames = new Float64Array(jointCount * 4);
  for (let joint = 0; joint < jointCount; joint++) conesToFrames[joint * 4 + 3] = 1;
  for (const { joint, cone, coneToFrame = createQuat(), pass } of limits) {
    const where = `FABRIK tree, limit of joint ${joint}`;
    if (!(Number.isInteger(joint) && joint > 0 && joint < jointCount)) {
      throw new InputError(where, `expected a joint from 1 to ${jointCount - 1}`);
    }
    if (backwardCones[joint] || forwardCones[joint]) throw new InputError(where, 'expected one limit, got a second');
    (pass === 'backward' ? backwardCones : forwardCones)[joint] = cone;
    for (let k = 0; k < 4; k++) conesToFrames[joint * 4 + k] = coneToFrame[k];
  }
  return {
    jointCount,
    parents: Int16Array.from(parents),
    lengths: Float64Array.from(lengths),
    effectorJoints: Int16Array.from(effectors, ({ joint }) => joint),
    effectorWeights: Float64Array.from(effectors, ({ weight = 1 }) => weight),
    jointToEffector,
    weights,
    hasLimits: limits.length > 0,
    hasForwardLimits: limits.some(({ pass }) => pass === 'forward'),
    backwardCones,
    forwardCones,
    conesToFrames,
  };
}

/** A tree at the given joint positions (jointCount x 3, world, metres). */
export function createFabrikTreeState(tree: FabrikTree, positions: ArrayLike<number>): FabrikTreeState {
  const { jointCount } = tree;
  return {
    positions: Float64Array.from(positions),
    frames: new Float64Array(jointCount * 4),
    errors: new Float64Array(tree.effectorJoints.length),
    bestPositions: new Float64Array(jointCount * 3),
    bestFrames: new Float64Array(jointCount * 4),
    wishes: new Float64Array(jointCount * 3),
    startDirections: new Float64Array(jointCount * 3),
  };
}
