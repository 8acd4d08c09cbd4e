import { createQuat, createVec3, quat, type ReadonlyVec3, type Vec3 } from '@leib/core';

/** Rounds at most; five are enough for a nanometre, but the last bit to straight goes by quarters. */
const MOST_ROUNDS = 16;
const TOLERANCE = 1e-12;
/** A joint turns no farther than this in one round, radians. */
const MOST_TURN = 0.4;
/** Reach is taken as a little less than the stretched chain's: fully straight it could not bend to get there. */
const REACH = 1 - 1e-7;

// Scratch.
const end = createVec3();
const wanted = createVec3();
const pull = createVec3();
const delta = createQuat();
const current = createQuat();
const arms = new Float64Array(64 * 3);
const turns = new Float64Array(64 * 3);

/**
 * Bends a chain of bones as little as possible so that it leads from `from` to `to`. Gauss-Newton on the joints' turns:
 * with a_i from joint i to the end, small turns w_i move the end by sum w_i x a_i, and the shortest ones that close the
 * gap r are
 *
 *   w_i = a_i x y,   (sum |a_i|^2 I - a_i a_i^T) y = r
 *
 * Rows are joints first..last; `rotations` holds their world rotations (4 a row), `bones` the vector from each to the
 * next one (3 a row). Both are turned in place.
 */
export function bendToReach(
  rotations: Float64Array,
  bones: Float64Array,
  first: number,
  last: number,
  from: ReadonlyVec3,
  to: ReadonlyVec3,
): void {
  if (last < first) return;
  aimWithinReach(wanted, bones, first, last, from, to);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!findTurns(turns, bones, first, last, wanted)) return;
    applyTurns(turns, rotations, bones, first, last);
  }
}

/** Where the end is wanted, from the chain's start. */
function aimWithinReach(
  out: Vec3,
  bones: Float64Array,
  first: number,
  last: number,
  from: ReadonlyVec3,
  to: ReadonlyVec3,
): void {
  let length = 0;
  for (let row = first; row <= last; row++) {
    const at = row * 3;
    length += Math.sqrt(bones[at] * bones[at] + bones[at + 1] * bones[at + 1] + bones[at + 2] * bones[at + 2]);
  }
  const x = to[0] - from[0];
  const y = to[1] - from[1];
  const z = to[2] - from[2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  const scale = distance > REACH * length ? (REACH * length) / distance : 1;
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
}

/** Turns of this round, each joint's added to those below it; false when the end is where it is wanted. */
function findTurns(
  turns: Float64Array,
  bones: Float64Array,
  first: number,
  last: number,
  wanted: ReadonlyVec3,
): boolean {
  end[0] = 0;
  end[1] = 0;
  end[2] = 0;
  for (let row = last; row >= first; row--) {
    for (let k = 0; k < 3; k++) {
      end[k] += bones[row * 3 + k];
      arms[row * 3 + k] = end[k];
    }
  }
  const rx = wanted[0] - end[0];
  const ry = wanted[1] - end[1];
  const rz = wanted[2] - end[2];
  if (rx * rx + ry * ry + rz * rz < TOLERANCE * TOLERANCE) return false;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  for (let row = first; row <= last; row++) {
    const x = arms[row * 3];
    const y = arms[row * 3 + 1];
    const z = arms[row * 3 + 2];
    xx += y * y + z * z;
    yy += x * x + z * z;
    zz += x * x + y * y;
    xy -= x * y;
    xz -= x * z;
    yz -= y * z;
  }
  // A straight chain cannot give way along itself: a grain of damping keeps the answer finite.
  const damping = 1e-7 * (xx + yy + zz) + 1e-15;
  xx += damping;
  yy += damping;
  zz += damping;
  const cxx = yy * zz - yz * yz;
  const cxy = xz * yz - xy * zz;
  const cxz = xy * yz - xz * yy;
  const determinant = xx * cxx + xy * cxy + xz * cxz;
  pull[0] = (cxx * rx + cxy * ry + cxz * rz) / determinant;
  pull[1] = (cxy * rx + (xx * zz - xz * xz) * ry + (xy * xz - xx * yz) * rz) / determinant;
  pull[2] = (cxz * rx + (xy * xz - xx * yz) * ry + (xx * yy - xy * xy) * rz) / determinant;
  addUpTurns(turns, arms, pull, first, last);
  return true;
}

function addUpTurns(turns: Float64Array, arms: Float64Array, pull: ReadonlyVec3, first: number, last: number): void {
  let largestSq = 0;
  for (let row = first; row <= last; row++) {
    const at = row * 3;
    const x = arms[at + 1] * pull[2] - arms[at + 2] * pull[1];
    const y = arms[at + 2] * pull[0] - arms[at] * pull[2];
    const z = arms[at] * pull[1] - arms[at + 1] * pull[0];
    largestSq = Math.max(largestSq, x * x + y * y + z * z);
    turns[at] = x + (row > first ? turns[at - 3] : 0);
    turns[at + 1] = y + (row > first ? turns[at - 2] : 0);
    turns[at + 2] = z + (row > first ? turns[at - 1] : 0);
  }
  const limit = largestSq > MOST_TURN * MOST_TURN ? MOST_TURN / Math.sqrt(largestSq) : 1;
  for (let i = first * 3; i < last * 3 + 3; i++) turns[i] *= limit;
}

function applyTurns(
  turns: Float64Array,
  rotations: Float64Array,
  bones: Float64Array,
  first: number,
  last: number,
): void {
  for (let row = first; row <= last; row++) {
    const at = row * 3;
    const angle = Math.sqrt(turns[at] * turns[at] + turns[at + 1] * turns[at + 1] + turns[at + 2] * turns[at + 2]);
    const scale = angle > 1e-9 ? Math.sin(angle / 2) / angle : 0.5;
    const qx = turns[at] * scale;
    const qy = turns[at + 1] * scale;
    const qz = turns[at + 2] * scale;
    const qw = Math.cos(angle / 2);
    const bx = bones[at];
    const by = bones[at + 1];
    const bz = bones[at + 2];
    const tx = 2 * (qy * bz - qz * by);
    const ty = 2 * (qz * bx - qx * bz);
    const tz = 2 * (qx * by - qy * bx);
    bones[at] = bx + qw * tx + qy * tz - qz * ty;
    bones[at + 1] = by + qw * ty + qz * tx - qx * tz;
    bones[at + 2] = bz + qw * tz + qx * ty - qy * tx;
    delta[0] = qx;
    delta[1] = qy;
    delta[2] = qz;
    delta[3] = qw;
    for (let k = 0; k < 4; k++) current[k] = rotations[row * 4 + k];
    quat.multiply(current, delta, current);
    quat.normalize(current, current);
    for (let k = 0; k < 4; k++) rotations[row * 4 + k] = current[k];
  }
}
