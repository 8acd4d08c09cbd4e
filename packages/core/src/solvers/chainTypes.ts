import type { JointLimit } from '../limits/jointLimit.js';

/**
 * What a chain is: joints in a row, bone i from point i (joint i) to point i + 1, the last point being the tip.
 * Made once by buildArticulatedChain(), never written again.
 */
export interface ArticulatedChain {
  readonly jointCount: number;
  /** Degrees of freedom of all joints together. */
  readonly dofCount: number;
  /** Joint i owns the degrees of freedom firstDofs[i] up to firstDofs[i + 1]. jointCount + 1 entries. */
  readonly firstDofs: Int32Array;
  /** Unit axes, in the space that the joint's earlier degrees of freedom leave behind. dofCount x 3. */
  readonly dofAxes: Float64Array;
  /** Radians. dofCount entries each. */
  readonly minAngles: Float64Array;
  readonly maxAngles: Float64Array;
  /** Rotation left over from degrees of freedom that are closed at an angle, applied after the others. jointCount x 4. */
  readonly closedRotations: Float64Array;
  /** Offset from joint to next point, joint space, metres. jointCount x 3. */
  readonly bones: Float64Array;
  readonly boneLengths: Float64Array;
  /** Sum of the bone lengths, metres. */
  readonly length: number;
  /** 0..1 each. jointCount entries. */
  readonly weights: Float64Array;
  /** Radians per solver step. jointCount entries. */
  readonly maxSteps: Float64Array;
  /** 1 for joints that turn any way: three perpendicular axes, no ranges, no largest step (or a cone). jointCount entries. */
  readonly isFreeBall: Uint8Array;
  /** Cone of each joint, or null. jointCount entries. */
  readonly cones: readonly (JointLimit | null)[];
  /** A chain seen from its tip turns the other way round: its cones bound the inverse of a joint's rotation. */
  readonly areConesInverse: boolean;
}

/** Where the chain is. One per chain in use; allocated by createArticulatedChainState(). */
export interface ArticulatedChainState {
  /** Joint 0, world space, metres, and the space its axes lie in: the parent's transform. Written by the owner. */
  readonly rootPosition: Float64Array;
  readonly rootRotation: Float64Array;
  /** Radians, each within its range. dofCount entries. Written by solvers. */
  readonly angles: Float64Array;
  /** Joints, then the tip, world space, metres. (jointCount + 1) x 3. Computed by updateArticulatedChain(), as the rest. */
  readonly worldPositions: Float64Array;
  /** Joint rotations, world space. jointCount x 4. */
  readonly worldRotations: Float64Array;
  /** Axes of the degrees of freedom, world space. dofCount x 3. */
  readonly worldAxes: Float64Array;
}

export const TURN = 2 * Math.PI;

/**
 * The angle if it is allowed, else the nearest allowed one. Where the range is a whole turn or more, nothing is
 * forbidden and only the number has to change: the same pose, some turns away.
 */
export function clampDofAngle(chain: ArticulatedChain, dof: number, angle: number): number {
  const min = chain.minAngles[dof];
  const max = chain.maxAngles[dof];
  if (angle < min) return max - min >= TURN ? angle + TURN * Math.ceil((min - angle) / TURN) : min;
  if (angle > max) return max - min >= TURN ? angle - TURN * Math.ceil((angle - max) / TURN) : max;
  return angle;
}
