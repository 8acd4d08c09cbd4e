import { buildSkeleton, type HumanoidBone, humanoidBones, jointOfBone, type RawJoint, type Skeleton } from '@leib/core';
import type { BodyProportions } from './bodyProportions.js';

const sides = ['left', 'right'] as const;

/** How long the bones of a skeleton are, left and right averaged. What it lacks is null. */
export function measureSkeleton(skeleton: Skeleton): { readonly [Name in keyof BodyProportions]: number | null } {
  const pair = (a: string, b: string) => {
    const lengths = sides.map((side) =>
      between(skeleton, `${side}${a}` as HumanoidBone, `${side}${b}` as HumanoidBone),
    );
    return lengths[0] === null || lengths[1] === null ? null : (lengths[0] + lengths[1]) / 2;
  };
  const lowest = skeleton.restWorldPositions.reduce(
    (low, value, i) => (i % 3 === 1 ? Math.min(low, value) : low),
    Infinity,
  );
  const ankle = jointOfBone(skeleton, 'leftFoot');
  return {
    stature: null,
    upperArm: pair('UpperArm', 'LowerArm'),
    forearm: pair('LowerArm', 'Hand'),
    thigh: pair('UpperLeg', 'LowerLeg'),
    shank: pair('LowerLeg', 'Foot'),
    shoulderWidth: between(skeleton, 'leftUpperArm', 'rightUpperArm'),
    hipWidth: between(skeleton, 'leftUpperLeg', 'rightUpperLeg'),
    trunk: between(skeleton, 'hips', 'head'),
    ankleHeight: ankle < 0 ? null : skeleton.restWorldPositions[ankle * 3 + 1] - lowest,
  };
}

/** The lengths of a body that is known otherwise, a personal one for instance; null where it lacks arms or legs. */
export function proportionsOfSkeleton(skeleton: Skeleton, stature: number): BodyProportions | null {
  const measured = { ...measureSkeleton(skeleton), stature };
  return Object.values(measured).every((length) => length !== null) ? (measured as BodyProportions) : null;
}

function between(skeleton: Skeleton, a: HumanoidBone, b: HumanoidBone): number | null {
  const [i, j] = [jointOfBone(skeleton, a), jointOfBone(skeleton, b)];
  if (i < 0 || j < 0) return null;
  const at = skeleton.restWorldPositions;
  return Math.hypot(at[i * 3] - at[j * 3], at[i * 3 + 1] - at[j * 3 + 1], at[i * 3 + 2] - at[j * 3 + 2]);
}

/**
 * The same skeleton with somebody's lengths: each bone is stretched along itself, shoulders and hips are moved apart,
 * the trunk is stretched as a whole, and the hips are lifted so that the feet stand where they stood. Lengths that are
 * left out stay.
 */
export function applyProportions(skeleton: Skeleton, wanted: Partial<BodyProportions>): Skeleton {
  const now = measureSkeleton(skeleton);
  const ratio = (name: keyof BodyProportions) => {
    const [length, goal] = [now[name], wanted[name]];
    return length === null || length <= 0 || goal === undefined ? 1 : goal / length;
  };
  const scales = new Map<number, readonly [number, number, number]>();
  const scalePath = (from: string, to: string, x: number, y = x, z = x) => {
    for (const joint of pathBetween(skeleton, from as HumanoidBone, to as HumanoidBone)) {
      if (!scales.has(joint)) scales.set(joint, [x, y, z]);
    }
  };
  const trunk = ratio('trunk');
  scalePath('head', 'hips', trunk);
  for (const side of sides) {
    scalePath(`${side}LowerArm`, `${side}UpperArm`, ratio('upperArm'));
    scalePath(`${side}Hand`, `${side}LowerArm`, ratio('forearm'));
    scalePath(`${side}LowerLeg`, `${side}UpperLeg`, ratio('thigh'));
    scalePath(`${side}Foot`, `${side}LowerLeg`, ratio('shank'));
    // Out by the width, up with the trunk.
    scalePath(`${side}UpperArm`, 'hips', ratio('shoulderWidth'), trunk, trunk);
    scalePath(`${side}UpperLeg`, 'hips', ratio('hipWidth'), 1, 1);
    scalePath(`${side}Toes`, `${side}Foot`, 1, ratio('ankleHeight'), 1);
  }
  const joints = Array.from({ length: skeleton.jointCount }, (_, joint): RawJoint => {
    const [sx, sy, sz] = scales.get(joint) ?? [1, 1, 1];
    const at = joint * 3;
    const { restOffsets, parents, names, jointToBone } = skeleton;
    const bone = jointToBone[joint] < 0 ? null : humanoidBones[jointToBone[joint]];
    return {
      name: names[joint],
      parent: parents[joint] < 0 ? null : names[parents[joint]],
      offset: [restOffsets[at] * sx, restOffsets[at + 1] * sy, restOffsets[at + 2] * sz],
      ...(bone && { bone }),
    };
  });
  const built = buildSkeleton(joints);
  const lift = lowestOf(skeleton) - lowestOf(built);
  const [x, y, z] = joints[0].offset;
  return buildSkeleton([{ ...joints[0], offset: [x, y + lift, z] }, ...joints.slice(1)]);
}

/** Joints from a bone up to, but not including, another that it hangs on; none where one of them is missing. */
function pathBetween(skeleton: Skeleton, from: HumanoidBone, to: HumanoidBone): number[] {
  const end = jointOfBone(skeleton, to);
  if (end < 0) return [];
  const path: number[] = [];
  for (let joint = jointOfBone(skeleton, from); joint >= 0 && joint !== end; joint = skeleton.parents[joint]) {
    path.push(joint);
  }
  return path;
}

function lowestOf({ restWorldPositions }: Skeleton): number {
  return restWorldPositions.reduce((low, value, i) => (i % 3 === 1 ? Math.min(low, value) : low), Infinity);
}
