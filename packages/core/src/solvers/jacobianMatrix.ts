import type { ReadonlyQuat } from '../math/index.js';
import type { ArticulatedChain, ArticulatedChainState } from './articulatedChain.js';
import { type ChainGoal, inverseLength } from './chainGoal.js';

/** The linear picture of a chain near its present angles: jacobian . change of angles = residual. */
export interface JacobianSystem {
  /** Rows in use: three per goal, six with a rotation. */
  rowCount: number;
  /** rowCount x dofCount. */
  readonly jacobian: Float64Array;
  /** rowCount entries. */
  readonly residual: Float64Array;
}

/** A rotation's residual counts as in ChainGoalErrors.cost: 4 sin^2(phi / 2) = (sqrt(2) phi)^2 / 2 near the goal. */
const ROTATION_SCALE = Math.SQRT2;

/**
 * Jacobian and residual of a chain against its goals. Column of a degree of freedom about the world axis a at P, for
 * an effector at E beyond it: (a x (E - P); a), three rows or six (Weimar 2008, ch. 4). The residual is what is left
 * to go: (G - E; rotation vector). Position rows are divided by the chain's length, rotation rows multiplied by
 * sqrt(2), and both by the square root of the goal's weight, so that half the squared residual is the cost.
 * The chain's world arrays must be current.
 */
export function fillJacobian(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  goals: readonly ChainGoal[],
  out: JacobianSystem,
): void {
  const { jointCount, dofCount, firstDofs } = chain;
  const { worldPositions: pos, worldRotations: rot, worldAxes } = state;
  const { jacobian, residual } = out;
  let row = 0;
  for (let i = 0; i < goals.length; i++) {
    const { point, positionWorld, rotationWorld, weight = 1 } = goals[i];
    const scale = inverseLength(chain) * Math.sqrt(weight);
    const rotationScale = ROTATION_SCALE * Math.sqrt(weight);
    const ex = pos[point * 3];
    const ey = pos[point * 3 + 1];
    const ez = pos[point * 3 + 2];
    residual[row] = (positionWorld[0] - ex) * scale;
    residual[row + 1] = (positionWorld[1] - ey) * scale;
    residual[row + 2] = (positionWorld[2] - ez) * scale;
    if (rotationWorld !== null) {
      fillRotationVector(residual, row + 3, rotationWorld, rot, (point - 1) * 4);
      for (let k = row + 3; k < row + 6; k++) residual[k] *= rotationScale;
    }
    const at = row * dofCount;
    for (let joint = 0; joint < jointCount; joint++) {
      const isBefore = joint < point;
      const x = ex - pos[joint * 3];
      const y = ey - pos[joint * 3 + 1];
      const z = ez - pos[joint * 3 + 2];
      for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
        const ax = isBefore ? worldAxes[dof * 3] : 0;
        const ay = isBefore ? worldAxes[dof * 3 + 1] : 0;
        const az = isBefore ? worldAxes[dof * 3 + 2] : 0;
        jacobian[at + dof] = (ay * z - az * y) * scale;
        jacobian[at + dofCount + dof] = (az * x - ax * z) * scale;
        jacobian[at + 2 * dofCount + dof] = (ax * y - ay * x) * scale;
        if (rotationWorld === null) continue;
        jacobian[at + 3 * dofCount + dof] = ax * rotationScale;
        jacobian[at + 4 * dofCount + dof] = ay * rotationScale;
        jacobian[at + 5 * dofCount + dof] = az * rotationScale;
      }
    }
    row += rotationWorld === null ? 3 : 6;
  }
  out.rowCount = row;
}

/** Axis times angle of the shortest turn from a bone's rotation to the wanted one. */
function fillRotationVector(
  out: Float64Array,
  at: number,
  goal: ReadonlyQuat,
  rotations: Float64Array,
  bone: number,
): void {
  const gx = goal[0];
  const gy = goal[1];
  const gz = goal[2];
  const gw = goal[3];
  const ex = -rotations[bone];
  const ey = -rotations[bone + 1];
  const ez = -rotations[bone + 2];
  const ew = rotations[bone + 3];
  const x = gw * ex + gx * ew + gy * ez - gz * ey;
  const y = gw * ey - gx * ez + gy * ew + gz * ex;
  const z = gw * ez + gx * ey - gy * ex + gz * ew;
  const w = gw * ew - gx * ex - gy * ey - gz * ez;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const angle = 2 * Math.atan2(w < 0 ? -sine : sine, Math.abs(w));
  // angle / sine -> 2 where there is next to nothing to turn
  const factor = sine > 1e-12 ? angle / sine : 2;
  out[at] = x * factor;
  out[at + 1] = y * factor;
  out[at + 2] = z * factor;
}
