import { type HumanoidBone, InputError, jointOfBone, type Skeleton } from '@leib/core';
import { type AngleLayout, collectAgentDofs, defaultAngleLayout, packedSize } from '@leib/core/pack';
import type { Avatar } from '../avatar/loadAvatar.js';
import { type AgentBones, buildAgentBones } from './agentBones.js';
import { type AgentPart, bakeParts } from './bakeParts.js';
import { type AgentSegments, buildAgentSegments } from './segments.js';

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
