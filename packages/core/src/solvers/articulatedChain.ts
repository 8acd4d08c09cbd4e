import { InputError } from '../check/inputError.js';
import type { JointLimit } from '../limits/jointLimit.js';
import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import type { ArticulatedChain, ArticulatedChainState } from './chainTypes.js';
import { clampDofAngle, TURN } from './chainTypes.js';
import { clampConeJoint } from './coneJoint.js';

export type { ArticulatedChain, ArticulatedChainState } from './chainTypes.js';

/** Smallest and largest angle of one degree of freedom, radians. */
export type DofRange = readonly [min: number, max: number];

/** Turns without end. */
export const FREE_RANGE: DofRange = [-Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];

/** One rotation that a joint can make. */
export interface RawChainDof {
  /** Any length. The first axis of a joint lies in the parent's space, each further one is carried by those before. */
  readonly axis: readonly [number, number, number];
  /** A range closed to one angle removes the degree of freedom; the joint then stays bent by that angle. */
  readonly range: DofRange;
}

/** A joint as people write it. */
export interface RawChainJoint {
  /** From this joint to the next one (from the last joint: to the tip) at rest, metres. */
  readonly bone: readonly [number, number, number];
  /** None to three; ballDofs() are three. */
  readonly dofs: readonly RawChainDof[];
  /** Cone and twist of a ball joint in place of ranges: its dofs are then three perpendicular ones without limits. */
  readonly cone?: JointLimit;
  /** Share of each wanted change that the joint takes: 0 none, 1 (default) all of it. */
  readonly weight?: number;
  /** Largest change of each of its angles (with a cone: of its rotation) in one step of a solver, radians. Default: no bound. */
  readonly maxStep?: number;
}

/** Three degrees of freedom, about x, then y, then z. */
export function ballDofs(x: DofRange = FREE_RANGE, y: DofRange = x, z: DofRange = x): RawChainDof[] {
  return [
    { axis: [1, 0, 0], range: x },
    { axis: [0, 1, 0], range: y },
    { axis: [0, 0, 1], range: z },
  ];
}

/** Checks a friendly joint list and compiles it into the flat form. */
export function buildArticulatedChain(joints: readonly RawChainJoint[]): ArticulatedChain {
  const jointCount = joints.length;
  if (jointCount === 0) throw new InputError('joints', 'expected at least one, got none');
  const firstDofs = new Int32Array(jointCount + 1);
  const closedRotations = new Float64Array(jointCount * 4);
  const bones = new Float64Array(jointCount * 3);
  const boneLengths = new Float64Array(jointCount);
  const weights = new Float64Array(jointCount);
  const maxSteps = new Float64Array(jointCount);
  const dofAxes: number[] = [];
  const minAngles: number[] = [];
  const maxAngles: number[] = [];

  joints.forEach((joint, index) => {
    const where = `joints[${index}]`;
    if (!joint.bone.every(Number.isFinite))
      throw new InputError(`${where}.bone`, `expected finite numbers, got [${joint.bone}]`);
    bones.set(joint.bone, index * 3);
    boneLengths[index] = Math.hypot(...joint.bone);

    const weight = joint.weight ?? 1;
    if (!(weight >= 0 && weight <= 1))
      throw new InputError(`${where}.weight`, `expected a number from 0 to 1, got ${weight}`);
    weights[index] = weight;
    const maxStep = joint.maxStep ?? Number.POSITIVE_INFINITY;
    if (!(maxStep > 0))
      throw new InputError(`${where}.maxStep`, `expected a number above 0, got ${maxStep}; use weight 0 to hold it`);
    maxSteps[index] = maxStep;

    if (joint.dofs.length > 3)
      throw new InputError(where, `expected at most three degrees of freedom, got ${joint.dofs.length}`);
    const closed = createQuat();
    joint.dofs.forEach((dof, dofIndex) => {
      const dofWhere = `${where}.dofs[${dofIndex}]`;
      const axisLength = Math.hypot(...dof.axis);
      if (!(axisLength > 0 && Number.isFinite(axisLength))) {
        throw new InputError(`${dofWhere}.axis`, `expected a direction, got [${dof.axis}]`);
      }
      const [min, max] = dof.range;
      if (!(min <= max)) throw new InputError(`${dofWhere}.range`, `expected min <= max, got [${min}, ${max}]`);
      // A closed rotation C before an axis a: C . R(a) = R(C a) . C, so C moves on to the end of the joint.
      const axis = vec3.scale(createVec3(), dof.axis, 1 / axisLength);
      vec3.transformQuat(axis, axis, closed);
      if (max - min < CLOSED_RANGE) {
        quat.multiply(closed, quat.setAxisAngle(createQuat(), axis, (min + max) / 2), closed);
      } else {
        dofAxes.push(axis[0], axis[1], axis[2]);
        minAngles.push(min);
        maxAngles.push(max);
      }
    });
    closedRotations.set(closed, index * 4);
    firstDofs[index + 1] = minAngles.length;
  });

  const chain = {
    jointCount,
    dofCount: minAngles.length,
    firstDofs,
    dofAxes: Float64Array.from(dofAxes),
    minAngles: Float64Array.from(minAngles),
    maxAngles: Float64Array.from(maxAngles),
    closedRotations,
    bones,
    boneLengths,
    length: boneLengths.reduce((sum, length) => sum + length, 0),
    weights,
    maxSteps,
    isFreeBall: new Uint8Array(jointCount),
    cones: joints.map(({ cone }) => cone ?? null),
    areConesInverse: false,
  };
  for (let joint = 0; joint < jointCount; joint++) {
    chain.isFreeBall[joint] = isFreeBallJoint(chain, joint) ? 1 : 0;
    if (chain.cones[joint] !== null && chain.isFreeBall[joint] === 0) {
      throw new InputError(`joints[${joint}].dofs`, 'expected ballDofs() without ranges beside a cone');
    }
  }
  return chain;
}

function isFreeBallJoint(
  { firstDofs, dofAxes, minAngles, maxAngles, maxSteps, cones }: ArticulatedChain,
  joint: number,
): boolean {
  const first = firstDofs[joint];
  if (firstDofs[joint + 1] - first !== 3) return false;
  if (maxSteps[joint] !== Number.POSITIVE_INFINITY && cones[joint] === null) return false;
  for (let dof = first; dof < first + 3; dof++) {
    if (maxAngles[dof] - minAngles[dof] < TURN) return false;
    const a = dof * 3;
    const b = (dof === first + 2 ? first : dof + 1) * 3;
    const along = dofAxes[a] * dofAxes[b] + dofAxes[a + 1] * dofAxes[b + 1] + dofAxes[a + 2] * dofAxes[b + 2];
    if (Math.abs(along) > 1e-9) return false;
  }
  return true;
}

/** A chain at rest (every angle as near to zero as its range allows) with its root at the origin, world arrays filled. */
export function createArticulatedChainState(chain: ArticulatedChain): ArticulatedChainState {
  const state: ArticulatedChainState = {
    rootPosition: new Float64Array(3),
    rootRotation: Float64Array.of(0, 0, 0, 1),
    angles: new Float64Array(chain.dofCount),
    worldPositions: new Float64Array((chain.jointCount + 1) * 3),
    worldRotations: new Float64Array(chain.jointCount * 4),
    worldAxes: new Float64Array(chain.dofCount * 3),
  };
  resetArticulatedChain(chain, state);
  return state;
}

/** Every angle back to rest; the root stays where it is. */
export function resetArticulatedChain(chain: ArticulatedChain, state: ArticulatedChainState): void {
  for (let dof = 0; dof < chain.dofCount; dof++) state.angles[dof] = clampDofAngle(chain, dof, 0);
  for (let joint = 0; joint < chain.jointCount; joint++) clampConeJoint(chain, state.angles, joint);
  updateArticulatedChain(chain, state);
}

/**
 * Bends every joint between two points whose weight is above 0 by a little, the same way along the chain. A straight chain that is to be shortened
 * along its own line has no gradient to follow; from here it has one. Works on angles, so that the answer turns
 * with the parent.
 */
export function nudgeArticulatedChain(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  firstPoint: number,
  lastPoint: number,
): void {
  const { firstDofs, weights } = chain;
  const { angles } = state;
  for (let joint = firstPoint; joint < lastPoint; joint++) {
    if (weights[joint] === 0) continue;
    for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
      const step = Math.min(NUDGE, chain.maxSteps[joint]);
      const ahead = clampDofAngle(chain, dof, angles[dof] + step);
      angles[dof] = ahead === angles[dof] ? clampDofAngle(chain, dof, angles[dof] - step) : ahead;
    }
    clampConeJoint(chain, angles, joint);
  }
}

/** Forward kinematics: root and angles -> world positions, rotations and axes. */
export function updateArticulatedChain(chain: ArticulatedChain, state: ArticulatedChainState): void {
  updateArticulatedChainFrom(chain, state, 0);
}

/** The same for joints from `firstJoint` on; everything before must be current. */
export function updateArticulatedChainFrom(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  firstJoint: number,
): void {
  const { jointCount, firstDofs, dofAxes, bones, closedRotations: closed } = chain;
  const { angles, rootPosition, rootRotation, worldPositions: pos, worldRotations: rot, worldAxes } = state;
  const isRoot = firstJoint === 0;
  const before = (firstJoint - 1) * 4;
  let x = isRoot ? rootRotation[0] : rot[before];
  let y = isRoot ? rootRotation[1] : rot[before + 1];
  let z = isRoot ? rootRotation[2] : rot[before + 2];
  let w = isRoot ? rootRotation[3] : rot[before + 3];
  if (isRoot) {
    pos[0] = rootPosition[0];
    pos[1] = rootPosition[1];
    pos[2] = rootPosition[2];
  }
  for (let joint = firstJoint; joint < jointCount; joint++) {
    const lastDof = firstDofs[joint + 1];
    for (let dof = firstDofs[joint]; dof < lastDof; dof++) {
      const d3 = dof * 3;
      const ax = dofAxes[d3];
      const ay = dofAxes[d3 + 1];
      const az = dofAxes[d3 + 2];
      const cx = 2 * (y * az - z * ay);
      const cy = 2 * (z * ax - x * az);
      const cz = 2 * (x * ay - y * ax);
      worldAxes[d3] = ax + w * cx + y * cz - z * cy;
      worldAxes[d3 + 1] = ay + w * cy + z * cx - x * cz;
      worldAxes[d3 + 2] = az + w * cz + x * cy - y * cx;
      const half = angles[dof] * 0.5;
      const s = Math.sin(half);
      const c = Math.cos(half);
      const dx = ax * s;
      const dy = ay * s;
      const dz = az * s;
      const nx = w * dx + x * c + y * dz - z * dy;
      const ny = w * dy - x * dz + y * c + z * dx;
      const nz = w * dz + x * dy - y * dx + z * c;
      w = w * c - x * dx - y * dy - z * dz;
      x = nx;
      y = ny;
      z = nz;
    }
    const j3 = joint * 3;
    const j4 = joint * 4;
    const kw = closed[j4 + 3];
    if (kw !== 1) {
      const kx = closed[j4];
      const ky = closed[j4 + 1];
      const kz = closed[j4 + 2];
      const nx = w * kx + x * kw + y * kz - z * ky;
      const ny = w * ky - x * kz + y * kw + z * kx;
      const nz = w * kz + x * ky - y * kx + z * kw;
      w = w * kw - x * kx - y * ky - z * kz;
      x = nx;
      y = ny;
      z = nz;
    }
    rot[j4] = x;
    rot[j4 + 1] = y;
    rot[j4 + 2] = z;
    rot[j4 + 3] = w;
    const bx = bones[j3];
    const by = bones[j3 + 1];
    const bz = bones[j3 + 2];
    const tx = 2 * (y * bz - z * by);
    const ty = 2 * (z * bx - x * bz);
    const tz = 2 * (x * by - y * bx);
    pos[j3 + 3] = pos[j3] + bx + w * tx + y * tz - z * ty;
    pos[j3 + 4] = pos[j3 + 1] + by + w * ty + z * tx - x * tz;
    pos[j3 + 5] = pos[j3 + 2] + bz + w * tz + x * ty - y * tx;
  }
}

/** A range narrower than this counts as closed, radians. */
const CLOSED_RANGE = 1e-9;

/** Large enough to leave the line in a few sweeps, small enough not to be seen as a pose of its own, radians. */
const NUDGE = 0.05;
