import type { ReadonlyQuat, ReadonlyVec3 } from '../math/index.js';
import type { ArticulatedChain, ArticulatedChainState } from './articulatedChain.js';

/** Where a point of an articulated chain should go. */
export interface ChainGoal {
  /** Which point: 1 is the far end of the first bone, jointCount the tip. */
  readonly point: number;
  readonly positionWorld: ReadonlyVec3;
  /** Wanted world rotation of the bone that ends in the point; null where any will do. */
  readonly rotationWorld: ReadonlyQuat | null;
  /** How much the goal counts beside others, above 0. Default 1. */
  readonly weight?: number;
}

/** How far a chain is from its goals. */
export interface ChainGoalErrors {
  /** Farthest point from its goal, metres. */
  positionError: number;
  /** Largest angle between a bone and its wanted rotation, radians; 0 where none is wanted. */
  rotationError: number;
  /** One number for all goals, without unit: what the solvers bring down. */
  cost: number;
}

/**
 * Measures a chain against its goals. Distances are divided by the chain's length, so that a metre and a radian can
 * be added whatever the unit and size of the puppet:
 *
 *   cost = sum of weight * (|G - E|^2 / (2 length^2) + 4 sin^2(phi / 2)),   phi the angle between bone and goal
 *
 * The second term is 3 - sum_j (u_jg . u_je), what eq. 5.11 of Weimar 2008 leaves to be gained.
 */
export function measureChainGoals(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  out: ChainGoalErrors,
): void {
  const { worldPositions: pos, worldRotations: rot } = state;
  const scale = inverseLength(chain);
  let positionErrorSq = 0;
  let sinHalfSq = 0;
  let cost = 0;
  for (let i = 0; i < goals.length; i++) {
    const { point, positionWorld, rotationWorld, weight = 1 } = goals[i];
    const p3 = point * 3;
    const x = positionWorld[0] - pos[p3];
    const y = positionWorld[1] - pos[p3 + 1];
    const z = positionWorld[2] - pos[p3 + 2];
    const distanceSq = x * x + y * y + z * z;
    // Written so that NaN wins: a goal of NaN must not count as reached.
    if (!(distanceSq <= positionErrorSq)) positionErrorSq = distanceSq;
    cost += weight * 0.5 * distanceSq * scale * scale;
    if (rotationWorld !== null) {
      const q4 = (point - 1) * 4;
      const gx = rotationWorld[0];
      const gy = rotationWorld[1];
      const gz = rotationWorld[2];
      const gw = rotationWorld[3];
      const ex = rot[q4];
      const ey = rot[q4 + 1];
      const ez = rot[q4 + 2];
      const ew = rot[q4 + 3];
      // Vector part of goal * conjugate(bone): its square keeps its digits near zero, where 1 - w^2 would not.
      const vx = gx * ew - gw * ex - gy * ez + gz * ey;
      const vy = gy * ew - gw * ey - gz * ex + gx * ez;
      const vz = gz * ew - gw * ez - gx * ey + gy * ex;
      const halfSq = vx * vx + vy * vy + vz * vz;
      if (!(halfSq <= sinHalfSq)) sinHalfSq = halfSq;
      cost += weight * 4 * halfSq;
    }
  }
  out.positionError = Math.sqrt(positionErrorSq);
  out.rotationError = 2 * Math.asin(Math.min(1, Math.sqrt(sinHalfSq)));
  out.cost = cost;
}

/** What a distance is multiplied by to become a share of the chain; 0 for a chain without any length. */
export function inverseLength(chain: ArticulatedChain): number {
  return chain.length > 0 ? 1 / chain.length : 0;
}

/** The point farthest along the chain that has a goal: joints from there on have nothing to do. */
export function lastGoalPoint(goals: readonly ChainGoal[]): number {
  let lastPoint = 0;
  for (let i = 0; i < goals.length; i++) if (goals[i].point > lastPoint) lastPoint = goals[i].point;
  return lastPoint;
}
