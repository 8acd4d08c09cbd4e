import { jointOfBone, type Skeleton } from '@leib/core';
import { type AngleLayout, buildAngleBinding, PACKED_ANGLE_STEP, PACKED_ROOT_SIZE } from '@leib/mocap';
import { FACE_STEP, faceDofs } from './faceStream.js';
import { fingerDofs } from './fingerStream.js';
import type { StreamDof } from './streamDof.js';

/** Where an agent's numbers come from: its body's packed angles, its two hands, its face. Each is one integer texture. */
export const agentStreams = ['body', 'fingers', 'face'] as const;
export type AgentStream = (typeof agentStreams)[number];

/** One turn of a joint on the GPU: a column of a stream times a factor, about an axis. */
export interface AgentDof {
  readonly joint: number;
  /** Index into agentStreams. */
  readonly stream: number;
  readonly column: number;
  /** Unit, in the joint's frame at rest (the world's axes in the T-pose). */
  readonly axis: readonly [x: number, y: number, z: number];
  /** Radians per step of the packed number. */
  readonly radiansPerStep: number;
}

export interface StreamChoice {
  readonly fingers: boolean;
  readonly face: boolean;
}

/** Every turn that the streams make on a skeleton, in the order in which they are multiplied at a joint. */
export function collectAgentDofs(skeleton: Skeleton, layout: AngleLayout, { fingers, face }: StreamChoice): AgentDof[] {
  const { dofJoints } = buildAngleBinding(layout, skeleton);
  const body = layout.dofs.map(({ axis }, dof) => ({
    joint: dofJoints[dof],
    stream: 0,
    column: PACKED_ROOT_SIZE + dof,
    axis,
    radiansPerStep: PACKED_ANGLE_STEP,
  }));
  const extra = (dofs: readonly StreamDof[], stream: number, step: number) =>
    dofs.map(({ bone, column, axis, factor }) => ({
      joint: jointOfBone(skeleton, bone),
      stream,
      column,
      axis,
      radiansPerStep: factor * step,
    }));
  return [
    ...body,
    ...(fingers ? extra(fingerDofs, 1, PACKED_ANGLE_STEP) : []),
    ...(face ? extra(faceDofs, 2, FACE_STEP) : []),
  ].filter(({ joint }) => joint >= 0);
}
