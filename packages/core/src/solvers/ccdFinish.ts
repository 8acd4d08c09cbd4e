import { multiplyInverseFlat } from '../math/flatQuat.js';
import type { CcdProblem } from './ccdSweep.js';
import type { ChainPiece } from './chainTurns.js';
import type { ArticulatedChain } from './chainTypes.js';

/**
 * Closed forms for what sweeps do slowly: laying a chain straight, and the last few per cent of the way. Both are for
 * one goal without rotation and joints that turn any way; both write turns for turnChain().
 */

/** Farther than this share of its reach a chain is laid straight: it would be nearly so after hundreds of sweeps. */
const NEARLY_STRAIGHT = 0.995;

/** Nearer than this to the goal, as a share of the piece's length, one joint may bend for what is left: unseen. */
const NEARLY_THERE = 0.03;

function turnsFreely({ isFreeBall, cones, weights }: ArticulatedChain, joint: number): boolean {
  return isFreeBall[joint] === 1 && cones[joint] === null && weights[joint] > 0;
}

function clearTurns({ firstDofs }: ArticulatedChain, { firstJoint, lastPoint }: ChainPiece, turns: Float64Array): void {
  for (let dof = firstDofs[firstJoint]; dof < firstDofs[lastPoint]; dof++) {
    turns[dof * 4] = 0;
    turns[dof * 4 + 1] = 0;
    turns[dof * 4 + 2] = 0;
    turns[dof * 4 + 3] = 1;
  }
}

// Scratch of the functions below, each of which writes it before it reads it.
const boneDirection = new Float64Array(3);
const goalDirection = new Float64Array(3);
const wholeTurn = new Float64Array(4);
const turnBefore = new Float64Array(4);

/** Turns that lay a piece straight towards a goal at the end of its reach or beyond; false where that is not the case. */
export function writeStraightTurns(
  { chain, state, goals }: CcdProblem,
  piece: ChainPiece,
  turns: Float64Array,
): boolean {
  const { firstJoint, lastPoint } = piece;
  if (goals.length !== 1 || goals[0].rotationWorld !== null) return false;
  const { worldPositions: pos } = state;
  const { positionWorld } = goals[0];
  const x = positionWorld[0] - pos[firstJoint * 3];
  const y = positionWorld[1] - pos[firstJoint * 3 + 1];
  const z = positionWorld[2] - pos[firstJoint * 3 + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  let reach = 0;
  for (let joint = firstJoint; joint < lastPoint; joint++) {
    if (!turnsFreely(chain, joint)) return false;
    reach += chain.boneLengths[joint];
  }
  if (!(distance >= NEARLY_STRAIGHT * reach) || !(reach > 0)) return false;
  clearTurns(chain, piece, turns);
  goalDirection[0] = x / distance;
  goalDirection[1] = y / distance;
  goalDirection[2] = z / distance;
  turnBefore.fill(0);
  turnBefore[3] = 1;
  for (let joint = firstJoint; joint < lastPoint; joint++) {
    const length = chain.boneLengths[joint];
    if (length === 0) continue;
    for (let i = 0; i < 3; i++) boneDirection[i] = (pos[joint * 3 + 3 + i] - pos[joint * 3 + i]) / length;
    // D_0 .. D_j is to be the turn from the bone to the goal, so D_j is what those before it leave of that.
    writeShortestTurn(wholeTurn, 0, boneDirection, goalDirection);
    multiplyInverseFlat(turns, chain.firstDofs[joint] * 4, turnBefore, 0, wholeTurn, 0);
    turnBefore.set(wholeTurn);
  }
  return true;
}

/** From one unit vector to another; opposite ones about an axis across. */
function writeShortestTurn(out: Float64Array, at: number, from: Float64Array, to: Float64Array): void {
  let w = 1 + from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  let x = from[1] * to[2] - from[2] * to[1];
  let y = from[2] * to[0] - from[0] * to[2];
  let z = from[0] * to[1] - from[1] * to[0];
  if (w < 1e-9) {
    const isAlongX = Math.abs(from[0]) > 0.7;
    x = isAlongX ? -from[1] : 0;
    y = isAlongX ? from[0] : -from[2];
    z = isAlongX ? 0 : from[1];
    w = 0;
  }
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
  out[at + 3] = w / length;
}

/**
 * Turns that bring a tip which is nearly there onto its goal: the joint that stands farthest off the line from root to
 * tip bends until their distance is right (law of cosines), and the root then aims. False where no joint can.
 */
export function writeTriangleTurns(
  { chain, state, goals }: CcdProblem,
  piece: ChainPiece,
  turns: Float64Array,
): boolean {
  const { firstJoint, lastPoint } = piece;
  if (goals.length !== 1 || goals[0].rotationWorld !== null || !turnsFreely(chain, firstJoint)) return false;
  const { worldPositions: pos } = state;
  const { positionWorld } = goals[0];
  const r = firstJoint * 3;
  const t = lastPoint * 3;
  const gx = positionWorld[0] - pos[r];
  const gy = positionWorld[1] - pos[r + 1];
  const gz = positionWorld[2] - pos[r + 2];
  const tx = pos[t] - pos[r];
  const ty = pos[t + 1] - pos[r + 1];
  const tz = pos[t + 2] - pos[r + 2];
  const errorSq = (gx - tx) * (gx - tx) + (gy - ty) * (gy - ty) + (gz - tz) * (gz - tz);
  const most = lastPoint - firstJoint === 2 ? Infinity : NEARLY_THERE * chain.length;
  if (!(errorSq <= most * most)) return false;
  const bend = farthestJoint(chain, pos, piece);
  if (bend < 0) return false;

  const k = bend * 3;
  const ux = pos[r] - pos[k];
  const uy = pos[r + 1] - pos[k + 1];
  const uz = pos[r + 2] - pos[k + 2];
  const vx = pos[t] - pos[k];
  const vy = pos[t + 1] - pos[k + 1];
  const vz = pos[t + 2] - pos[k + 2];
  const before = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const after = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const distanceSq = gx * gx + gy * gy + gz * gz;
  const cosine = (before * before + after * after - distanceSq) / (2 * before * after);
  if (!(cosine >= -1 && cosine <= 1)) return false;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const now = Math.atan2(area, ux * vx + uy * vy + uz * vz);
  const half = 0.5 * (Math.acos(cosine) - now);
  clearTurns(chain, piece, turns);
  const s = Math.sin(half) / area;
  const c = Math.cos(half);
  const b = chain.firstDofs[bend] * 4;
  turns[b] = nx * s;
  turns[b + 1] = ny * s;
  turns[b + 2] = nz * s;
  turns[b + 3] = c;
  // The tip as seen from the root after the bend, then the root's aim.
  const qx = nx * s;
  const qy = ny * s;
  const qz = nz * s;
  const cx = 2 * (qy * vz - qz * vy);
  const cy = 2 * (qz * vx - qx * vz);
  const cz = 2 * (qx * vy - qy * vx);
  const distance = Math.sqrt(distanceSq);
  boneDirection[0] = (vx + c * cx + qy * cz - qz * cy - ux) / distance;
  boneDirection[1] = (vy + c * cy + qz * cx - qx * cz - uy) / distance;
  boneDirection[2] = (vz + c * cz + qx * cy - qy * cx - uz) / distance;
  goalDirection[0] = gx / distance;
  goalDirection[1] = gy / distance;
  goalDirection[2] = gz / distance;
  writeShortestTurn(turns, chain.firstDofs[firstJoint] * 4, boneDirection, goalDirection);
  return distance > 0;
}

/** The joint that turns freely and spans the largest triangle with root and tip, or -1 where all lie on one line. */
function farthestJoint(chain: ArticulatedChain, pos: Float64Array, { firstJoint, lastPoint }: ChainPiece): number {
  const r = firstJoint * 3;
  const t = lastPoint * 3;
  let farthest = -1;
  let largestSq = (1e-6 * chain.length * chain.length) ** 2;
  for (let joint = firstJoint + 1; joint < lastPoint; joint++) {
    if (!turnsFreely(chain, joint)) continue;
    const k = joint * 3;
    const ux = pos[r] - pos[k];
    const uy = pos[r + 1] - pos[k + 1];
    const uz = pos[r + 2] - pos[k + 2];
    const vx = pos[t] - pos[k];
    const vy = pos[t + 1] - pos[k + 1];
    const vz = pos[t + 2] - pos[k + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const areaSq = x * x + y * y + z * z;
    if (areaSq > largestSq) {
      largestSq = areaSq;
      farthest = joint;
    }
  }
  return farthest;
}
