import { type BoneJoints, mapHumanoid } from '@leib/core';
import { bodyLength } from './bodyAxes.js';
import { hasPositions, meanBvhPosition, type PositionMeaning, readBvhPosition } from './bvhLocalPoses.js';
import type { BvhFile } from './parseBvh.js';

/** What one unit of a file is. */
export interface LengthUnit {
  /** Metres per file unit. */
  readonly scale: number;
  /** In words: "centimetre". */
  readonly name: string;
  /** False when the caller gave it. */
  readonly isGuessed: boolean;
}

interface KnownUnit {
  readonly scale: number;
  readonly name: string;
  /** As it is written on a command line. */
  readonly short: string;
  /** Taken only where it fits so much better, as a factor on stature: a child in centimetres must not become a giant in inches. */
  readonly doubt: number;
  /** Statures that are believed of this unit, metres. Units that few programs write are only believed of grown people. */
  readonly statures: readonly [least: number, most: number];
}

/** A person's stature, and a grown one's, metres. */
const anybody = [1.05, 2.2] as const;
const grown = [1.3, 2.15] as const;

/** Files with CMU's names are in CMU's unit unless another one fits much better. */
const ownDoubt = 0.6;

/** Units that files come in, the larger ones first. */
export const bvhUnits: readonly KnownUnit[] = [
  { scale: 1, name: 'metre', short: 'm', doubt: 1, statures: anybody },
  { scale: 0.3048, name: 'foot', short: 'ft', doubt: 1.35, statures: grown },
  { scale: 0.1, name: 'decimetre', short: 'dm', doubt: 1.1, statures: grown },
  // CMU's subjects are stored as inches / 0.45: mocap.cs.cmu.edu/faqs.php.
  { scale: 0.0254 / 0.45, name: 'CMU unit (inch / 0.45)', short: 'cmu', doubt: 1, statures: grown },
  { scale: 0.0254, name: 'inch', short: 'in', doubt: 1.35, statures: grown },
  { scale: 0.01, name: 'centimetre', short: 'cm', doubt: 1, statures: anybody },
  { scale: 0.001, name: 'millimetre', short: 'mm', doubt: 1, statures: anybody },
];

/** Bones from foot to hips and on to the head joint, one after the other, as a part of stature. */
const chainPart = 0.87;
/** Stature to which a guess should come near, metres. */
const usualStature = 1.7;

interface RestShape {
  readonly parents: ArrayLike<number>;
  /** Joint positions at rest, file units. jointCount x 3. */
  readonly restWorldPositions: Float64Array;
  readonly bones: BoneJoints;
  /** Family of names: CMU's own files are in CMU's own unit, children too. */
  readonly convention: string;
}

/** The unit in which the body would be nearest to a grown person; where none fits, the body is made one. */
export function guessUnit(shape: RestShape): LengthUnit {
  const size = sizeOf(shape);
  if (!(size > 0)) return { scale: 1, name: 'metre (the skeleton has no size)', isGuessed: true };
  const misfit = (unit: KnownUnit) => {
    const isOwn = unit.short === 'cmu' && shape.convention === 'CMU BVH';
    const [least, most] = isOwn ? anybody : unit.statures;
    const stature = size * unit.scale;
    if (stature < least || stature > most) return Number.POSITIVE_INFINITY;
    return Math.abs(Math.log(stature / usualStature)) + Math.log(isOwn ? ownDoubt : unit.doubt);
  };
  const best = bvhUnits.reduce((a, b) => (misfit(b) < misfit(a) ? b : a));
  if (misfit(best) < Number.POSITIVE_INFINITY) return { scale: best.scale, name: best.name, isGuessed: true };
  return { scale: usualStature / size, name: `unknown unit (made ${usualStature} m tall)`, isGuessed: true };
}

/** Stature in file units: along the bones where they are known, else the longest side of the box around the joints. */
function sizeOf({ parents, restWorldPositions: at, bones }: RestShape): number {
  const chain = bodyLength(at, parents, bones);
  if (chain > 0) return chain / chainPart;
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let joint = 0; joint < parents.length; joint++) {
      low = Math.min(low, at[joint * 3 + axis]);
      high = Math.max(high, at[joint * 3 + axis]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}

/** Hips of who stands, walks or sits are this much of the legs' length above the floor. */
const hipHeights = [0.4, 1.4] as const;
/** ...and go up and down by less than this. */
const mostTravel = 0.8;

/**
 * Programs disagree on whether position channels include the OFFSET. Where they do they lie about the OFFSET, where
 * they do not about zero; joints with an OFFSET of zero do not care. A root travels: there it is the height of the hips that tells.
 */
export function guessPositionMeaning(file: BvhFile): PositionMeaning {
  let fromOffset = 0;
  let fromZero = 0;
  file.joints.forEach((joint, index) => {
    if (index === 0 || !hasPositions(joint)) return;
    const [x, y, z] = meanBvhPosition(file, joint);
    fromOffset += Math.hypot(x - joint.offset[0], y - joint.offset[1], z - joint.offset[2]);
    fromZero += Math.hypot(x, y, z);
  });
  if (fromOffset !== fromZero) return fromOffset < fromZero ? 'replace' : 'add';
  return guessOfRoot(file);
}

/** Absolute positions are the rule: they have the height of hips along an axis that does not travel. */
function guessOfRoot(file: BvhFile): PositionMeaning {
  const [root] = file.joints;
  const mean = meanBvhPosition(file, root);
  const travels = rootTravels(file);
  const legs = legLength(file);
  const isHipHeight = (position: readonly number[]) =>
    position.some((value, axis) => {
      const height = Math.abs(value) / legs;
      return height > hipHeights[0] && height < hipHeights[1] && travels[axis] < mostTravel * legs;
    });
  if (isHipHeight(mean)) return 'replace';
  if (isHipHeight(mean.map((value, axis) => value + root.offset[axis]))) return 'add';
  const fromOffset = Math.hypot(mean[0] - root.offset[0], mean[1] - root.offset[1], mean[2] - root.offset[2]);
  return fromOffset <= Math.hypot(...mean) ? 'replace' : 'add';
}

/** How far the root goes along each axis, file units. */
function rootTravels(file: BvhFile): [number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const place = new Float64Array(3);
  for (let frame = 0; frame < file.frameCount; frame++) {
    readBvhPosition(file, file.joints[0], frame, 'replace', place);
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], place[axis]);
      high[axis] = Math.max(high[axis], place[axis]);
    }
  }
  return [high[0] - low[0], high[1] - low[1], high[2] - low[2]];
}

/** From the hips to a foot along the bones, file units; 0 where the names do not tell. */
function legLength({ joints }: BvhFile): number {
  const names = joints.map(({ name }) => name);
  const { bones } = mapHumanoid({ names, parents: Int16Array.from(joints, ({ parent }) => parent) });
  let length = 0;
  for (let joint = bones.leftFoot ?? -1; joint >= 0 && joint !== bones.hips; joint = joints[joint].parent) {
    length += Math.hypot(...joints[joint].offset);
  }
  return length;
}
