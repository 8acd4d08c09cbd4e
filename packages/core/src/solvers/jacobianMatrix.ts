import type { ReadonlyQuat } from '../math/index.js';
import { applyPseudoInverse, decomposeRows, gramOfRows, solveCholesky } from '../math/smallLinear.js';
import type { ArticulatedChain, ArticulatedChainState } from './articulatedChain.js';
import { type ChainGoal, inverseLength } from './chainGoal.js';

/** The linear picture of a chain near its present angles: jacobian . change of angles = residual. */
interface JacobianSystem {
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

/**
 * `transpose`: dq = alpha J^T e, cheap and slow. `pseudoInverse`: dq = J^+ e, exact near the goal, and it oscillates
 * where the chain is stretched towards a goal out of reach. `dampedLeastSquares`: dq = J^T (J J^T + damping I)^-1 e
 * does not: use that one.
 */
export type JacobianMethod = 'transpose' | 'pseudoInverse' | 'dampedLeastSquares';

/** A system and room to solve it in. */
export interface ChangeScratch extends JacobianSystem {
  /** Added to the diagonal by damped least squares, ignored by the others. A field, because an argument would be boxed. */
  appliedDamping: number;
  /** The answer, radians. dofCount entries. */
  readonly change: Float64Array;
  readonly solution: Float64Array;
  readonly rest: Float64Array;
  readonly matrix: Float64Array;
  readonly square: Float64Array;
  readonly isActive: Uint8Array;
}

export function createChangeScratch(dofCount: number, rowCapacity: number): ChangeScratch {
  return {
    rowCount: 0,
    appliedDamping: 0,
    jacobian: new Float64Array(rowCapacity * dofCount),
    residual: new Float64Array(rowCapacity),
    change: new Float64Array(dofCount),
    solution: new Float64Array(dofCount),
    rest: new Float64Array(rowCapacity),
    matrix: new Float64Array(rowCapacity * dofCount),
    square: new Float64Array(rowCapacity * rowCapacity),
    isActive: new Uint8Array(dofCount),
  };
}

/**
 * The change of the angles that the method asks for, limits kept by an active set: angles that would leave their range
 * stop at its end and drop out, and the others make up for what they no longer do (Baerlocher & Boulic,
 * "An inverse kinematics architecture enforcing an arbitrary number of strict priority levels", 2004, sec. 5.1).
 * Every step begins with all of them, so an angle takes part again as soon as it turns inwards.
 */
export function findChange(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  method: JacobianMethod,
  out: ChangeScratch,
): void {
  const { jointCount, dofCount, firstDofs, weights, minAngles, maxAngles } = chain;
  const { jacobian, residual, change, rest, matrix, isActive, rowCount } = out;
  for (let joint = 0; joint < jointCount; joint++) {
    for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
      isActive[dof] = weights[joint] > 0 ? 1 : 0;
      change[dof] = 0;
    }
  }
  for (let pass = 0; pass <= dofCount; pass++) {
    // With weights W the columns are scaled by sqrt(W) and the answer once more: dq = W J^T (J W J^T + ...)^-1 e.
    for (let row = 0; row < rowCount; row++) {
      const at = row * dofCount;
      let left = residual[row];
      for (let joint = 0; joint < jointCount; joint++) {
        const root = Math.sqrt(weights[joint]);
        for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
          matrix[at + dof] = isActive[dof] === 1 ? jacobian[at + dof] * root : 0;
          if (isActive[dof] === 0) left -= jacobian[at + dof] * change[dof];
        }
      }
      rest[row] = left;
    }
    solveActive(method, dofCount, out);
    let hasClamped = false;
    for (let joint = 0; joint < jointCount; joint++) {
      const root = Math.sqrt(weights[joint]);
      for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
        if (isActive[dof] === 0) continue;
        change[dof] = out.solution[dof] * root;
        const angle = state.angles[dof] + change[dof];
        const isWhole = maxAngles[dof] - minAngles[dof] >= 2 * Math.PI;
        if (isWhole || (angle >= minAngles[dof] && angle <= maxAngles[dof])) continue;
        change[dof] = (angle < minAngles[dof] ? minAngles[dof] : maxAngles[dof]) - state.angles[dof];
        isActive[dof] = 0;
        hasClamped = true;
      }
    }
    if (!hasClamped) return;
  }
}

/** solution = the method's answer to matrix . solution = rest. */
function solveActive(method: JacobianMethod, dofCount: number, scratch: ChangeScratch): void {
  const { matrix, rest, square, solution, rowCount } = scratch;
  if (method === 'pseudoInverse') {
    decomposeRows(matrix, square, rowCount, dofCount);
    applyPseudoInverse(solution, matrix, square, rest, rowCount, dofCount);
    return;
  }
  if (method === 'dampedLeastSquares') {
    gramOfRows(square, matrix, rowCount, dofCount);
    for (let row = 0; row < rowCount; row++) square[row * rowCount + row] += scratch.appliedDamping;
    if (!solveCholesky(square, rest, rowCount)) rest.fill(0);
    multiplyTransposed(solution, matrix, rest, rowCount, dofCount);
    return;
  }
  multiplyTransposed(solution, matrix, rest, rowCount, dofCount);
  // alpha = (e . J J^T e) / |J J^T e|^2 brings J dq nearest to e. Buss, "Introduction to inverse kinematics with
  // Jacobian transpose, pseudoinverse and damped least squares methods", 2004, sec. 4.
  let along = 0;
  let lengthSq = 0;
  for (let row = 0; row < rowCount; row++) {
    let moved = 0;
    for (let dof = 0; dof < dofCount; dof++) moved += matrix[row * dofCount + dof] * solution[dof];
    along += rest[row] * moved;
    lengthSq += moved * moved;
  }
  const alpha = lengthSq > 0 ? along / lengthSq : 0;
  for (let dof = 0; dof < dofCount; dof++) solution[dof] *= alpha;
}

/** out = A^T b. */
function multiplyTransposed(
  out: Float64Array,
  a: Float64Array,
  b: Float64Array,
  rowCount: number,
  columnCount: number,
): void {
  for (let column = 0; column < columnCount; column++) {
    let sum = 0;
    for (let row = 0; row < rowCount; row++) sum += a[row * columnCount + column] * b[row];
    out[column] = sum;
  }
}
