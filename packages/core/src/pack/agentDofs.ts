import { jointOfBone } from '../skeleton/buildSkeleton.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { buildAngleBinding } from './angleBinding.js';
import type { AngleLayout } from './angleLayout.js';
import { FACE_STEP, faceDofs } from './face.js';
import { fingerDofs, type StreamDof } from './fingers.js';
import { PACKED_ANGLE_STEP, PACKED_ROOT_SIZE } from './packAngles.js';

/** One turn of a joint: a packed number times a factor, about an axis. */
export interface AgentDof {
  readonly joint: number;
  /** Where the number comes from: 0 body, 1 fingers, 2 face. */
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

/** Every turn that packed numbers make on a skeleton, in the order in which they are multiplied at a joint. */
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
