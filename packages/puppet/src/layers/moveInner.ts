import type { Pose, Skeleton } from '@leib/core';
import type { SpreadTurns } from '../control/spreadTurns.js';
import { BOUND_PARTS } from '../model/partSkeleton.js';
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
  if (inner.hasNormals) turnNormals(inner, state);
  keepVolume(inner, state);
}

function copyIfChanged(own: Float64Array, values: Float64Array): boolean {
  let hasChanged = false;
  for (let i = 0; i < own.length; i++) {
    hasChanged = setNumber(own, i, values[i]) || hasChanged;
  }
  return hasChanged;
}

/** From rest to world for each joint: the dual part is half the shift times the rotation. True where any has changed. */
function updateJointMotions(skeleton: Skeleton, pose: Pose, motions: Float64Array): boolean {
  const { worldPositions: p, worldRotations: q } = pose;
  const { restWorldPositions: rest, jointCount } = skeleton;
  let hasChanged = false;
  for (let joint = 0; joint < jointCount; joint++) {
    const r = joint * 4;
    const t = joint * 3;
    const x = q[r];
    const y = q[r + 1];
    const z = q[r + 2];
    const w = q[r + 3];
    const rx = rest[t];
    const ry = rest[t + 1];
    const rz = rest[t + 2];
    const ux = 2 * (y * rz - z * ry);
    const uy = 2 * (z * rx - x * rz);
    const uz = 2 * (x * ry - y * rx);
    // World = R (p - rest) + position = R p + d.
    const dx = p[t] - rx - w * ux - y * uz + z * uy;
    const dy = p[t + 1] - ry - w * uy - z * ux + x * uz;
    const dz = p[t + 2] - rz - w * uz - x * uy + y * ux;
    const to = joint * 8;
    hasChanged = setNumber(motions, to, x) || hasChanged;
    hasChanged = setNumber(motions, to + 1, y) || hasChanged;
    hasChanged = setNumber(motions, to + 2, z) || hasChanged;
    hasChanged = setNumber(motions, to + 3, w) || hasChanged;
    hasChanged = setNumber(motions, to + 4, 0.5 * (dx * w + dy * z - dz * y)) || hasChanged;
    hasChanged = setNumber(motions, to + 5, 0.5 * (dy * w + dz * x - dx * z)) || hasChanged;
    hasChanged = setNumber(motions, to + 6, 0.5 * (dz * w + dx * y - dy * x)) || hasChanged;
    hasChanged = setNumber(motions, to + 7, -0.5 * (dx * x + dy * y + dz * z)) || hasChanged;
  }
  return hasChanged;
}

function setNumber(numbers: Float64Array, at: number, value: number): boolean {
  if (numbers[at] === value) return false;
  numbers[at] = value;
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
  const { first, turns } = spread;
  if (turns.length === 0) return;
  for (let point = 0; point < pointCount; point++) {
    for (let k = first[point]; k < first[point + 1]; k++) turnFirst(pointMotions, point * 8, spread, v, k);
  }
}

/**
 * motion = motion * (the entry's share of its turn's rotation vector in `v`, about the turn's centre). Numbers one by one,
 * and the share read here: lists of numbers, or numbers handed over, would be thousands of small objects in a frame.
 */
function turnFirst(
  m: Float64Array,
  to: number,
  { turns, shares, centres }: InnerModel['spread'],
  v: Float64Array,
  entry: number,
): void {
  const at = turns[entry] * 3;
  const share = shares[entry];
  const length = Math.sqrt(v[at] ** 2 + v[at + 1] ** 2 + v[at + 2] ** 2);
  if (length === 0) return;
  const w = Math.cos((share * length) / 2);
  const scale = Math.sin((share * length) / 2) / length;
  const x = v[at] * scale;
  const y = v[at + 1] * scale;
  const z = v[at + 2] * scale;
  // The dual part of a turn about c: c x (x, y, z), with no scalar part.
  const ex = centres[at + 1] * z - centres[at + 2] * y;
  const ey = centres[at + 2] * x - centres[at] * z;
  const ez = centres[at] * y - centres[at + 1] * x;
  const ax = m[to];
  const ay = m[to + 1];
  const az = m[to + 2];
  const aw = m[to + 3];
  const bx = m[to + 4];
  const by = m[to + 5];
  const bz = m[to + 6];
  const bw = m[to + 7];
  m[to] = aw * x + ax * w + ay * z - az * y;
  m[to + 1] = aw * y - ax * z + ay * w + az * x;
  m[to + 2] = aw * z + ax * y - ay * x + az * w;
  m[to + 3] = aw * w - ax * x - ay * y - az * z;
  m[to + 4] = bw * x + bx * w + by * z - bz * y + aw * ex + ay * ez - az * ey;
  m[to + 5] = bw * y - bx * z + by * w + bz * x + aw * ey - ax * ez + az * ex;
  m[to + 6] = bw * z + bx * y - by * x + bz * w + aw * ez + ax * ey - ay * ex;
  m[to + 7] = bw * w - bx * x - by * y - bz * z - ax * ex - ay * ey - az * ez;
}

function placePoints({ points, pointCount }: InnerModel, { pointMotions: m, pointPositions: out }: InnerState): void {
  for (let point = 0; point < pointCount; point++) {
    const from = point * 8;
    const at = point * 3;
    const x = m[from];
    const y = m[from + 1];
    const z = m[from + 2];
    const w = m[from + 3];
    const a = m[from + 4];
    const b = m[from + 5];
    const c = m[from + 6];
    const d = m[from + 7];
    const ux = y * points[at + 2] - z * points[at + 1] + w * points[at] + a;
    const uy = z * points[at] - x * points[at + 2] + w * points[at + 1] + b;
    const uz = x * points[at + 1] - y * points[at] + w * points[at + 2] + c;
    out[at] = points[at] + 2 * (y * uz - z * uy + w * a - d * x);
    out[at + 1] = points[at + 1] + 2 * (z * ux - x * uz + w * b - d * y);
    out[at + 2] = points[at + 2] + 2 * (x * uy - y * ux + w * c - d * z);
  }
}

/** Blends and moves in one loop without calls: this is most of what moving the inner model costs. */
function movePlaces(inner: InnerModel, state: InnerState): void {
  const { placeCount, hungPoints, hungWeights, placePositions: rest } = inner;
  const { pointMotions: m, positions, rotations } = state;
  for (let place = 0; place < placeCount; place++) {
    const entry = place * HUNG_POINTS;
    let weight = hungWeights[entry];
    let from = hungPoints[entry] * 8;
    let x = weight * m[from];
    let y = weight * m[from + 1];
    let z = weight * m[from + 2];
    let w = weight * m[from + 3];
    let a = weight * m[from + 4];
    let b = weight * m[from + 5];
    let c = weight * m[from + 6];
    let d = weight * m[from + 7];
    for (let k = 1; k < HUNG_POINTS; k++) {
      weight = hungWeights[entry + k];
      // Heaviest first: the others are 0, too.
      if (weight === 0) break;
      from = hungPoints[entry + k] * 8;
      if (x * m[from] + y * m[from + 1] + z * m[from + 2] + w * m[from + 3] < 0) weight = -weight;
      x += weight * m[from];
      y += weight * m[from + 1];
      z += weight * m[from + 2];
      w += weight * m[from + 3];
      a += weight * m[from + 4];
      b += weight * m[from + 5];
      c += weight * m[from + 6];
      d += weight * m[from + 7];
    }
    // The products below hold two of the blend's numbers each, so dividing by its square makes it unit length. What of
    // its dual part lies along the rotation adds nothing to them.
    const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    const twice = 2 * scale * scale;
    const at = place * 3;
    const px = rest[at];
    const py = rest[at + 1];
    const pz = rest[at + 2];
    const ux = y * pz - z * py + w * px + a;
    const uy = z * px - x * pz + w * py + b;
    const uz = x * py - y * px + w * pz + c;
    positions[at] = px + twice * (y * uz - z * uy + w * a - d * x);
    positions[at + 1] = py + twice * (z * ux - x * uz + w * b - d * y);
    positions[at + 2] = pz + twice * (x * uy - y * ux + w * c - d * z);
    rotations[entry] = x * scale;
    rotations[entry + 1] = y * scale;
    rotations[entry + 2] = z * scale;
    rotations[entry + 3] = w * scale;
  }
}

function turnNormals({ placeNormals: rest }: InnerModel, { rotations, normals }: InnerState): void {
  for (let at = 0, r = 0; at < rest.length; at += 3, r += 4) {
    const x = rotations[r];
    const y = rotations[r + 1];
    const z = rotations[r + 2];
    const w = rotations[r + 3];
    const ux = y * rest[at + 2] - z * rest[at + 1] + w * rest[at];
    const uy = z * rest[at] - x * rest[at + 2] + w * rest[at + 1];
    const uz = x * rest[at + 1] - y * rest[at] + w * rest[at + 2];
    normals[at] = rest[at] + 2 * (y * uz - z * uy);
    normals[at + 1] = rest[at + 1] + 2 * (z * ux - x * uz);
    normals[at + 2] = rest[at + 2] + 2 * (x * uy - y * ux);
  }
}
