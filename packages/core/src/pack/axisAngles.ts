import { createQuat, createVec3, type Quat, quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from '../math/index.js';

/** Angles about given axes that make up a rotation or point a bone somewhere, each with the branch nearest to a former angle. */

/** The same angle by whole turns, nearest to `near`. */
export function nearestTurn(angle: number, near: number): number {
  return angle + 2 * Math.PI * Math.round((near - angle) / (2 * Math.PI));
}

/** Angle about the axis whose rotation is nearest to the given one. */
export function angleAbout(rotation: ReadonlyQuat, axis: ReadonlyVec3, near: number): number {
  const along = rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
  return nearestTurn(2 * Math.atan2(along, rotation[3]), near);
}

const side = createVec3();
const normal = createVec3();
const pointed = createVec3();
const first = createQuat();
const second = createQuat();

const distance = (a: number, b: number, nearA: number, nearB: number) => Math.abs(a - nearA) + Math.abs(b - nearB);

/**
 * Two angles that turn `from` to `to` (both unit): R(first, a) R(second, b) from = to. The axes are square to each other.
 * There are two ways; the one nearer to `near` is taken. A direction out of reach is met as nearly as it can be.
 */
export function anglesToDirection(
  axes: readonly [ReadonlyVec3, ReadonlyVec3],
  from: ReadonlyVec3,
  to: ReadonlyVec3,
  near: readonly [number, number],
): [number, number] {
  const [axisA, axisB] = axes;
  // In the frame axisA, across, axisB the second angle turns within the plane of the first two, the first about axisA.
  vec3.cross(side, axisB, axisA);
  const fromA = vec3.dot(from, axisA);
  const fromSide = vec3.dot(from, side);
  const fromB = vec3.dot(from, axisB);
  const radius = Math.hypot(fromA, fromSide);
  const start = Math.atan2(fromSide, fromA);
  const opening = radius < 1e-12 ? 0 : Math.acos(Math.min(1, Math.max(-1, vec3.dot(to, axisA) / radius)));
  const goal = Math.atan2(vec3.dot(to, axisB), vec3.dot(to, side));
  const isOnAxis = Math.hypot(vec3.dot(to, axisB), vec3.dot(to, side)) < 1e-9;

  const way = (psi: number): [number, number] => {
    const b = nearestTurn(psi - start, near[1]);
    if (isOnAxis) return [near[0], b];
    return [nearestTurn(goal - Math.atan2(fromB, radius * Math.sin(psi)), near[0]), b];
  };
  const one = way(opening);
  const other = way(-opening);
  return distance(one[0], one[1], near[0], near[1]) <= distance(other[0], other[1], near[0], near[1]) ? one : other;
}

/**
 * Three angles of a rotation: R(a) R(b) R(c) = rotation. The second axis is square to the first and to the third. Where the
 * first and third axis meet only their sum is determined: the first angle then stays as it was.
 */
export function anglesOfRotation(
  axes: readonly [ReadonlyVec3, ReadonlyVec3, ReadonlyVec3],
  rotation: ReadonlyQuat,
  near: readonly [number, number, number],
): [number, number, number] {
  const [axisA, axisB, axisC] = axes;
  vec3.transformQuat(pointed, axisC, rotation);
  const [a, b] = anglesToDirection([axisA, axisB], axisC, pointed, [near[0], near[1]]);
  quat.multiply(first, turnAbout(first, axisA, a), turnAbout(second, axisB, b));
  quat.conjugate(first, first);
  quat.multiply(first, first, rotation as Quat);
  return [a, b, angleAbout(first, axisC, near[2])];
}

/** Two angles whose rotation R(a) R(b) is nearest to the given one. The axes are square to each other. */
export function nearestTwoAngles(
  axes: readonly [ReadonlyVec3, ReadonlyVec3],
  rotation: ReadonlyQuat,
  near: readonly [number, number],
): [number, number] {
  const [axisA, axisB] = axes;
  vec3.cross(normal, axisA, axisB);
  const alongA = rotation[0] * axisA[0] + rotation[1] * axisA[1] + rotation[2] * axisA[2];
  const alongB = rotation[0] * axisB[0] + rotation[1] * axisB[1] + rotation[2] * axisB[2];
  const alongN = rotation[0] * normal[0] + rotation[1] * normal[1] + rotation[2] * normal[2];
  // The quaternion product's dot with the rotation is bilinear in (cos, sin) of both half angles: its best pair are the first
  // singular vectors of [[w, b], [a, n]], whose angles are half sum and half difference of these two.
  const sum = Math.atan2(alongA + alongB, rotation[3] - alongN);
  const difference = Math.atan2(alongA - alongB, rotation[3] + alongN);
  const one: [number, number] = [nearestTurn(sum + difference, near[0]), nearestTurn(sum - difference, near[1])];
  return one;
}

/** Rotation about a unit axis. */
export function turnAbout(out: Quat, axis: ReadonlyVec3, angle: number): Quat {
  return quat.setAxisAngle(out, axis as [number, number, number], angle);
}
