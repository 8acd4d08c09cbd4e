import { createPose, createQuat, type Pose, quat } from '@leib/core';
import { type AgentAngles, type AngleBinding, poseFromAngles } from '@leib/core/pack';

/**
 * A body as unknowns of least squares: the hips' position (three), then the layout's angles. Made once per skeleton; the
 * derivative of a point is then its lever about each axis that moves it.
 */
export interface DofModel {
  readonly binding: AngleBinding;
  /** 3 + number of angles. */
  readonly unknownCount: number;
  /** Unknowns that move points of each joint: the three of the position, then angles from the hips outwards. */
  readonly movers: readonly Int16Array[];
}

/** A body in one pose, with what derivatives need. Written by updateDofFrame(). */
export interface DofFrame {
  readonly pose: Pose;
  /** Axis of each angle, world space. Number of angles x 3. */
  readonly axesWorld: Float64Array;
}

export function buildDofModel(binding: AngleBinding): DofModel {
  const { skeleton, dofJoints } = binding;
  const movers: Int16Array[] = [];
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const above = skeleton.parents[joint] < 0 ? [0, 1, 2] : [...movers[skeleton.parents[joint]]];
    dofJoints.forEach((turned, dof) => {
      if (turned === joint) above.push(3 + dof);
    });
    movers.push(Int16Array.from(above));
  }
  return { binding, unknownCount: 3 + dofJoints.length, movers };
}

export function createDofFrame({ binding }: DofModel): DofFrame {
  return { pose: createPose(binding.skeleton), axesWorld: new Float64Array(binding.dofJoints.length * 3) };
}

// Scratch, written before it is read in every call.
const turned = createQuat();
const turn = createQuat();

/** Poses the body by its angles and turns all axes into world space. */
export function updateDofFrame({ binding }: DofModel, angles: AgentAngles, out: DofFrame): void {
  const { dofJoints, layout } = binding;
  const { pose, axesWorld } = out;
  poseFromAngles(binding, angles, pose);
  // A joint turns by R0 R1 R2. R2 leaves its own axis where it is, so that the last axis is turned by all of the joint's
  // rotation, the one before it by all but R2, and so on: from the last one backwards.
  for (let dof = dofJoints.length - 1; dof >= 0; dof--) {
    const joint = dofJoints[dof];
    if (joint < 0) continue;
    const at = joint * 4;
    if (dof === dofJoints.length - 1 || dofJoints[dof + 1] !== joint) {
      const { worldRotations } = pose;
      quat.set(turned, worldRotations[at], worldRotations[at + 1], worldRotations[at + 2], worldRotations[at + 3]);
    }
    // vec3.transformQuat(), written out: a call for each axis would leave a number behind.
    const { axis } = layout.dofs[dof];
    const tx = 2 * (turned[1] * axis[2] - turned[2] * axis[1]);
    const ty = 2 * (turned[2] * axis[0] - turned[0] * axis[2]);
    const tz = 2 * (turned[0] * axis[1] - turned[1] * axis[0]);
    axesWorld[dof * 3] = axis[0] + turned[3] * tx + turned[1] * tz - turned[2] * ty;
    axesWorld[dof * 3 + 1] = axis[1] + turned[3] * ty + turned[2] * tx - turned[0] * tz;
    axesWorld[dof * 3 + 2] = axis[2] + turned[3] * tz + turned[0] * ty - turned[1] * tx;
    // turnAbout(), written out: a call for each axis would leave a number behind.
    const half = -angles.angles[dof] * 0.5;
    const sine = Math.sin(half);
    for (let k = 0; k < 3; k++) turn[k] = sine * layout.dofs[dof].axis[k];
    turn[3] = Math.cos(half);
    quat.multiply(turned, turned, turn);
  }
}

/** Where a point of a joint is: its position in the joint's space, turned and moved as the joint is. */
export function pointWorld(
  { pose }: DofFrame,
  joint: number,
  local: ArrayLike<number>,
  at: number,
  out: Float64Array,
): void {
  const { worldPositions: p, worldRotations: q } = pose;
  const x = local[at];
  const y = local[at + 1];
  const z = local[at + 2];
  const qx = q[joint * 4];
  const qy = q[joint * 4 + 1];
  const qz = q[joint * 4 + 2];
  const qw = q[joint * 4 + 3];
  // v + 2 w (q x v) + 2 q x (q x v)
  const cx = 2 * (qy * z - qz * y);
  const cy = 2 * (qz * x - qx * z);
  const cz = 2 * (qx * y - qy * x);
  out[0] = p[joint * 3] + x + qw * cx + qy * cz - qz * cy;
  out[1] = p[joint * 3 + 1] + y + qw * cy + qz * cx - qx * cz;
  out[2] = p[joint * 3 + 2] + z + qw * cz + qx * cy - qy * cx;
}

/**
 * Derivative of a point of a joint by each of the joint's movers: the unit axes for the position, axis x lever for an
 * angle. movers x 3, into `out`.
 */
export function pointDerivatives(
  model: DofModel,
  { pose, axesWorld }: DofFrame,
  joint: number,
  world: ArrayLike<number>,
  out: Float64Array,
): void {
  const movers = model.movers[joint];
  const { dofJoints } = model.binding;
  const { worldPositions } = pose;
  out.fill(0, 0, 9);
  out[0] = 1;
  out[4] = 1;
  out[8] = 1;
  for (let i = 3; i < movers.length; i++) {
    const dof = movers[i] - 3;
    const centre = dofJoints[dof] * 3;
    const x = world[0] - worldPositions[centre];
    const y = world[1] - worldPositions[centre + 1];
    const z = world[2] - worldPositions[centre + 2];
    const ax = axesWorld[dof * 3];
    const ay = axesWorld[dof * 3 + 1];
    const az = axesWorld[dof * 3 + 2];
    out[i * 3] = ay * z - az * y;
    out[i * 3 + 1] = az * x - ax * z;
    out[i * 3 + 2] = ax * y - ay * x;
  }
}
