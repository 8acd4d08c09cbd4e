import type { PuppetVolume } from '../volume/puppetVolume.js';
import type { LimbPiece } from './fitInfluence.js';
import type { LimbTree } from './limbTree.js';

/** A bone that a limb could have. */
export interface LimbBone extends LimbPiece {
  /** Arc of the limb tree, and which bone of it this is, from the body outwards. */
  readonly arc: number;
  readonly index: number;
  /** Number of the bone that it grows from; -1: the body. */
  readonly parent: number;
  /** Of a round section with the same area. */
  readonly radius: number;
}

/** The limbs of a model: found once, asked at every click. */
export interface PuppetLimbs {
  readonly volume: PuppetVolume;
  readonly tree: LimbTree;
  /** Parents before children. */
  readonly bones: readonly LimbBone[];
  /** Bone of each cell; -1 for air and for the body in the middle. */
  readonly boneOf: Int16Array;
  readonly middle: [number, number, number];
}
