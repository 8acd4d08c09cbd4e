import { cellCentre, type SolidGrid } from '@leib/formats/volume';
import type { Superellipsoid } from '../file/puppetFile.js';
import { buildReachField, radiusAt } from '../structures/influence.js';

type Point = [number, number, number];

/** How much of the limb's own volume may lie outside, and where on the boundary the rest ends. */
const outsideShare = 0.02;
const skinRadius = 0.88;
/** Cells that are looked at; of more, some are left out evenly. */
const mostPoints = 6000;
/** Round across, nearly flat at its ends: a limb is a rod, and its ends belong to its neighbours. */
const [roundAcross, roundAlong] = [0.9, 0.4];
/** Beyond a joint it reaches by this share of the limb's radius. */
const beyondJoint = 0.35;

/** A bone's line and the cells of the limb around it. */
export interface LimbPiece {
  readonly from: Point;
  readonly to: Point;
  readonly cells: readonly number[];
  /** Whether the limb goes on at this end. */
  readonly isJointed: { readonly from: boolean; readonly to: boolean };
}

/** A superellipsoid along a bone, z from `from` to `to`, x and y along the wide and the narrow way across the limb. */
export function fitInfluence(grid: SolidGrid, piece: LimbPiece): Superellipsoid {
  const { from, to } = piece;
  const length = Math.max(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]), grid.cell);
  const centre: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const z: Point = [(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length];
  const every = Math.ceil(piece.cells.length / mostPoints);
  const points = piece.cells
    .filter((_, n) => n % every === 0)
    .map((cell) => {
      const at = cellCentre(grid, cell);
      return [at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]] as Point;
    });
  const { x, y } = acrossAxes(points, z);
  const extents = [x, y, z].flatMap((axis) => {
    const along = points.map((point) => dot(point, axis)).sort((a, b) => a - b);
    const outside = Math.floor(along.length * outsideShare * 0.5);
    const [least, most] = [along[outside] ?? 0, along[along.length - 1 - outside] ?? 0];
    return [Math.max(most, 0) + 0.5 * grid.cell, Math.max(-least, 0) + 0.5 * grid.cell];
  });
  const radius = (extents[0] + extents[1] + extents[2] + extents[3]) / 4;
  const end = (isJointed: boolean, extent: number) =>
    isJointed ? length / 2 + beyondJoint * radius : Math.max(extent, length / 2) + 0.5 * radius;
  const influence: Superellipsoid = {
    centre,
    rotation: quatOfAxes(x, y, z),
    reach: {
      right: extents[0],
      left: extents[1],
      up: extents[2],
      down: extents[3],
      front: end(piece.isJointed.to, extents[4]),
      back: end(piece.isJointed.from, extents[5]),
    },
    e: roundAcross,
    n: roundAlong,
    throughAir: false,
  };
  return widened(influence, points);
}

/** Wide enough across that the limb's skin lies inside. */
function widened(influence: Superellipsoid, points: readonly Point[]): Superellipsoid {
  const across = { ...influence, centre: [0, 0, 0] as Point, reach: { ...influence.reach, front: 1e6, back: 1e6 } };
  const field = buildReachField({ kind: 'bone', from: [0, 0, 0], to: [0, 0, 1], influence: across });
  const radii = points.map((point) => radiusAt(field, ...point)).sort((a, b) => a - b);
  const most = radii[Math.floor((radii.length - 1) * (1 - outsideShare))] ?? 1;
  const scale = Math.max(most / skinRadius, 1 / skinRadius);
  const { right, left, up, down, front, back } = influence.reach;
  const reach = { right: right * scale, left: left * scale, up: up * scale, down: down * scale, front, back };
  return { ...influence, reach };
}

/** Directions across z: along which the points spread most, and square to it. */
function acrossAxes(points: readonly Point[], z: Point): { readonly x: Point; readonly y: Point } {
  const helper: Point = Math.abs(z[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1];
  const u = unit(cross(helper, z));
  const v = cross(z, u);
  let [uu, uv, vv] = [0, 0, 0];
  for (const point of points) {
    const [a, b] = [dot(point, u), dot(point, v)];
    uu += a * a;
    uv += a * b;
    vv += b * b;
  }
  // Round limbs have no wide side: they keep the upright frame.
  const isRound = Math.hypot(uu - vv, 2 * uv) < 0.1 * (uu + vv);
  const angle = isRound ? 0 : 0.5 * Math.atan2(2 * uv, uu - vv);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const x: Point = [c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2]];
  return { x, y: cross(z, x) };
}

/** The rotation whose matrix has these columns. */
function quatOfAxes(x: Point, y: Point, z: Point): [number, number, number, number] {
  const candidates: [number, number, number, number][] = [
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + x[0] + y[1] + z[2]],
    [1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]],
    [x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]],
    [z[0] + x[2], y[2] + z[1], 1 - x[0] - y[1] + z[2], x[1] - y[0]],
  ];
  // Each is the rotation times four times one of its numbers; the largest of these is the most exact.
  const [best] = candidates.sort((a, b) => Math.hypot(...b) - Math.hypot(...a));
  const length = Math.hypot(...best);
  return [best[0] / length, best[1] / length, best[2] / length, best[3] / length];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit([x, y, z]: Point): Point {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
