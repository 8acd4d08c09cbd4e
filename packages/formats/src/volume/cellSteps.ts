import type { SolidGrid } from './solidGrid.js';

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
export interface CellStep {
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
