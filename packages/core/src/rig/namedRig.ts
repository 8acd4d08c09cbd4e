import { InputError } from '../check/inputError.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';

/** As much of a rig as its mapping needs. */
export interface NamedRig {
  readonly names: readonly string[];
  /** Parent of each joint, before it in the list; -1 for a root. */
  readonly parents: ArrayLike<number>;
  /** Joint positions at rest, world space, any unit. jointCount x 3. Without them sides come from names alone. */
  readonly restWorldPositions?: ArrayLike<number> | null;
}

export function checkNamedRig({ names, parents, restWorldPositions }: NamedRig): void {
  if (parents.length !== names.length) {
    throw new InputError('parents', `expected ${names.length}, one per name, got ${parents.length}`);
  }
  if (restWorldPositions && restWorldPositions.length !== names.length * 3) {
    throw new InputError(
      'restWorldPositions',
      `expected ${names.length * 3} numbers, got ${restWorldPositions.length}`,
    );
  }
  for (let joint = 0; joint < names.length; joint++) {
    const parent = parents[joint];
    if (!Number.isInteger(parent) || parent < -1 || parent >= joint) {
      throw new InputError(
        `joints[${joint}] "${names[joint]}"`,
        `expected -1 or a parent that is listed before it, got ${parent}`,
      );
    }
  }
}

export function isAncestor(rig: NamedRig, ancestor: number, joint: number): boolean {
  for (let at = rig.parents[joint]; at >= 0; at = rig.parents[at]) if (at === ancestor) return true;
  return false;
}

export function depthOf(rig: NamedRig, joint: number): number {
  let depth = 0;
  for (let at = rig.parents[joint]; at >= 0; at = rig.parents[at]) depth++;
  return depth;
}

/** Joint of each humanoid bone. Plain data: a user may change it before a binding is built from it. */
export type BoneJoints = Partial<Record<HumanoidBone, number>>;

/**
 * Where a bone's joint comes from: the file's own mapping, a table of names, words of a name, its place in a chain, a
 * joint that mirrors it, the shape of the whole rig, or the user.
 */
type BoneSource = 'file' | 'table' | 'name' | 'chain' | 'mirror' | 'shape' | 'user';

export type GuessBy = Exclude<BoneSource, 'file' | 'table' | 'user'>;

export interface BoneGuess {
  readonly bone: HumanoidBone;
  readonly joint: number;
  readonly why: string;
  readonly by: GuessBy;
}

/** Why a joint is taken for a bone. */
export interface BoneReason {
  readonly by: BoneSource;
  /** For people: 'named "shin"', 'mirror image of "calf_l"'. */
  readonly why: string;
  /** 0 to 1: how much such a reason is worth by itself. Below doubtfulConfidence it should be looked at. */
  readonly confidence: number;
}

export type BoneReasons = Readonly<Partial<Record<HumanoidBone, BoneReason>>>;

/** Bones with less than this are worth a look. */
export const doubtfulConfidence = 0.5;

const confidences: Readonly<Record<BoneSource, number>> = {
  user: 1,
  file: 1,
  table: 0.95,
  name: 0.8,
  chain: 0.6,
  mirror: 0.6,
  shape: 0.4,
};

export function boneReason(by: BoneSource, why: string): BoneReason {
  return { by, why, confidence: confidences[by] };
}
