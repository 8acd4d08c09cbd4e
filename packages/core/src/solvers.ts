/** Limits of joints, and inverse kinematics for chains of any length (`@leib/core/solvers`). */

// FABRIK: a chain, and a tree with several tips
export { solveFabrik } from './solvers/fabrik.js';
export {
  buildFabrikChain,
  createFabrikState,
  type FabrikChain,
  type FabrikInput,
  type FabrikLimit,
  type FabrikOutput,
  type FabrikState,
  stretchFabrik,
} from './solvers/fabrikChain.js';
export { solveFabrikTree } from './solvers/fabrikTree.js';
export {
  buildFabrikTree,
  createFabrikTreeState,
  type FabrikTree,
  type FabrikTreeInput,
  type FabrikTreeState,
} from './solvers/fabrikTreeModel.js';

// Two bones of a skeleton: as rotations, and the end of a posed limb moved
export { type BendableLimb, bendLimb } from './solvers/bendLimb.js';
export { applyTwoBone, buildTwoBoneLimb, type TwoBoneLimb } from './solvers/twoBoneLimb.js';

// Chains with an angle per degree of freedom: CCD, CCD with inner effectors, Jacobian
export {
  type ArticulatedChain,
  type ArticulatedChainState,
  ballDofs,
  buildArticulatedChain,
  createArticulatedChainState,
  FREE_RANGE,
  hingeDofs,
  type RawChainDof,
  type RawChainJoint,
  resetArticulatedChain,
  universalDofs,
  updateArticulatedChain,
} from './solvers/articulatedChain.js';
export type { ChainGoal } from './solvers/chainGoal.js';
export { type CcdOutput, type CcdParams, createCcdOutput, defaultCcdParams, solveCcd } from './solvers/ccd.js';
export { measureReachShell, nearestInShells, type ReachShell } from './solvers/reachShell.js';
export { type CcdInnerOutput, createCcdInnerOutput, type InnerEffector, solveCcdInner } from './solvers/ccdInner.js';
export {
  createJacobianOutput,
  defaultJacobianParams,
  type JacobianOutput,
  type JacobianParams,
  solveJacobian,
  stepJacobian,
} from './solvers/jacobian.js';

// Limits of joints
export {
  buildSwingCone,
  clampSwingCone,
  isInsideSwingCone,
  type SwingCone,
  type SwingConeAngles,
} from './limits/swingCone.js';
export { buildTwistRange, clampTwistRange, isInsideTwistRange, type TwistRange } from './limits/twistRange.js';
export { buildHinge, clampHinge, type Hinge, isInsideHinge } from './limits/hinge.js';
export {
  buildEulerRanges,
  clampEulerRanges,
  type EulerRanges,
  isInsideEulerRanges,
  readEulerTurns,
} from './limits/eulerRanges.js';
export {
  buildConeLimit,
  buildJointLimit,
  clampJointLimit,
  isInsideJointLimit,
  type JointLimit,
  type JointLimitSettings,
} from './limits/jointLimit.js';
