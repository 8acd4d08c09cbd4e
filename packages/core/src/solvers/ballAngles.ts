import { multiplyByInverseFlat, multiplyFlat } from '../math/flatQuat.js';
import { createQuat, type Quat, type ReadonlyQuat } from '../math/index.js';
import type { ArticulatedChain, ArticulatedChainState } from './chainTypes.js';
import { clampDofAngle } from './dofAngle.js';

// Scratch of turnBallAngles(), which writes it before it reads it.
const turned = createQuat();

/**
 * Turns a free ball joint (ArticulatedChain.isFreeBall) by a world rotation and reads its three angles off the result. The world arrays of the joint and of its parent must be current; they are not written.
 */
export function turnBallAngles(
  chain: ArticulatedChain,
  state: ArticulatedChainState,
  joint: number,
  turnWorld: Float64Array,
): void {
  const { closedRotations: closed } = chain;
  const { worldRotations: rot, rootRotation, angles } = state;
  const parent = joint === 0 ? rootRotation : rot;
  const p4 = joint === 0 ? 0 : (joint - 1) * 4;
  const j4 = joint * 4;
  // local = conjugate(parent) * turn * joint * conjugate(closed), three products from the left
  const tx = turnWorld[0];
  const ty = turnWorld[1];
  const tz = turnWorld[2];
  const tw = turnWorld[3];
  const px = -parent[p4];
  const py = -parent[p4 + 1];
  const pz = -parent[p4 + 2];
  const pw = parent[p4 + 3];
  const ax = pw * tx + px * tw + py * tz - pz * ty;
  const ay = pw * ty - px * tz + py * tw + pz * tx;
  const az = pw * tz + px * ty - py * tx + pz * tw;
  const aw = pw * tw - px * tx - py * ty - pz * tz;
  const jx = rot[j4];
  const jy = rot[j4 + 1];
  const jz = rot[j4 + 2];
  const jw = rot[j4 + 3];
  const bx = aw * jx + ax * jw + ay * jz - az * jy;
  const by = aw * jy - ax * jz + ay * jw + az * jx;
  const bz = aw * jz + ax * jy - ay * jx + az * jw;
  const bw = aw * jw - ax * jx - ay * jy - az * jz;
  const cx = -closed[j4];
  const cy = -closed[j4 + 1];
  const cz = -closed[j4 + 2];
  const cw = closed[j4 + 3];
  turned[0] = bw * cx + bx * cw + by * cz - bz * cy;
  turned[1] = bw * cy - bx * cz + by * cw + bz * cx;
  turned[2] = bw * cz + bx * cy - by * cx + bz * cw;
  turned[3] = bw * cw - bx * cx - by * cy - bz * cz;
  writeBallAngles(chain, joint, turned, angles);
}

/** Angles of a ball joint with perpendicular axes that make a rotation (its closed rotation not counted). */
export function writeBallAngles(
  chain: ArticulatedChain,
  joint: number,
  local: ReadonlyQuat,
  angles: Float64Array,
): void {
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
  const q0 = Math.atan2(-2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
  const q1 = Math.atan2(m02, Math.sqrt(m00 * m00 + m01 * m01));
  // The third angle from what the first one leaves, Rx(-q0) M: where the first is arbitrary they still fit together.
  const c0 = Math.cos(q0);
  const s0 = Math.sin(q0);
  const q2 = Math.atan2(
    c0 * 2 * (x * y + w * z) + s0 * 2 * (x * z - w * y),
    c0 * (1 - 2 * (x * x + z * z)) + s0 * 2 * (y * z + w * x),
  );
  angles[first] = clampDofAngle(chain, first, q0);
  angles[first + 1] = clampDofAngle(chain, first + 1, hand * q1);
  angles[first + 2] = clampDofAngle(chain, first + 2, q2);
}

/** The rotation that three angles of a ball joint make (its closed rotation not counted). */
export function readBallRotation(chain: ArticulatedChain, angles: Float64Array, joint: number, out: Quat): Quat {
  const { dofAxes, firstDofs } = chain;
  let [x, y, z, w] = [0, 0, 0, 1];
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

// Scratch of readBallTurn(), which writes it before it reads it.
const local = createQuat();

/** World rotation that leads from where a ball joint is (world arrays) to where its angles say. */
export function readBallTurn(
  chain: ArticulatedChain,
  { worldRotations: rot, rootRotation, angles }: ArticulatedChainState,
  joint: number,
  out: Float64Array,
): void {
  readBallRotation(chain, angles, joint, local);
  const isRoot = joint === 0;
  multiplyFlat(out, 0, isRoot ? rootRotation : rot, isRoot ? 0 : (joint - 1) * 4, local as Float64Array, 0);
  multiplyFlat(out, 0, out, 0, chain.closedRotations, joint * 4);
  multiplyByInverseFlat(out, 0, out, 0, rot, joint * 4);
}
