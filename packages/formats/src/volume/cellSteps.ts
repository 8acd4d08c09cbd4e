import { cellAt, cellCentre, nearestInside, type SolidGrid } from './solidGrid.js';

/** Moves along one or two axes. */
const moves = [-1, 0, 1].flatMap((k) =>
  [-1, 0, 1].flatMap((j) =>
    [-1, 0, 1].flatMap((i) => {
      const axes = Math.abs(i) + Math.abs(j) + Math.abs(k);
      return axes === 1 || axes === 2 ? [{ i, j, k, length: Math.sqrt(axes) }] : [];
    }),
  ),
);

/** A move from a cell to one of its neighbours in one grid. */
interface CellStep {
  readonly i: number;
  readonly j: number;
  readonly k: number;
  /** In edges of a cell. */
  readonly length: number;
  readonly offset: number;
  readonly parts: readonly AxisStep[];
}

export function buildCellSteps({ counts: [nx, ny] }: SolidGrid): CellStep[] {
  const strides = [1, nx, nx * ny];
  return moves.map((move) => ({
    ...move,
    offset: move.i + move.j * nx + move.k * nx * ny,
    parts: [move.i, move.j, move.k].flatMap((sign, axis): AxisStep[] =>
      sign === 0 ? [] : [{ axis, sign, offset: sign * strides[axis] }],
    ),
  }));
}

interface AxisStep {
  readonly axis: number;
  readonly sign: number;
  readonly offset: number;
}

/** Whether a move stays inside: along one axis no air lies between; along two, one of the two ways round is open. */
export function isOpenStep(grid: SolidGrid, index: number, { parts: [first, second] }: CellStep): boolean {
  if (second === undefined) return isFree(grid, index, first);
  return isOpenWay(grid, index, first, second) || isOpenWay(grid, index, second, first);
}

function isOpenWay(grid: SolidGrid, index: number, first: AxisStep, second: AxisStep): boolean {
  const corner = index + first.offset;
  return grid.inside[corner] === 1 && isFree(grid, index, first) && isFree(grid, corner, second);
}

function isFree({ walls }: SolidGrid, from: number, { axis, sign, offset }: AxisStep): boolean {
  return (walls[sign > 0 ? from : from + offset] & (1 << axis)) === 0;
}

/** Share of the way beyond a line's end that is added to the distance. */
const beyondEnd = 1e-3;

/**
 * Distance from a point to a line (two ends, six numbers of `ends`), metres. Behind a bent joint both of its lines are equally near, namely the joint itself:
 * a little of the way beyond a line's end is added, so that the plane half way between the lines decides there, too.
 */
export function distanceToLine(ends: Float64Array, line: number, x: number, y: number, z: number): number {
  const at = line * 6;
  const [ux, uy, uz] = [ends[at + 3] - ends[at], ends[at + 4] - ends[at + 1], ends[at + 5] - ends[at + 2]];
  const [px, py, pz] = [x - ends[at], y - ends[at + 1], z - ends[at + 2]];
  const length = Math.hypot(ux, uy, uz);
  if (length === 0) return Math.hypot(px, py, pz);
  const along = (px * ux + py * uy + pz * uz) / length;
  const share = Math.min(1, Math.max(0, along / length));
  const beyond = Math.max(-along, along - length, 0);
  return Math.hypot(px - share * ux, py - share * uy, pz - share * uz) + beyondEnd * beyond;
}

/** Cells along the lines; a line that runs outside of the volume starts from the nearest inside cell. */
export function seedLines(
  grid: SolidGrid,
  ends: Float64Array,
  seed: (index: number, distance: number, line: number) => void,
): void {
  const { cell, inside } = grid;
  for (let line = 0; line * 6 < ends.length; line++) {
    const [ax, ay, az, bx, by, bz] = ends.subarray(line * 6, line * 6 + 6);
    const count = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay, bz - az) / (cell / 2)));
    let isSeeded = false;
    for (let n = 0; n <= count; n++) {
      const share = n / count;
      const index = cellAt(grid, ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az));
      if (index < 0 || inside[index] === 0) continue;
      isSeeded = true;
      const [x, y, z] = cellCentre(grid, index);
      seed(index, distanceToLine(ends, line, x, y, z), line);
    }
    if (isSeeded) continue;
    const middle: [number, number, number] = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2];
    const index = nearestInside(grid, middle, 6 * cell);
    if (index >= 0) seed(index, distanceToLine(ends, line, ...cellCentre(grid, index)), line);
  }
}
