/** Vectors and quaternions are gl-matrix's; what it lacks, or does in single precision, is beside it here. */
export { quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from 'gl-matrix';
export {
  createQuat,
  createVec3,
  fromRotationVector,
  lookRotation,
  type Quat,
  rotationBetween,
  swingTwist,
  toRotationVector,
  twistAngle,
  unitAcross,
  unitTowards,
  type Vec3,
  yawOf,
} from './rotation.js';
export {
  areFinite,
  clamp,
  DEG,
  EPSILON,
  frameSeconds,
  lerp,
  nextRandom,
  type RandomState,
  smoothStep,
  wrapAngle,
} from './scalar.js';
