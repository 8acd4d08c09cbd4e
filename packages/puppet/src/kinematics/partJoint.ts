import {
  createQuat,
  createVec3,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyQuat,
  unitAcross,
  unitTowards,
  vec3,
} from '@leib/core';
import {
  buildConeLimit,
  buildEulerRanges,
  clampJointLimit,
  FREE_RANGE,
  type RawChainJoint,
  readEulerTurns,
} from '@leib/core/solvers';
import type { PuppetJoint, PuppetPart } from '../file/puppetFile.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';

type RawChainDof = RawChainJoint['dofs'][number];

type JointLimit = ReturnType<typeof buildConeLimit>;

type EulerRanges = ReturnType<typeof buildEulerRanges>;

/**
 * How a part turns: three angles about the axes of its frame, one after the other, rotation = R(x) R(y) R(z). Planes
 * bound each angle; a cone leaves them free and bounds where the part points and how it twists.
 */
export interface PartJoint {
  /** Turns x, y, z into the part's three axes, parent's space. */
  readonly frame: Quat;
  readonly dofs: readonly RawChainDof[];
  /** Ranges of the three angles, everything where there is a cone. */
  readonly ranges: EulerRanges;
  readonly cone: JointLimit | null;
  /** Angles nearest to the model's own pose that are allowed. Three. */
  readonly restAngles: Float64Array;
  readonly restRotation: Quat;
  readonly weight: number;
  readonly maxStep: number | null;
  readonly spring: PuppetJoint['spring'];
}

/** A range narrower than this counts as closed, radians: as in a chain of core. */
export const CLOSED_RANGE = 1e-9;

const everything = { min: -Math.PI, max: Math.PI };

export function buildPartJoint(part: PuppetPart): PartJoint {
  const { limits, weight, maxStep, spring } = part.joint;
  const frame = createQuat();
  let ranges: EulerRanges;
  let cone: JointLimit | null = null;
  if (limits.kind === 'planes') {
    quat.normalize(frame, [...limits.rotation]);
    if (quat.length(frame) < 0.5) quat.identity(frame);
    ranges = buildEulerRanges('XYZ', limits.x, limits.y, limits.z);
  } else {
    const along = directionOf(part, limits.axis);
    const axis = Math.hypot(...limits.axis) > 1e-9 ? limits.axis : along;
    writeFrameAlong(frame, axis);
    ranges = buildEulerRanges('XYZ', everything, everything, everything);
    cone = buildConeLimit(along, axis, limits.halfAngle, limits.twist);
  }
  const axes = [0, 1, 2].map((axis) => {
    const unit = createVec3();
    unit[axis] = 1;
    const [x, y, z] = vec3.transformQuat(unit, unit, frame);
    return [x, y, z] as const;
  });
  const dofs = axes.map((axis, index): RawChainDof => {
    const { min, max } = ranges.ranges[index];
    return { axis, range: cone ? FREE_RANGE : [min, max] };
  });
  const joint = { frame, dofs, ranges, cone, weight, maxStep, spring };
  const restAngles = new Float64Array(3);
  const restRotation = createQuat();
  readAllowedAngles(joint, restRotation, restAngles, 0);
  writeRotation(joint, restAngles, 0, restRotation);
  return { ...joint, restAngles, restRotation };
}

/** Direction of a part at rest; `fallback` where it has no length. */
function directionOf(part: PuppetPart, fallback: readonly [number, number, number]): [number, number, number] {
  const [pivot, end] = [pivotOf(part), endOf(part)];
  const along: [number, number, number] = [end[0] - pivot[0], end[1] - pivot[1], end[2] - pivot[2]];
  if (Math.hypot(...along) > 1e-9) return along;
  return Math.hypot(...fallback) > 1e-9 ? [fallback[0], fallback[1], fallback[2]] : [0, 1, 0];
}

/** A frame whose z lies along a direction. */
export function writeFrameAlong(out: Quat, along: readonly [number, number, number]): Quat {
  const forward = unitTowards(createVec3(), createVec3(), [...along]);
  return lookRotation(out, forward, unitAcross(createVec3(), forward, forward));
}

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of readAllowedAngles(). */
const turned = createQuat();
const turns = new Float64Array(3);
/** Of writeRotation(). */
const frameInverse = createQuat();

type Bounds = Pick<PartJoint, 'frame' | 'ranges' | 'cone'>;

/**
 * Angles of the allowed rotation that is nearest to a local rotation, three from `at` on. Returns whether the rotation
 * itself was not allowed.
 */
export function readAllowedAngles(
  { frame, ranges, cone }: Bounds,
  rotation: ReadonlyQuat,
  out: Float64Array,
  at: number,
): boolean {
  quat.normalize(turned, rotation);
  let hasMoved = cone !== null && clampJointLimit(cone, turned, turned);
  quat.multiply(turned, turned, frame);
  quat.conjugate(frameInverse, frame);
  quat.multiply(turned, frameInverse, turned);
  if (readEulerTurns(ranges, turned, turns)) hasMoved = true;
  out.set(turns, at);
  return hasMoved;
}

/** The rotation that lies in a flat array from `at` on. */
export function readQuat(values: Float64Array, at: number, out: Quat): Quat {
  return quat.set(out, values[at], values[at + 1], values[at + 2], values[at + 3]);
}

/** The local rotation that three angles from `at` on make. */
export function writeRotation({ frame }: Pick<PartJoint, 'frame'>, angles: Float64Array, at: number, out: Quat): Quat {
  quat.identity(out);
  quat.rotateX(out, out, angles[at]);
  quat.rotateY(out, out, angles[at + 1]);
  quat.rotateZ(out, out, angles[at + 2]);
  quat.multiply(out, frame, out);
  quat.conjugate(frameInverse, frame);
  return quat.multiply(out, out, frameInverse);
}

/** Angle between two rotations, radians, 0 to a half turn; exact near both ends. */
export function angleBetween(a: ReadonlyQuat, b: ReadonlyQuat): number {
  const w = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  // Vector part of conjugate(a) * b.
  const x = a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1];
  const y = a[3] * b[1] + a[0] * b[2] - a[1] * b[3] - a[2] * b[0];
  const z = a[3] * b[2] - a[0] * b[1] + a[1] * b[0] - a[2] * b[3];
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
}
