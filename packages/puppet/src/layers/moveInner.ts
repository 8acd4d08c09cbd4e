import type { Pose, Skeleton } from '@leib/core';
import type { SpreadTurns } from '../control/spreadTurns.js';
import { BOUND_PARTS } from '../model/partBinding.js';
import { HUNG_POINTS, type InnerModel, type InnerState } from './innerModel.js';
import { keepVolume } from './keepVolume.js';

/**
 * Moves the inner model by the parts: every inner point by the blend of its parts, every place by the blend of its inner
 * points. Motions are blended as dual quaternions (Kavan, Collins, Zara & O'Sullivan, "Geometric skinning with
 * approximate dual quaternion blending", ACM TOG 27(4), 2008): a blend of rigid motions is a rigid motion, so a twisted
 * limb keeps its girth. Fingers' spread turns act first, at rest.
 */
export function moveInner(
  inner: InnerModel,
  skeleton: Skeleton,
  pose: Pose,
  spreadTurns: SpreadTurns | null,
  state: InnerState,
): void {
  const haveJointsMoved = updateJointMotions(skeleton, pose, state.jointMotions);
  const haveTurnsMoved = spreadTurns !== null && copyIfChanged(state.spreadVectors, spreadTurns.vectors);
  state.hasMoved = haveJointsMoved || haveTurnsMoved;
  if (!state.hasMoved) return;
  movePoints(inner, state);
  turnPoints(inner, state);
  placePoints(inner, state);
  movePlaces(inner, state);
  keepVolume(inner, state);
}

function copyIfChanged(own: Float64Array, values: Float64Array): boolean {
  let hasChanged = false;
  for (let i = 0; i < own.length; i++) {
    if (own[i] === values[i]) continue;
    own[i] = values[i];
    hasChanged = true;
  }
  return hasChanged;
}

/** From rest to world for each joint. True where any has changed. */
function updateJointMotions(skeleton: Skeleton, pose: Pose, motions: Float64Array): boolean {
  const { worldPositions: p, worldRotations: q } = pose;
  const { restWorldPositions: rest, jointCount } = skeleton;
  let hasChanged = false;
  for (let joint = 0; joint < jointCount; joint++) {
    const [r, t, to] = [joint * 4, joint * 3, joint * 8];
    const [x, y, z, w] = [q[r], q[r + 1], q[r + 2], q[r + 3]];
    const [rx, ry, rz] = [rest[t], rest[t + 1], rest[t + 2]];
    const [ux, uy, uz] = [2 * (y * rz - z * ry), 2 * (z * rx - x * rz), 2 * (x * ry - y * rx)];
    // World = R (p - rest) + position = R p + d.
    const dx = p[t] - rx - w * ux - y * uz + z * uy;
    const dy = p[t + 1] - ry - w * uy - z * ux + x * uz;
    const dz = p[t + 2] - rz - w * uz - x * uy + y * ux;
    hasChanged = setMotion(motions, to, [x, y, z, w, dx, dy, dz]) || hasChanged;
  }
  return hasChanged;
}

/** Writes a rotation and a shift as a dual quaternion: the dual part is half the shift times the rotation. */
function setMotion(
  motions: Float64Array,
  to: number,
  [x, y, z, w, dx, dy, dz]: readonly [number, number, number, number, number, number, number],
): boolean {
  const a = 0.5 * (dx * w + dy * z - dz * y);
  const b = 0.5 * (dy * w + dz * x - dx * z);
  const c = 0.5 * (dz * w + dx * y - dy * x);
  const d = -0.5 * (dx * x + dy * y + dz * z);
  const m = motions;
  const isSame =
    m[to] === x &&
    m[to + 1] === y &&
    m[to + 2] === z &&
    m[to + 3] === w &&
    m[to + 4] === a &&
    m[to + 5] === b &&
    m[to + 6] === c &&
    m[to + 7] === d;
  if (isSame) return false;
  m[to] = x;
  m[to + 1] = y;
  m[to + 2] = z;
  m[to + 3] = w;
  m[to + 4] = a;
  m[to + 5] = b;
  m[to + 6] = c;
  m[to + 7] = d;
  return true;
}

/** Adds a share of a motion to another, on the side of the sphere that the first lies on. */
function addMotion(out: Float64Array, to: number, motions: Float64Array, from: number, share: number): void {
  const dot =
    out[to] * motions[from] +
    out[to + 1] * motions[from + 1] +
    out[to + 2] * motions[from + 2] +
    out[to + 3] * motions[from + 3];
  const s = dot < 0 ? -share : share;
  for (let k = 0; k < 8; k++) out[to + k] += s * motions[from + k];
}

function movePoints({ pointCount, pointJoints, pointWeights }: InnerModel, state: InnerState): void {
  const { jointMotions, pointMotions: out } = state;
  for (let point = 0; point < pointCount; point++) {
    const [to, entry] = [point * 8, point * BOUND_PARTS];
    const heaviest = pointJoints[entry] * 8;
    for (let k = 0; k < 8; k++) out[to + k] = pointWeights[entry] * jointMotions[heaviest + k];
    for (let k = 1; k < BOUND_PARTS; k++) {
      const weight = pointWeights[entry + k];
      if (weight > 0) addMotion(out, to, jointMotions, pointJoints[entry + k] * 8, weight);
    }
    normalise(out, to);
  }
}

/** Makes a blend a rigid motion again: unit length, and the dual part across the rotation. */
function normalise(m: Float64Array, to: number): void {
  const x = m[to];
  const y = m[to + 1];
  const z = m[to + 2];
  const w = m[to + 3];
  const lengthSq = x * x + y * y + z * z + w * w;
  const across = (x * m[to + 4] + y * m[to + 5] + z * m[to + 6] + w * m[to + 7]) / lengthSq;
  const scale = 1 / Math.sqrt(lengthSq);
  for (let k = 0; k < 4; k++) m[to + 4 + k] = scale * (m[to + 4 + k] - across * m[to + k]);
  for (let k = 0; k < 4; k++) m[to + k] *= scale;
}

/** Turns each point by its shares of the spread turns, before its parts move it. */
function turnPoints({ spread, pointCount }: InnerModel, { spreadVectors: v, pointMotions }: InnerState): void {
  const { first, turns, shares, centres } = spread;
  if (turns.length === 0) return;
  for (let point = 0; point < pointCount; point++) {
    for (let k = first[point]; k < first[point + 1]; k++) {
      const turn = turns[k] * 3;
      const angle = shares[k] * Math.sqrt(v[turn] ** 2 + v[turn + 1] ** 2 + v[turn + 2] ** 2);
      if (angle === 0) continue;
      const scale = (shares[k] * Math.sin(angle / 2)) / angle;
      turnFirst(pointMotions, point * 8, centres, turn, [
        v[turn] * scale,
        v[turn + 1] * scale,
        v[turn + 2] * scale,
        Math.cos(angle / 2),
      ]);
    }
  }
}

/** motion = motion * (rotation about a centre). */
function turnFirst(
  m: Float64Array,
  to: number,
  centres: Float64Array,
  centre: number,
  [x, y, z, w]: readonly [number, number, number, number],
): void {
  const [cx, cy, cz] = [centres[centre], centres[centre + 1], centres[centre + 2]];
  // The dual part of a turn about c: c x v, with no scalar part.
  const [ex, ey, ez] = [cy * z - cz * y, cz * x - cx * z, cx * y - cy * x];
  const [ax, ay, az, aw] = [m[to], m[to + 1], m[to + 2], m[to + 3]];
  const [bx, by, bz, bw] = [m[to + 4], m[to + 5], m[to + 6], m[to + 7]];
  m[to] = aw * x + ax * w + ay * z - az * y;
  m[to + 1] = aw * y - ax * z + ay * w + az * x;
  m[to + 2] = aw * z + ax * y - ay * x + az * w;
  m[to + 3] = aw * w - ax * x - ay * y - az * z;
  m[to + 4] = bw * x + bx * w + by * z - bz * y + aw * ex + ay * ez - az * ey;
  m[to + 5] = bw * y - bx * z + by * w + bz * x + aw * ey - ax * ez + az * ex;
  m[to + 6] = bw * z + bx * y - by * x + bz * w + aw * ez + ax * ey - ay * ex;
  m[to + 7] = bw * w - bx * x - by * y - bz * z - ax * ex - ay * ey - az * ez;
}

function placePoints({ points, pointCount }: InnerModel, { pointMotions, pointPositions }: InnerState): void {
  for (let point = 0; point < pointCount; point++)
    movePoint(pointMotions, point * 8, points, pointPositions, point * 3);
}

/** R p + d by a motion of unit length. */
function movePoint(m: Float64Array, from: number, rest: Float64Array, out: Float64Array, at: number): void {
  const [x, y, z, w] = [m[from], m[from + 1], m[from + 2], m[from + 3]];
  const [a, b, c, d] = [m[from + 4], m[from + 5], m[from + 6], m[from + 7]];
  const [px, py, pz] = [rest[at], rest[at + 1], rest[at + 2]];
  const [ux, uy, uz] = [y * pz - z * py + w * px, z * px - x * pz + w * py, x * py - y * px + w * pz];
  out[at] = px + 2 * (y * uz - z * uy + w * a - d * x + y * c - z * b);
  out[at + 1] = py + 2 * (z * ux - x * uz + w * b - d * y + z * a - x * c);
  out[at + 2] = pz + 2 * (x * uy - y * ux + w * c - d * z + x * b - y * a);
}

function movePlaces(inner: InnerModel, { pointMotions: m, positions, rotations, normals }: InnerState): void {
  const { placeCount, hungPoints, hungWeights, placePositions, placeNormals } = inner;
  const blend = new Float64Array(8);
  for (let place = 0; place < placeCount; place++) {
    const entry = place * HUNG_POINTS;
    const heaviest = hungPoints[entry] * 8;
    for (let k = 0; k < 8; k++) blend[k] = hungWeights[entry] * m[heaviest + k];
    for (let k = 1; k < HUNG_POINTS; k++) {
      const weight = hungWeights[entry + k];
      if (weight > 0) addMotion(blend, 0, m, hungPoints[entry + k] * 8, weight);
    }
    normalise(blend, 0);
    movePoint(blend, 0, placePositions, positions, place * 3);
    for (let k = 0; k < 4; k++) rotations[place * 4 + k] = blend[k];
    turnNormal(blend, placeNormals, normals, place * 3);
  }
}

function turnNormal(q: Float64Array, rest: Float64Array, out: Float64Array, at: number): void {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const [nx, ny, nz] = [rest[at], rest[at + 1], rest[at + 2]];
  const [ux, uy, uz] = [2 * (y * nz - z * ny), 2 * (z * nx - x * nz), 2 * (x * ny - y * nx)];
  out[at] = nx + w * ux + y * uz - z * uy;
  out[at + 1] = ny + w * uy + z * ux - x * uz;
  out[at + 2] = nz + w * uz + x * uy - y * ux;
}
