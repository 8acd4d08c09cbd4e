/** Vectors and quaternions are gl-matrix's; what it lacks, or does in single precision, is beside it here. */
export { quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from 'gl-matrix';
export { createQuat, createVec3, type Quat, type Vec3 } from './create.js';
export { nextRandom, type RandomState } from './random.js';
export { lookRotation, rotationBetween, swingTwist, twistAngle, yawOf } from './rotation.js';
export { fromRotationVector, toRotationVector } from './rotationVector.js';
export { areFinite, clamp, DEG, EPSILON, frameSeconds, lerp, smoothStep, wrapAngle } from './scalar.js';
export { unitAcross, unitTowards } from './unit.js';
