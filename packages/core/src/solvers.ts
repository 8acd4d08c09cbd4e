/** Limits of joints, and inverse kinematics for chains of any length (`@leib/core/solvers`). */

// FABRIK: a chain, and a tree with several tips
export { solveFabrik } from './solvers/fabrik.js';
export {
  type FabrikState,
  buildFabrikChain,
  createFabrikState,
  type FabrikLimit,
  type FabrikOutput,
} from './solvers/fabrikChain.js';
export { solveFabrikTree } from './solvers/fabrikTree.js';
export {
  buildFabrikTree,
  createFabrikTreeState,
} from './solvers/fabrikTreeModel.js';

// Two bones of a skeleton: as rotations, and the end of a posed limb moved
export { type BendableLimb, bendLimb } from './solvers/twoBoneIk.js';

// Chains with an angle per degree of freedom: CCD, CCD with inner effectors, Jacobian
export {
  buildArticulatedChain,
  createArticulatedChainState,
  FREE_RANGE,
  type RawChainJoint,
  updateArticulatedChain,
} from './solvers/articulatedChain.js';
export type { ChainGoal } from './solvers/chainGoal.js';
export { createCcdOutput, defaultCcdParams, solveCcd } from './solvers/ccd.js';
export { measureReachShell } from './solvers/reachShell.js';
export { createCcdInnerOutput, solveCcdInner } from './solvers/ccdInner.js';
export {
  createJacobianOutput,
  defaultJacobianParams,
  solveJacobian,
  stepJacobian,
} from './solvers/jacobian.js';

// Limits of joints
export { type SwingCone, buildSwingCone, clampSwingCone, isInsideSwingCone } from './limits/swingCone.js';
export { buildEulerRanges, readEulerTurns } from './limits/eulerRanges.js';
export { buildConeLimit, clampJointLimit, isInsideJointLimit } from './limits/jointLimit.js';
