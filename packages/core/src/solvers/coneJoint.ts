import { clampJointLimit } from '../limits/jointLimit.js';
import { multiplyByInverseFlat, multiplyFlat, multiplyInverseFlat } from '../math/flatQuat.js';
import { createQuat, type Quat, quat, type ReadonlyQuat } from '../math/index.js';
import { type ArticulatedChain, type ArticulatedChainState, clampDofAngle } from './chainTypes.js';

// Scratch, each for the inside of one function, which writes it before it reads it.
/** Of clampConeJoint(). */
const local = createQuat();
/** Of limitBallTurn() and readBallAngles(). */
const turned = new Float64Array(4);

/** Brings the angles of a joint into its cone; those of a joint without one stay. Returns whether they had to move. */
export function clampConeJoint(chain: ArticulatedChain, angles: Float64Array, joint: number): boolean {
  const cone = chain.cones[joint];
  if (cone === null) return false;
  readBallRotation(chain, angles, joint, local);
  if (chain.areConesInverse) quat.conjugate(local, local);
  if (!clampJointLimit(cone, local, local)) return false;
  if (chain.areConesInverse) quat.conjugate(local, local);
  writeBallAngles(chain, joint, local, angles);
  return true;
}

/** How often a turn is halved until it keeps to the joint's largest step, before it is left out. */
const MAX_HALVINGS = 4;

/**
 * Shortens the world turn of a joint with a cone (four numbers at `at`) so that the joint ends within it. `rotations` and
 * `rootRotation`: what the turn starts from, world rotations of the joints and of what the root hangs on.
 */
export function limitBallTurn(
  chain: ArticulatedChain,
  rotations: Float64Array,
  rootRotation: Float64Array,
  joint: number,
  turns: Float64Array,
  at: number,
): void {
  const cone = chain.cones[joint];
  if (cone === null) return;
  const parent = joint === 0 ? rootRotation : rotations;
  const parentAt = joint === 0 ? 0 : (joint - 1) * 4;
  // A turn by no more than th has at least cos(th / 2) as its w.
  const leastW = chain.maxSteps[joint] < Math.PI ? Math.cos(chain.maxSteps[joint] / 2) : 0;
  for (let halving = 0; halving <= MAX_HALVINGS; halving++) {
    multiplyFlat(turned, 0, turns, at, rotations, joint * 4);
    multiplyInverseFlat(turned, 0, parent, parentAt, turned, 0);
    multiplyByInverseFlat(turned, 0, turned, 0, chain.closedRotations, joint * 4);
    if (chain.areConesInverse) quat.conjugate(turned, turned);
    if (!clampJointLimit(cone, turned, turned)) return;
    if (chain.areConesInverse) quat.conjugate(turned, turned);
    multiplyFlat(turned, 0, parent, parentAt, turned, 0);
    multiplyFlat(turned, 0, turned, 0, chain.closedRotations, joint * 4);
    multiplyByInverseFlat(turned, 0, turned, 0, rotations, joint * 4);
    quat.normalize(turned, turned);
    if (Math.abs(turned[3]) >= leastW - 1e-12) {
      const sign = turned[3] < 0 ? -1 : 1;
      for (let i = 0; i < 4; i++) turns[at + i] = sign * turned[i];
      return;
    }
    halveTurn(turns, at);
  }
  turns.fill(0, at, at + 3);
  turns[at + 3] = 1;
}

/** The same axis, half the angle. */
function halveTurn(turns: Float64Array, at: number): void {
  turns[at + 3] += turns[at + 3] < 0 ? -1 : 1;
  const length = Math.hypot(turns[at], turns[at + 1], turns[at + 2], turns[at + 3]);
  for (let i = at; i < at + 4; i++) turns[i] /= length;
}

/** Reads the angles of a free ball joint (ArticulatedChain.isFreeBall) off its and its parent's world rotation. */
export function readBallAngles(chain: ArticulatedChain, state: ArticulatedChainState, joint: number): void {
  const { worldRotations: rot, rootRotation, angles } = state;
  if (joint === 0) multiplyInverseFlat(turned, 0, rootRotation, 0, rot, 0);
  else multiplyInverseFlat(turned, 0, rot, (joint - 1) * 4, rot, joint * 4);
  multiplyByInverseFlat(turned, 0, turned, 0, chain.closedRotations, joint * 4);
  writeBallAngles(chain, joint, turned, angles);
}

/** Angles of a ball joint with perpendicular axes that make a rotation (its closed rotation not counted). */
function writeBallAngles(chain: ArticulatedChain, joint: number, local: ReadonlyQuat, angles: Float64Array): void {
  // In the frame of its own three axes the joint is Rx(q0) Ry(q1) Rz(q2); a left-handed frame has its middle axis
  // turned over, and with it the middle angle.
  const { dofAxes, firstDofs } = chain;
  const lx = local[0];
  const ly = local[1];
  const lz = local[2];
  const w = local[3];
  const first = firstDofs[joint];
  const d = first * 3;
  const tripleProduct =
    (dofAxes[d + 1] * dofAxes[d + 5] - dofAxes[d + 2] * dofAxes[d + 4]) * dofAxes[d + 6] +
    (dofAxes[d + 2] * dofAxes[d + 3] - dofAxes[d] * dofAxes[d + 5]) * dofAxes[d + 7] +
    (dofAxes[d] * dofAxes[d + 4] - dofAxes[d + 1] * dofAxes[d + 3]) * dofAxes[d + 8];
  const hand = tripleProduct < 0 ? -1 : 1;
  const x = lx * dofAxes[d] + ly * dofAxes[d + 1] + lz * dofAxes[d + 2];
  const y = hand * (lx * dofAxes[d + 3] + ly * dofAxes[d + 4] + lz * dofAxes[d + 5]);
  const z = lx * dofAxes[d + 6] + ly * dofAxes[d + 7] + lz * dofAxes[d + 8];
  const m00 = 1 - 2 * (y * y + z * z);
  const m01 = 2 * (x * y - w * z);
  const m02 = 2 * (x * z + w * y);
  const sine = -2 * (y * z - w * x);
  const cosine = 1 - 2 * (x * x + y * y);
  const q0 = Math.atan2(sine, cosine);
  const q1 = Math.atan2(m02, Math.sqrt(m00 * m00 + m01 * m01));
  // The third angle from what the first one leaves, Rx(-q0) M: where the first is arbitrary they still fit together.
  const length = Math.sqrt(sine * sine + cosine * cosine);
  const c0 = length > 0 ? cosine / length : 1;
  const s0 = length > 0 ? sine / length : 0;
  const q2 = Math.atan2(
    c0 * 2 * (x * y + w * z) + s0 * 2 * (x * z - w * y),
    c0 * (1 - 2 * (x * x + z * z)) + s0 * 2 * (y * z + w * x),
  );
  angles[first] = clampDofAngle(chain, first, q0);
  angles[first + 1] = clampDofAngle(chain, first + 1, hand * q1);
  angles[first + 2] = clampDofAngle(chain, first + 2, q2);
}

/** The rotation that three angles of a ball joint make (its closed rotation not counted). */
function readBallRotation(chain: ArticulatedChain, angles: Float64Array, joint: number, out: Quat): Quat {
  const { dofAxes, firstDofs } = chain;
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 1;
  for (let dof = firstDofs[joint]; dof < firstDofs[joint + 1]; dof++) {
    const half = angles[dof] * 0.5;
    const s = Math.sin(half);
    const c = Math.cos(half);
    const ax = dofAxes[dof * 3] * s;
    const ay = dofAxes[dof * 3 + 1] * s;
    const az = dofAxes[dof * 3 + 2] * s;
    const nx = w * ax + x * c + y * az - z * ay;
    const ny = w * ay - x * az + y * c + z * ax;
    const nz = w * az + x * ay - y * ax + z * c;
    w = w * c - x * ax - y * ay - z * az;
    x = nx;
    y = ny;
    z = nz;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}
