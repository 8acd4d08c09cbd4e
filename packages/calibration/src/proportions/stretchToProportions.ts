import {
  clamp,
  createSkeletonStretch,
  type HumanoidBone,
  jointOfBone,
  type Skeleton,
  type SkeletonStretch,
  stretchAlong,
  stretchAlongAxes,
  stretchSkeleton,
} from '@leib/core';
import type { BodyProportions } from './bodyProportions.js';
import { lowestJoint, measureSkeleton } from './measureSkeleton.js';

export interface StretchOptions {
  /** Height of the floor under the skeleton at rest; its lowest joint when absent. */
  readonly floorY?: number;
  /** Keeps the head's height: the change of legs and trunk is compensated between hips and legs. */
  readonly keepsHeadHeight?: boolean;
}

const sides = ['left', 'right'] as const;
/** Largest factor for any bone; a larger one is a measuring error. */
const MOST_RATIO = 1.6;
/** Largest vertical move of the legs against the hips to keep the head's height, as a part of that height. */
const MOST_DROP = 0.025;

/**
 * The stretch that gives a skeleton the wanted lengths: each limb along itself, chest and pelvis sideways to the widths
 * of shoulders and hips, the spine upwards, feet to the height of the ankles. The hips are lifted so that the soles stay
 * on the floor. Lengths that are left out stay.
 */
export function stretchToProportions(
  skeleton: Skeleton,
  wanted: Partial<BodyProportions>,
  { floorY = lowestJoint(skeleton), keepsHeadHeight = false }: StretchOptions = {},
): SkeletonStretch {
  const stretch = createSkeletonStretch(skeleton);
  const now = measureSkeleton(skeleton, floorY);
  const ratio = (name: keyof BodyProportions) => {
    const [length, goal] = [now[name], wanted[name]];
    return length === null || length <= 0 || goal === undefined ? 1 : believable(goal / length);
  };
  const limbs = [
    ['UpperArm', 'LowerArm', ratio('upperArm')],
    ['LowerArm', 'Hand', ratio('forearm')],
    ['UpperLeg', 'LowerLeg', ratio('thigh')],
    ['LowerLeg', 'Foot', ratio('shank')],
  ] as const;
  for (const side of sides) {
    for (const [from, to, share] of limbs) {
      stretchBone(skeleton, stretch, `${side}${from}` as HumanoidBone, `${side}${to}` as HumanoidBone, share);
    }
    stretchFoot(skeleton, stretch, jointOfBone(skeleton, `${side}Foot`), ratio('ankleHeight'));
  }
  stretchTrunk(skeleton, stretch, believable((wanted.trunk ?? now.trunk ?? 1) / (now.trunk ?? 1)) * (now.trunk ?? 1));
  widen(skeleton, stretch, 'UpperArm', ratio('shoulderWidth'));
  widen(skeleton, stretch, 'UpperLeg', ratio('hipWidth'));
  if (keepsHeadHeight) dropLegs(skeleton, stretch, floorY, ratio('ankleHeight'));
  stretch.moves[1] += liftOf(skeleton, stretch, floorY, ratio('ankleHeight'));
  return stretch;
}

/** The same skeleton with the wanted lengths: stretchToProportions(), applied. */
export function applyProportions(
  skeleton: Skeleton,
  wanted: Partial<BodyProportions>,
  options: StretchOptions = {},
): Skeleton {
  return stretchSkeleton(skeleton, stretchToProportions(skeleton, wanted, options));
}

function believable(ratio: number): number {
  return Number.isFinite(ratio) ? clamp(ratio, 1 / MOST_RATIO, MOST_RATIO) : 1;
}

/** Stretches a bone and the joints that some rigs have in its middle. */
function stretchBone(
  skeleton: Skeleton,
  stretch: SkeletonStretch,
  from: HumanoidBone,
  to: HumanoidBone,
  ratio: number,
): void {
  const path = pathBetween(skeleton, to, from);
  const start = jointOfBone(skeleton, from);
  if (path.length === 0) return;
  const at = skeleton.restWorldPositions;
  const way = [0, 1, 2].map((k) => at[path[0] * 3 + k] - at[start * 3 + k]);
  const length = Math.hypot(...way);
  if (length < 1e-6) return;
  const direction = way.map((part) => part / length);
  for (const joint of [start, ...path.slice(1)]) stretchAlong(stretch, joint, direction, ratio);
}

/** Stretches foot, toes and their children. */
function stretchFoot({ jointCount, parents }: Skeleton, stretch: SkeletonStretch, foot: number, ratio: number): void {
  if (foot < 0) return;
  const isFoot = new Set([foot]);
  for (let joint = foot; joint < jointCount; joint++) {
    if (isFoot.has(parents[joint])) isFoot.add(joint);
    if (isFoot.has(joint)) stretchAlongAxes(stretch, joint, 1, ratio, 1);
  }
}

/** Stretches pelvis and spine upwards until hips and head are `trunk` apart; the legs stay where they are. */
function stretchTrunk(skeleton: Skeleton, stretch: SkeletonStretch, trunk: number): void {
  const path = pathBetween(skeleton, 'head', 'hips');
  if (path.length === 0) return;
  const { restOffsets } = skeleton;
  const sum = (k: number) => path.reduce((all, joint) => all + restOffsets[joint * 3 + k], 0);
  const across = Math.hypot(sum(0), sum(2));
  const height = sum(1);
  if (!(height > 0) || trunk <= across) return;
  const ratio = Math.sqrt(trunk * trunk - across * across) / height;
  const hips = jointOfBone(skeleton, 'hips');
  for (const joint of [hips, ...path.slice(1)]) stretchAlongAxes(stretch, joint, 1, ratio, 1);
  for (const side of sides) {
    const leg = pathBetween(skeleton, `${side}UpperLeg`, 'hips').at(-1);
    if (leg !== undefined) stretch.moves[leg * 3 + 1] -= (ratio - 1) * restOffsets[leg * 3 + 1];
  }
}

/** Moves the roots of both limbs apart by widening their parents, down to the joint that left and right share. */
function widen(skeleton: Skeleton, stretch: SkeletonStretch, root: 'UpperArm' | 'UpperLeg', ratio: number): void {
  const [left, right] = sides.map((side) => pathBetween(skeleton, `${side}${root}` as HumanoidBone, 'hips'));
  if (left.length === 0 || right.length === 0) return;
  const common = skeleton.parents[left[left.findLastIndex((joint) => !right.includes(joint))]];
  const between = [...left.slice(1), ...right.slice(1)].filter(
    (joint) => !(left.includes(joint) && right.includes(joint)),
  );
  for (const joint of new Set([common, ...between])) stretchAlongAxes(stretch, joint, ratio, 1, 1);
}

/** Moves the legs against the hips by the change of height, at most MOST_DROP. */
function dropLegs(skeleton: Skeleton, stretch: SkeletonStretch, floorY: number, ankleRatio: number): void {
  const head = jointOfBone(skeleton, 'head');
  const legs = sides.map((side) => jointOfBone(skeleton, `${side}UpperLeg`));
  if (head < 0 || legs.some((joint) => joint < 0)) return;
  const heightNow = skeleton.restWorldPositions[head * 3 + 1] - floorY;
  const stretched = stretchSkeleton(skeleton, stretch);
  const lift = liftOf(skeleton, stretch, floorY, ankleRatio);
  const taller = stretched.restWorldPositions[head * 3 + 1] + lift - floorY - heightNow;
  const move = clamp(taller, -MOST_DROP * heightNow, MOST_DROP * heightNow);
  for (const joint of legs) stretch.moves[joint * 3 + 1] += move;
}

/** Height by which the root must be lifted to keep the soles on the floor. */
function liftOf(skeleton: Skeleton, stretch: SkeletonStretch, floorY: number, ankleRatio: number): number {
  const stretched = stretchSkeleton(skeleton, stretch);
  const ankle = jointOfBone(skeleton, 'leftFoot');
  if (ankle < 0) return lowestJoint(skeleton) - lowestJoint(stretched);
  const height = (skeleton.restWorldPositions[ankle * 3 + 1] - floorY) * ankleRatio;
  return floorY + height - stretched.restWorldPositions[ankle * 3 + 1];
}

/** Joints from a bone up to, but not including, one of its ancestors; empty when one of them is missing. */
function pathBetween(skeleton: Skeleton, from: HumanoidBone, to: HumanoidBone): number[] {
  const end = jointOfBone(skeleton, to);
  const path: number[] = [];
  if (end < 0) return path;
  for (let joint = jointOfBone(skeleton, from); joint !== end; joint = skeleton.parents[joint]) {
    if (joint < 0) return [];
    path.push(joint);
  }
  return path;
}
