import type { HumanoidBone } from '../skeleton/humanoid.js';

/**
 * Where a bone's joint comes from: the file's own mapping, a table of names, words of a name, its place in a chain, a
 * joint that mirrors it, the shape of the whole rig, or the user.
 */
export type BoneSource = 'file' | 'table' | 'name' | 'chain' | 'mirror' | 'shape' | 'user';

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
