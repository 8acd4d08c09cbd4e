/** Limits of joints, and inverse kinematics for chains of any length (`@leib/core/solvers`). */

// FABRIK: a chain, and a tree with several tips
export { solveFabrik } from './solvers/fabrik.js';
export {
  buildFabrikChain,
  createFabrikState,
  type FabrikChain,
  type FabrikLimit,
  type FabrikOutput,
  type FabrikState,
} from './solvers/fabrikChain.js';
export { solveFabrikTree } from './solvers/fabrikTree.js';
export {
  buildFabrikTree,
  createFabrikTreeState,
  type FabrikTree,
  type FabrikTreeState,
} from './solvers/fabrikTreeModel.js';

// Two bones of a skeleton: as rotations, and the end of a posed limb moved
export { type BendableLimb, bendLimb } from './solvers/twoBoneIk.js';

// Chains with an angle per degree of freedom: CCD, CCD with inner effectors, Jacobian
export {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
  FREE_RANGE,
  type RawChainDof,
  type RawChainJoint,
  updateArticulatedChain,
} from './solvers/articulatedChain.js';
export type { ChainGoal } from './solvers/chainGoal.js';
export { type CcdOutput, createCcdOutput, defaultCcdParams, solveCcd } from './solvers/ccd.js';
export { measureReachShell, type ReachShell } from './solvers/reachShell.js';
export { type CcdInnerOutput, createCcdInnerOutput, solveCcdInner } from './solvers/ccdInner.js';
export {
  createJacobianOutput,
  defaultJacobianParams,
  type JacobianOutput,
  solveJacobian,
  stepJacobian,
} from './solvers/jacobian.js';

// Limits of joints
export { buildSwingCone, clampSwingCone, isInsideSwingCone, type SwingCone } from './limits/swingCone.js';
export { buildEulerRanges, type EulerRanges, readEulerTurns } from './limits/eulerRanges.js';
export { buildConeLimit, clampJointLimit, isInsideJointLimit, type JointLimit } from './limits/jointLimit.js';
