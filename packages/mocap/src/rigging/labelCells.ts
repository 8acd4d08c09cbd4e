import { type BonePieces, distanceToPiece } from './bonePieces.js';
import { createMinHeap, popHeap, pushHeap } from './minHeap.js';
import { cellAt, cellCentre, nearestInside, type SolidGrid } from './solidGrid.js';

/** Which bone is nearest to each cell by ways that stay inside the body. */
export interface CellLabels {
  /** Nearest piece; -1 for cells that no piece reaches. */
  readonly pieces: Int16Array;
  /** Length of the way to it, metres. */
  readonly distances: Float32Array;
}

/** Moves along one or two axes. */
const moves = [-1, 0, 1].flatMap((k) =>
  [-1, 0, 1].flatMap((j) =>
    [-1, 0, 1].flatMap((i) => {
      const axes = Math.abs(i) + Math.abs(j) + Math.abs(k);
      return axes === 1 || axes === 2 ? [{ i, j, k, length: Math.sqrt(axes) }] : [];
    }),
  ),
);

/**
 * Distances inside the volume instead of through the air, from all bones at once: a hand beside a thigh is far from the
 * thigh bone although it is near to it. After Dionne & de Lasa, "Geodesic voxel binding for production character meshes",
 * SCA 2013, doi:10.1145/2485895.2485919; only the nearest bone is needed here.
 */
export function labelCells(grid: SolidGrid, pieces: Pick<BonePieces, 'ends' | 'pieceBones'>): CellLabels {
  const { cell, counts, inside } = grid;
  const labels: CellLabels = {
    pieces: new Int16Array(inside.length).fill(-1),
    distances: new Float32Array(inside.length).fill(Infinity),
  };
  const heap = createMinHeap(1 << 14);
  seedPieces(grid, pieces, (index, distance, piece) => {
    if (distance >= labels.distances[index]) return;
    labels.distances[index] = distance;
    labels.pieces[index] = piece;
    pushHeap(heap, labels.distances[index], index);
  });
  const [nx, ny, nz] = counts;
  const strides = [1, nx, nx * ny];
  const steps = moves.map((move) => ({
    ...move,
    offset: move.i + move.j * nx + move.k * nx * ny,
    parts: [move.i, move.j, move.k].flatMap((sign, axis): AxisStep[] =>
      sign === 0 ? [] : [{ axis, sign, offset: sign * strides[axis] }],
    ),
  }));
  while (heap.size > 0) {
    const distance = heap.keys[0];
    const index = popHeap(heap);
    if (distance > labels.distances[index]) continue;
    const i = index % nx;
    const j = Math.floor(index / nx) % ny;
    const k = Math.floor(index / (nx * ny));
    for (const step of steps) {
      const [ni, nj, nk] = [i + step.i, j + step.j, k + step.k];
      if (ni < 0 || nj < 0 || nk < 0 || ni >= nx || nj >= ny || nk >= nz) continue;
      const next = index + step.offset;
      if (inside[next] === 0) continue;
      const reached = Math.fround(distance + step.length * cell);
      if (reached >= labels.distances[next] || !isOpen(grid, index, step.parts)) continue;
      labels.distances[next] = reached;
      labels.pieces[next] = labels.pieces[index];
      pushHeap(heap, reached, next);
    }
  }
  return labels;
}

/** Cells along the bones; a piece that runs outside of the mesh starts from the nearest inside cell. */
function seedPieces(
  grid: SolidGrid,
  { ends, pieceBones }: Pick<BonePieces, 'ends' | 'pieceBones'>,
  seed: (index: number, distance: number, piece: number) => void,
): void {
  const { cell, inside } = grid;
  for (let piece = 0; piece < pieceBones.length; piece++) {
    const [ax, ay, az, bx, by, bz] = ends.subarray(piece * 6, piece * 6 + 6);
    const count = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay, bz - az) / (cell / 2)));
    let isSeeded = false;
    for (let n = 0; n <= count; n++) {
      const share = n / count;
      const index = cellAt(grid, ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az));
      if (index < 0 || inside[index] === 0) continue;
      isSeeded = true;
      const [x, y, z] = cellCentre(grid, index);
      seed(index, distanceToPiece(ends, piece, x, y, z), piece);
    }
    if (isSeeded) continue;
    const middle: [number, number, number] = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2];
    const index = nearestInside(grid, middle, 6 * cell);
    if (index >= 0) seed(index, distanceToPiece(ends, piece, ...cellCentre(grid, index)), piece);
  }
}

interface AxisStep {
  readonly axis: number;
  readonly sign: number;
  readonly offset: number;
}

/** Whether a move stays inside: along one axis no air lies between; along two, one of the two ways round is open. */
function isOpen(grid: SolidGrid, index: number, [first, second]: readonly AxisStep[]): boolean {
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
