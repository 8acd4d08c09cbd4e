import type { BoneJoints } from '@leib/core';

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
  /** Taken only where it fits so much better, as a factor on stature: a child in centimetres must not become a giant in inches. */
  readonly doubt: number;
}

const units: readonly KnownUnit[] = [
  { scale: 1, name: 'metre', doubt: 1 },
  // CMU's subjects are stored as inches / 0.45: mocap.cs.cmu.edu/faqs.php.
  { scale: 0.0254 / 0.45, name: 'CMU unit (inch / 0.45)', doubt: 1 },
  { scale: 0.0254, name: 'inch', doubt: 1.35 },
  { scale: 0.01, name: 'centimetre', doubt: 1 },
  { scale: 0.001, name: 'millimetre', doubt: 1 },
];

/** Bones from foot to hips and on to the head joint, one after the other, as a part of stature. */
const chainPart = 0.87;
/** Stature to which a guess should come near, metres. */
const usualStature = 1.7;
/** Beyond this many times too small or too large, no unit is a good guess. */
const plausibleRatio = 2.5;

export interface RestShape {
  readonly parents: ArrayLike<number>;
  /** Joint positions at rest, file units. jointCount x 3. */
  readonly restWorldPositions: Float64Array;
  readonly bones: BoneJoints;
}

/** The unit in which the body would be nearest to a grown person; where none fits, the body is made one. */
export function guessUnit(shape: RestShape): LengthUnit {
  const size = sizeOf(shape);
  if (!(size > 0)) return { scale: 1, name: 'metre (the skeleton has no size)', isGuessed: true };
  const misfit = ({ scale, doubt }: KnownUnit) => Math.abs(Math.log((size * scale) / usualStature)) + Math.log(doubt);
  const best = units.reduce((a, b) => (misfit(b) < misfit(a) ? b : a));
  if (misfit(best) < Math.log(plausibleRatio)) return { scale: best.scale, name: best.name, isGuessed: true };
  return { scale: usualStature / size, name: `unknown unit (made ${usualStature} m tall)`, isGuessed: true };
}

/** Stature in file units: along the bones where they are known, else the longest side of the box around the joints. */
function sizeOf({ parents, restWorldPositions: at, bones }: RestShape): number {
  const { hips, head } = bones;
  const foot = bones.leftFoot ?? bones.rightFoot;
  if (hips !== undefined && head !== undefined && foot !== undefined) {
    const chain = chainLength(head, hips) + chainLength(foot, hips);
    if (chain > 0) return chain / chainPart;
  }
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

  function chainLength(from: number, to: number): number {
    let length = 0;
    for (let joint = from; joint !== to && joint >= 0 && parents[joint] >= 0; joint = parents[joint]) {
      const parent = parents[joint];
      length += Math.hypot(
        at[joint * 3] - at[parent * 3],
        at[joint * 3 + 1] - at[parent * 3 + 1],
        at[joint * 3 + 2] - at[parent * 3 + 2],
      );
    }
    return length;
  }
}
