import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';

/** One length of the body that the fit may change, metres: each joint it names moves by direction x value. */
export interface LengthParameter {
  readonly name: string;
  readonly moves: readonly { readonly joint: number; readonly direction: readonly number[] }[];
  /** Standard deviation in people of one stature, metres. */
  readonly spread: number;
}

/** Left and right of a length, which differ little. */
export interface LengthPair {
  readonly left: number;
  readonly right: number;
}

export interface LengthParameters {
  readonly list: readonly LengthParameter[];
  readonly pairs: readonly LengthPair[];
  /** Lengths that move each joint, those of the joints above it included. */
  readonly ofJoint: readonly (readonly JointMove[])[];
}

/** How one length moves a joint: the sum of directions, each turned as a joint above is. */
export interface JointMove {
  readonly parameter: number;
  readonly parts: readonly { readonly parent: number; readonly direction: readonly number[] }[];
}

/** Standard deviation of the difference between left and right, metres. */
export const PAIR_SPREAD = 0.004;

/**
 * Spreads as parts of stature: limbs and trunk from ANSUR II, as in calibration's anthropometry; places of hip and shoulder joints in
 * pelvis and thorax are wider, since bodies differ in where they put them.
 */
const limbs: readonly (readonly [name: string, end: string, spread: number])[] = [
  ['upperArm', 'LowerArm', 0.01],
  ['forearm', 'Hand', 0.01],
  ['thigh', 'LowerLeg', 0.015],
  ['shank', 'Foot', 0.013],
  ['foot', 'Toes', 0.006],
  ['clavicle', 'UpperArm', 0.008],
];
const places: readonly (readonly [name: string, bone: string, axis: number, spread: number])[] = [
  ['hipWidth', 'UpperLeg', 0, 0.009],
  ['hipUp', 'UpperLeg', 1, 0.012],
  ['hipAhead', 'UpperLeg', 2, 0.009],
  ['shoulderUp', 'Shoulder', 1, 0.01],
  ['shoulderAhead', 'Shoulder', 2, 0.01],
];
const trunk: readonly (readonly [name: string, bones: readonly HumanoidBone[], spread: number])[] = [
  ['spine', ['spine', 'chest', 'upperChest'], 0.015],
  ['neck', ['neck', 'head'], 0.01],
];

/** All lengths of a skeleton that markers can tell: limbs on each side, hips and shoulders in pairs, spine, neck. */
export function buildLengthParameters(skeleton: Skeleton, stature: number): LengthParameters {
  const list: LengthParameter[] = [];
  const pairs: LengthPair[] = [];
  for (const [name, end, spread] of limbs) {
    const both = (['left', 'right'] as const).map((side) => jointOfBone(skeleton, `${side}${end}` as HumanoidBone));
    if (both.some((joint) => joint < 0)) continue;
    pairs.push({ left: list.length, right: list.length + 1 });
    both.forEach((joint, i) => {
      const moves = [{ joint, direction: directionOf(skeleton, joint) }];
      list.push({ name: `${i === 0 ? 'left' : 'right'} ${name}`, moves, spread: spread * stature });
    });
  }
  for (const [name, bone, axis, spread] of places) {
    const moves = (['left', 'right'] as const).flatMap((side) => {
      const joint = jointOfBone(skeleton, `${side}${bone}` as HumanoidBone);
      const sign = axis === 0 && side === 'right' ? -1 : 1;
      return joint < 0 ? [] : [{ joint, direction: [0, 1, 2].map((k) => (k === axis ? sign : 0)) }];
    });
    if (moves.length > 0) list.push({ name, moves, spread: spread * stature });
  }
  for (const [name, bones, spread] of trunk) {
    const joints = bones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0);
    const sum = joints.reduce((all, joint) => all + Math.hypot(...offsetOf(skeleton, joint)), 0);
    // Each part grows by its share of the whole.
    const moves = joints.map((joint) => ({ joint, direction: offsetOf(skeleton, joint).map((value) => value / sum) }));
    if (sum > 0) list.push({ name, moves, spread: spread * stature });
  }
  return { list, pairs, ofJoint: movesByJoint(skeleton, list) };
}

/** Bone lengths that parameters and the body they started from give. Writes restOffsets. */
export function applyLengths(
  { list }: LengthParameters,
  values: ArrayLike<number>,
  startOffsets: Float64Array,
  outOffsets: Float64Array,
): void {
  outOffsets.set(startOffsets);
  list.forEach(({ moves }, i) => {
    for (const { joint, direction } of moves) {
      for (let k = 0; k < 3; k++) outOffsets[joint * 3 + k] += values[i] * direction[k];
    }
  });
}

function movesByJoint({ jointCount, parents }: Skeleton, list: readonly LengthParameter[]): JointMove[][] {
  return Array.from({ length: jointCount }, (_, end) => {
    const path = new Set<number>();
    for (let joint = end; joint >= 0; joint = parents[joint]) path.add(joint);
    return list.flatMap(({ moves }, parameter) => {
      const parts = moves
        .filter(({ joint }) => path.has(joint))
        .map(({ joint, direction }) => ({ parent: parents[joint], direction }));
      return parts.length === 0 ? [] : [{ parameter, parts }];
    });
  });
}

const offsetOf = ({ restOffsets }: Skeleton, joint: number) =>
  Array.from(restOffsets.subarray(joint * 3, joint * 3 + 3));

function directionOf(skeleton: Skeleton, joint: number): number[] {
  const offset = offsetOf(skeleton, joint);
  const length = Math.hypot(...offset) || 1;
  return offset.map((value) => value / length);
}
