import { InputError } from '../check/inputError.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { updateWorldPose } from '../skeleton/skeleton.js';
import type { AgentAngles, AngleDof, AngleLayout } from './angleLayout.js';

/** A layout on one skeleton. Made once, shared by every agent of that skeleton. */
export interface AngleBinding {
  readonly layout: AngleLayout;
  readonly skeleton: Skeleton;
  readonly rootJoint: number;
  /** Joint that each dof turns, or -1 where the skeleton has none for it. */
  readonly dofJoints: Int16Array;
  /** The dof that turns what a dof turns, just before it: of the same joint, or the last one of a joint above; -1 for the first. */
  readonly previousDofs: Int16Array;
}

/** Which bone takes over the angles of a bone that a skeleton lacks: the order of the turns stays the same. */
const standIns: Partial<Record<HumanoidBone, HumanoidBone>> = {
  upperChest: 'chest',
  chest: 'spine',
  neck: 'head',
  leftShoulder: 'leftUpperArm',
  rightShoulder: 'rightUpperArm',
};

function jointFor(skeleton: Skeleton, bone: HumanoidBone): number {
  for (let now: HumanoidBone | undefined = bone; now !== undefined; now = standIns[now]) {
    const joint = jointOfBone(skeleton, now);
    if (joint >= 0) return joint;
  }
  return -1;
}

/** The last dof before this one whose joint is the same or lies above. */
function previousDof({ parents }: Skeleton, dofJoints: Int16Array, dof: number): number {
  for (let joint = dofJoints[dof]; joint >= 0; joint = parents[joint]) {
    const previous = dofJoints.lastIndexOf(joint, dof - 1);
    if (dof > 0 && previous >= 0) return previous;
  }
  return -1;
}

export function buildAngleBinding(layout: AngleLayout, skeleton: Skeleton): AngleBinding {
  const rootJoint = jointOfBone(skeleton, 'hips');
  if (rootJoint !== 0) {
    throw new InputError(
      'skeleton',
      `expected the hips as its root joint, got ${rootJoint < 0 ? 'no hips' : `joint ${rootJoint}`}`,
    );
  }
  const dofJoints = Int16Array.from(layout.dofs, ({ bone }) => jointFor(skeleton, bone));
  const previousDofs = dofJoints.map((_, dof) => previousDof(skeleton, dofJoints, dof));
  return { layout, skeleton, rootJoint, dofJoints, previousDofs };
}

/** Angles -> pose, world arrays included. Joints without angles stay at rest. */
export function poseFromAngles(binding: AngleBinding, { rootPosition, angles }: AgentAngles, outPose: Pose): void {
  const { skeleton, layout, dofJoints } = binding;
  outPose.rootPosition.set(rootPosition);
  restRotations(outPose.localRotations);
  for (let dof = 0; dof < dofJoints.length; dof++) {
    if (dofJoints[dof] >= 0) turnJoint(outPose.localRotations, dofJoints[dof], layout.dofs[dof].axis, angles[dof]);
  }
  updateWorldPose(skeleton, outPose);
}

export function restRotations(outLocal: Pose['localRotations']): void {
  outLocal.fill(0);
  for (let w = 3; w < outLocal.length; w += 4) outLocal[w] = 1;
}

/** local = local * R(axis, angle), written out: calls on small arrays cost more than the arithmetic. */
export function turnJoint(local: Pose['localRotations'], joint: number, axis: AngleDof['axis'], angle: number): void {
  const at = joint * 4;
  const sine = Math.sin(angle * 0.5);
  const w = Math.cos(angle * 0.5);
  const x = sine * axis[0];
  const y = sine * axis[1];
  const z = sine * axis[2];
  const lx = local[at];
  const ly = local[at + 1];
  const lz = local[at + 2];
  const lw = local[at + 3];
  local[at] = lw * x + lx * w + ly * z - lz * y;
  local[at + 1] = lw * y - lx * z + ly * w + lz * x;
  local[at + 2] = lw * z + lx * y - ly * x + lz * w;
  local[at + 3] = lw * w - lx * x - ly * y - lz * z;
}
