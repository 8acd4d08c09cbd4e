import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import type { RobotJoint } from './robotJoint.js';

/** The hinges that together turn one segment of a robot, and whose turn of the person that is. */
export interface RobotChain {
  /** Hinges by their numbers, in the order they hang on each other. */
  readonly numbers: readonly number[];
  /** Joint of the person that they follow, and the joint that its turn is taken against. */
  readonly joint: number;
  readonly reference: number;
}

/** A robot's trunk is one piece where a person's has three: it follows what the arms hang on. */
const trunkEnds: readonly HumanoidBone[] = ['upperChest', 'chest', 'spine'];
/** Hang on the trunk, whatever lies between: collarbones, which robots do not have, turn the arm with them. */
const onTrunk: ReadonlySet<HumanoidBone> = new Set(['leftUpperArm', 'rightUpperArm', 'neck', 'head']);

/** Which hinges follow what, for a robot and a person. Bones that the person lacks leave their hinges alone. */
export function buildRobotChains(joints: readonly RobotJoint[], skeleton: Skeleton): readonly RobotChain[] {
  const bones = [...new Set(joints.flatMap(({ bone }) => (bone === null ? [] : [bone])))];
  const hips = jointOfBone(skeleton, 'hips');
  const trunk = trunkEnds.map((bone) => jointOfBone(skeleton, bone)).find((joint) => joint >= 0) ?? hips;
  const hasTrunk = bones.includes('spine');
  return bones.flatMap((bone): RobotChain[] => {
    const joint = followedJoint(bone, bones, skeleton, trunk);
    if (joint < 0) return [];
    const numbers = joints.flatMap((each, number) => (each.bone === bone ? [number] : []));
    return [{ numbers, joint, reference: referenceOf(bone, bones, skeleton, hasTrunk ? trunk : hips, joint) }];
  });
}

function followedJoint(bone: HumanoidBone, bones: readonly HumanoidBone[], skeleton: Skeleton, trunk: number): number {
  if (bone === 'spine') return trunk;
  const head = jointOfBone(skeleton, 'head');
  if (bone === 'neck' && !bones.includes('head') && head >= 0) return head;
  return jointOfBone(skeleton, bone);
}

function referenceOf(
  bone: HumanoidBone,
  bones: readonly HumanoidBone[],
  skeleton: Skeleton,
  trunk: number,
  joint: number,
): number {
  if (bone === 'spine') return jointOfBone(skeleton, 'hips');
  const neck = jointOfBone(skeleton, 'neck');
  if (bone === 'head' && bones.includes('neck') && neck >= 0) return neck;
  return onTrunk.has(bone) ? trunk : skeleton.parents[joint];
}
