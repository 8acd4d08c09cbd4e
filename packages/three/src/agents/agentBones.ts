import { type HumanoidBone, humanoidBones, type Skeleton } from '@leib/core';
import type { collectAgentDofs } from '@leib/core/pack';

type AgentDof = ReturnType<typeof collectAgentDofs>[number];

/** The joints of a skeleton that the streams turn, parents before children. All others move with the one above them. */
export interface AgentBones {
  readonly count: number;
  readonly names: readonly HumanoidBone[];
  /** parents[i] < i, or -1 for the hips. */
  readonly parents: Int16Array;
  /** Rest positions in the T-pose, metres. count x 3. */
  readonly restPositions: Float64Array;
  /** Sorted by bone; those of bone b are firstDofs[b] to firstDofs[b + 1] - 1. */
  readonly dofs: readonly AgentDof[];
  readonly firstDofs: Int16Array;
  /** Bone that each joint of the skeleton moves with. */
  readonly boneOfJoint: Int16Array;
}

export function buildAgentBones(skeleton: Skeleton, dofs: readonly AgentDof[]): AgentBones {
  const { jointCount, parents, restWorldPositions, jointToBone } = skeleton;
  const isTurned = new Set<number>([0, ...dofs.map(({ joint }) => joint)]);
  const joints: number[] = [];
  const boneOfJoint = new Int16Array(jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    boneOfJoint[joint] = isTurned.has(joint) ? joints.push(joint) - 1 : boneOfJoint[parents[joint]];
  }
  const sorted = joints.map((joint) => dofs.filter((dof) => dof.joint === joint));
  const firstDofs = new Int16Array(joints.length + 1);
  sorted.forEach((own, bone) => {
    firstDofs[bone + 1] = firstDofs[bone] + own.length;
  });
  return {
    count: joints.length,
    names: joints.map((joint) => humanoidBones[jointToBone[joint]]),
    parents: Int16Array.from(joints, (joint) => (parents[joint] < 0 ? -1 : boneOfJoint[parents[joint]])),
    restPositions: Float64Array.from(
      joints.flatMap((joint) => [...restWorldPositions.subarray(joint * 3, joint * 3 + 3)]),
    ),
    dofs: sorted.flat(),
    firstDofs,
    boneOfJoint,
  };
}
