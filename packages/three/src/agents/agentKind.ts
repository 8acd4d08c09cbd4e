import { type HumanoidBone, humanoidBones, InputError, jointOfBone, type Skeleton } from '@leib/core';
import { type AngleLayout, collectAgentDofs, defaultAngleLayout, packedSize } from '@leib/core/pack';
import type { Avatar } from '../avatar/loadAvatar.js';
import { type AgentPart, bakeParts } from './bakeParts.js';
import { type AgentSegments, buildAgentSegments } from './segments.js';

type AgentDof = ReturnType<typeof collectAgentDofs>[number];

export interface AgentKindOptions {
  /** What the angles mean. Default: the 46 angles of mocap. */
  readonly layout?: AngleLayout;
  /** Fingers have bones of their own, moved by a second stream of the packed actor. Default: they move with the hand. */
  readonly fingers?: boolean;
  /** Eyes, jaw and morph targets are moved by a third stream. Default: the face is still. */
  readonly face?: boolean;
}

/** What an agent is: mesh, bones, and what the packed numbers turn. Shared by every agent of its kind, never written again. */
export interface AgentKind {
  readonly name: string;
  readonly skeleton: Skeleton;
  readonly layout: AngleLayout;
  /** Numbers of 16 bits that an agent takes per frame. */
  readonly packedSize: number;
  readonly hasFingers: boolean;
  readonly hasFace: boolean;
  readonly bones: AgentBones;
  readonly segments: AgentSegments;
  readonly parts: readonly AgentPart[];
}

/**
 * Makes a kind of agent from a loaded person as it is now: after avatar.stretch() it has the stretched proportions. The kind holds
 * copies of the mesh and refers to the avatar's materials, so the avatar may be hidden, but must not be disposed before the crowd.
 * Leaves the avatar in the T-pose. Throws InputError where the body has more bones than a vertex can name (255).
 */
export function buildAgentKind(avatar: Avatar, options: AgentKindOptions = {}): AgentKind {
  const { layout = defaultAngleLayout, fingers: hasFingers = false, face: hasFace = false } = options;
  const { skeleton, report } = avatar;
  const dofs = collectAgentDofs(skeleton, layout, { fingers: hasFingers, face: hasFace });
  const bones = buildAgentBones(skeleton, dofs);
  if (bones.count > 255) throw new InputError('layout', `expected at most 255 turned bones, got ${bones.count}`);
  const restOf = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    const [x, y, z] = skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
    return joint < 0 ? null : ([x, y, z] as const);
  };
  return {
    name: report.name,
    skeleton,
    layout,
    packedSize: packedSize(layout.dofs.length),
    hasFingers,
    hasFace,
    bones,
    segments: buildAgentSegments(bones, restOf),
    parts: bakeParts(avatar, bones.boneOfJoint, hasFace),
  };
}

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
