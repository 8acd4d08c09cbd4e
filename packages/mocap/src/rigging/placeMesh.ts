import { type HumanoidBone, mirrorBone } from '@leib/core';
import { guessMeshUnit, type MeshUnit, meshUnits } from '@leib/formats';
import { jointLabel, listRigPoints, RigError, type RigPoint, type RigPoints, type RigSurface } from './rigPoints.js';

/** How a mesh file's space lies in ours: metres, +Y up, facing +Z, on the floor, over the origin. */
export interface MeshPlacement {
  readonly unit: MeshUnit;
  /** File to world, affine, column-major. */
  readonly toWorld: Float64Array;
}

/** Directions closer to an axis than this (cosine) are meant to lie along it. */
const alongAxis = 0.8;

type Direction = [number, number, number];

/** The file's own way up, left and forward follow from where hips, head, shoulders and hip joints are. */
export function placementOfPoints(positions: Float64Array, points: RigPoints, unit: MeshUnit | null): MeshPlacement {
  const need = (bone: HumanoidBone): RigPoint => {
    const point = points[bone];
    if (point) return point;
    throw new RigError(`${jointLabel(bone)} (${bone}): expected a point, got none; place it`);
  };
  const top = points.head ?? points.neck;
  if (!top) throw new RigError('neck (neck): expected a point here or at the head, got none; place one');
  const up = mainDirection(difference(top, need('hips')), null);
  const across = difference(need('leftUpperArm'), need('rightUpperArm'));
  const hips = difference(need('leftUpperLeg'), need('rightUpperLeg'));
  const left = mainDirection([across[0] + hips[0], across[1] + hips[1], across[2] + hips[2]], up);
  return placement(positions, { up, left, over: need('hips') }, unit);
}

/**
 * A first guess from the shape alone: up is Z where the mesh is taller along Z than along Y, else Y; left and right lie
 * along the wider of the other two; it faces the way its feet point.
 */
export function placementOfShape(surface: RigSurface, unit: MeshUnit | null): MeshPlacement {
  const { positions } = surface;
  const size = [0, 1, 2].map((axis) => {
    const [least, greatest] = rangeAlong(positions, axis);
    return greatest - least;
  });
  const isZUp = size[2] > 1.3 * size[1];
  const up: Direction = isZUp ? [0, 0, 1] : [0, 1, 0];
  const depth = isZUp ? 1 : 2;
  const left: Direction = size[0] >= size[depth] ? [1, 0, 0] : isZUp ? [0, 1, 0] : [0, 0, -1];
  const over = [0, 1, 2].map((axis) => {
    const [least, greatest] = rangeAlong(positions, axis);
    return (least + greatest) / 2;
  }) as Direction;
  const guess = placement(positions, { up, left, over }, unit);
  if (feetReach(placedSurface(surface, guess)) >= 0) return guess;
  return placement(positions, { up, left: left.map((value) => -value) as Direction, over }, unit);
}

/** How much farther the feet reach forward than backward from the middle of the shanks, metres. */
export function feetReach({ positions }: RigSurface): number {
  const [floor, crown] = rangeAlong(positions, 1);
  const height = crown - floor;
  let least = Infinity;
  let greatest = -Infinity;
  let shankSum = 0;
  let shankCount = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const share = (positions[at + 1] - floor) / height;
    const z = positions[at + 2];
    if (share < 0.03) {
      least = Math.min(least, z);
      greatest = Math.max(greatest, z);
    } else if (share > 0.08 && share < 0.2) {
      shankSum += z;
      shankCount++;
    }
  }
  if (shankCount === 0 || least > greatest) return 0;
  const shank = shankSum / shankCount;
  return greatest - shank - (shank - least);
}

/** The mesh in our space. */
export function placedSurface({ positions, triangles }: RigSurface, { toWorld }: MeshPlacement): RigSurface {
  const placed = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const point: RigPoint = [positions[at], positions[at + 1], positions[at + 2]];
    placed.set(placedPoint(toWorld, point), at);
  }
  return { positions: placed, triangles };
}

/** Points of the file in our space. */
export function placedPoints(points: RigPoints, { toWorld }: MeshPlacement): RigPoints {
  return Object.fromEntries(listRigPoints(points).map(([bone, point]) => [bone, placedPoint(toWorld, point)]));
}

/** Points of our space in the file's, for a leib-rig-points/1 that fits the mesh file. */
export function filePoints(points: RigPoints, { toWorld: m }: MeshPlacement): RigPoints {
  // Turn and scale only: the inverse of the linear part is its transpose by the scale's square.
  const scaleSq = m[0] ** 2 + m[1] ** 2 + m[2] ** 2;
  return Object.fromEntries(
    listRigPoints(points).map(([bone, [x, y, z]]) => {
      const [dx, dy, dz] = [x - m[12], y - m[13], z - m[14]];
      return [bone, [0, 4, 8].map((c) => (m[c] * dx + m[c + 1] * dy + m[c + 2] * dz) / scaleSq)];
    }),
  );
}

/** Missing points of one side as images of the other's, about the plane through the hips, in the file's own space. */
export function mirroredFilePoints(points: RigPoints): RigPoints {
  const top = points.head ?? points.neck;
  const shoulder = points.leftUpperArm ?? points.rightUpperArm;
  if (!points.hips || !top || !shoulder) return points;
  const up = mainDirection(difference(top, points.hips), null);
  const side = mainDirection(difference(shoulder, points.hips), up);
  const added = listRigPoints(points).flatMap(([bone, point]) => {
    const other = mirrorBone(bone);
    if (other === bone || points[other]) return [];
    const away = 2 * dot(difference(point, points.hips as RigPoint), side);
    return [[other, point.map((value, k) => value - away * side[k])] as const];
  });
  return { ...points, ...Object.fromEntries(added) };
}

interface FileFrame {
  readonly up: Direction;
  readonly left: Direction;
  /** The point that comes to lie over the origin. */
  readonly over: RigPoint;
}

function placement(positions: Float64Array, { up, left, over }: FileFrame, unit: MeshUnit | null): MeshPlacement {
  const found = unit ?? guessMeshUnit(positions);
  const scale = meshUnits[found];
  const forward = cross(left, up);
  const rows = [left, up, forward];
  const toWorld = new Float64Array(16);
  toWorld[15] = 1;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) toWorld[column * 4 + row] = scale * rows[row][column];
  }
  let floor = Infinity;
  for (let at = 0; at < positions.length; at += 3) {
    floor = Math.min(floor, dot(up, [positions[at], positions[at + 1], positions[at + 2]]));
  }
  toWorld[12] = -scale * dot(left, over);
  toWorld[13] = -scale * floor;
  toWorld[14] = -scale * dot(forward, over);
  return { unit: found, toWorld };
}

/** A unit direction, made square to `square`; along an axis of the file where it is near one. */
function mainDirection(way: Direction, square: Direction | null): Direction {
  const flat = square === null ? way : (way.map((value, k) => value - dot(way, square) * square[k]) as Direction);
  const length = Math.hypot(...flat);
  if (!(length > 0)) throw new RigError('points: expected joints at different places, got one place; move them');
  const unit = flat.map((value) => value / length) as Direction;
  const largest = unit.reduce((best, value, k) => (Math.abs(value) > Math.abs(unit[best]) ? k : best), 0);
  const axis: Direction = [0, 0, 0];
  axis[largest] = Math.sign(unit[largest]);
  const isSquare = square === null || Math.abs(dot(axis, square)) < 1e-9;
  return Math.abs(unit[largest]) > alongAxis && isSquare ? axis : unit;
}

function placedPoint(m: Float64Array, [x, y, z]: RigPoint): Direction {
  return [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k]) as Direction;
}

function rangeAlong(positions: Float64Array, axis: number): [number, number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (let at = axis; at < positions.length; at += 3) {
    least = Math.min(least, positions[at]);
    greatest = Math.max(greatest, positions[at]);
  }
  return [least, greatest];
}

function difference(a: RigPoint, b: RigPoint): Direction {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: RigPoint, b: RigPoint): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: RigPoint, b: RigPoint): Direction {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
