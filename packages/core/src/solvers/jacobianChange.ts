import { applyPseudoInverse, decomposeRows, gramOfRows, solveCholesky } from '../math/smallLinear.js';
import type { ArticulatedChain, ArticulatedChainState } from './articulatedChain.js';
import type { JacobianSystem } from './jacobianMatrix.js';

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
