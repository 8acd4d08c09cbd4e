import { InputError } from '@leib/core';

/**
 * The inside of a surface as cells. A cell is inside when its centre is, by the surface's crossings with lines along the
 * three axes; two of three decide, so that holes and loose sheets do little harm.
 */
export interface SolidGrid {
  readonly origin: readonly [number, number, number];
  /** Edge of a cell, metres. */
  readonly cell: number;
  readonly counts: readonly [number, number, number];
  /** 1 for each cell whose centre is inside; x runs fastest, then y. */
  readonly inside: Uint8Array;
  /** Bit a: between this cell and the next along axis a lies air, however thin. A hand on a thigh is not one with it. */
  readonly walls: Uint8Array;
}

/** How fine a grid is. */
interface GridSize {
  /** Cells along the longest side... */
  readonly cellsAlong: number;
  /** ...and the most cells in all, with the air around. */
  readonly mostCells: number;
}

const usualSize: GridSize = { cellsAlong: 160, mostCells: 6_000_000 };

/** Lines run a little beside the cells' centres, so that none meets an edge of a regular mesh exactly. */
const lineShifts = [3.1e-4, 4.7e-4];

export function buildSolidGrid({ positions, triangles }: Surface, gridSize = usualSize): SolidGrid {
  const { cellsAlong, mostCells } = gridSize;
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let n = 0; n < triangles.length; n++) {
    const at = triangles[n] * 3;
    for (let k = 0; k < 3; k++) {
      if (positions[at + k] < least[k]) least[k] = positions[at + k];
      if (positions[at + k] > greatest[k]) greatest[k] = positions[at + k];
    }
  }
  const size = greatest.map((value, k) => value - least[k]);
  const volume = size.reduce((product, value) => product * Math.max(value, 1e-3 * Math.max(...size)), 1);
  const cell = Math.max(Math.max(...size) / cellsAlong, Math.cbrt(volume / mostCells));
  const counts = size.map((value) => Math.ceil(value / cell) + 3);
  const origin = least.map((value, k) => (value + greatest[k]) / 2 - (counts[k] * cell) / 2);
  checkOverlap(positions, triangles, cell);
  const cellCount = counts[0] * counts[1] * counts[2];
  const votes = new Uint8Array(cellCount);
  const walls = new Uint8Array(cellCount);
  const grid = { origin: triple(origin), cell, counts: triple(counts) };
  for (let axis = 0; axis < 3; axis++) {
    const crossings = crossLines(grid, positions, triangles, axis);
    voteAlong(grid, axis, crossings, votes, walls);
  }
  for (let index = 0; index < cellCount; index++) votes[index] = votes[index] >= 2 ? 1 : 0;
  return { ...grid, inside: votes, walls };
}

/** Cells that all triangles together may span, each in the square of its longest side: a hundred layers of a whole body. */
const MOST_SPANNED = 20_000_000;

/** The same large triangle ten thousand times is a file of 80 kB, and minutes of work. Throws InputError. */
function checkOverlap(positions: Float64Array, triangles: Uint32Array, cell: number): void {
  let spanned = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    let longest = 0;
    for (let k = 0; k < 3; k++) {
      const corners = [
        positions[triangles[t] * 3 + k],
        positions[triangles[t + 1] * 3 + k],
        positions[triangles[t + 2] * 3 + k],
      ];
      longest = Math.max(longest, Math.max(...corners) - Math.min(...corners));
    }
    spanned += (longest / cell) ** 2;
  }
  if (spanned > MOST_SPANNED)
    throw new InputError(
      'mesh',
      'expected a surface, got large triangles that lie over each other in hundreds of layers',
    );
}

type GridFrame = Pick<SolidGrid, 'origin' | 'cell' | 'counts'>;

/** Where lines along one axis through the cells' centres cross the surface. */
interface LineCrossings {
  /** Crossings of line i: starts[i] to starts[i + 1], in order along it. */
  readonly starts: Uint32Array;
  readonly places: Float64Array;
  /** 1 where the line enters a surface that faces it, -1 where it leaves. */
  readonly signs: Int8Array;
}

function crossLines(grid: GridFrame, positions: Float64Array, triangles: Uint32Array, axis: number): LineCrossings {
  const { counts } = grid;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const lines: number[] = [];
  const found: number[] = [];
  const foundSigns: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    const au = positions[a + u];
    const av = positions[a + v];
    const bu = positions[b + u];
    const bv = positions[b + v];
    const cu = positions[c + u];
    const cv = positions[c + v];
    const area = (bu - au) * (cv - av) - (bv - av) * (cu - au);
    if (area === 0) continue;
    const [firstU, lastU] = lineRange(grid, u, 0, Math.min(au, bu, cu), Math.max(au, bu, cu));
    const [firstV, lastV] = lineRange(grid, v, 1, Math.min(av, bv, cv), Math.max(av, bv, cv));
    for (let j = firstV; j <= lastV; j++) {
      const pv = lineAt(grid, v, 1, j);
      for (let i = firstU; i <= lastU; i++) {
        const pu = lineAt(grid, u, 0, i);
        const shareC = ((bu - au) * (pv - av) - (bv - av) * (pu - au)) / area;
        const shareA = ((cu - bu) * (pv - bv) - (cv - bv) * (pu - bu)) / area;
        const shareB = 1 - shareA - shareC;
        if (shareA < 0 || shareB < 0 || shareC < 0) continue;
        lines.push(j * counts[u] + i);
        found.push(shareA * positions[a + axis] + shareB * positions[b + axis] + shareC * positions[c + axis]);
        foundSigns.push(area > 0 ? -1 : 1);
      }
    }
  }
  return sortedCrossings(counts[u] * counts[v], lines, found, foundSigns);
}

function sortedCrossings(
  lineCount: number,
  lines: readonly number[],
  found: readonly number[],
  foundSigns: readonly number[],
): LineCrossings {
  const starts = new Uint32Array(lineCount + 1);
  for (const line of lines) starts[line + 1]++;
  for (let line = 0; line < lineCount; line++) starts[line + 1] += starts[line];
  const places = new Float64Array(found.length);
  const signs = new Int8Array(found.length);
  const filled = starts.slice();
  for (let n = 0; n < found.length; n++) {
    const first = starts[lines[n]];
    // Few crossings a line: sorted as they are put in.
    let at = filled[lines[n]]++;
    for (; at > first && places[at - 1] > found[n]; at--) {
      places[at] = places[at - 1];
      signs[at] = signs[at - 1];
    }
    places[at] = found[n];
    signs[at] = foundSigns[n];
  }
  return { starts, places, signs };
}

/** Adds one vote for every centre that lies inside by this axis's lines, and marks the air between inside cells. */
function voteAlong(
  grid: GridFrame,
  axis: number,
  crossings: LineCrossings,
  votes: Uint8Array,
  walls: Uint8Array,
): void {
  const { counts, origin, cell } = grid;
  const { starts, places, signs } = crossings;
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const strides = [1, counts[0], counts[0] * counts[1]];
  for (let line = 0; line + 1 < starts.length; line++) {
    const end = starts[line + 1];
    if (starts[line] === end) continue;
    let total = 0;
    for (let n = starts[line]; n < end; n++) total += signs[n];
    const isEven = (end - starts[line]) % 2 === 0;
    const base = (line % counts[u]) * strides[u] + Math.floor(line / counts[u]) * strides[v];
    let winding = 0;
    let crossed = 0;
    // On an open surface the winding does not come back to 0: seen from the other end it must not be 0 either.
    const isIn = () => (winding !== 0 && winding !== total) || (isEven && crossed % 2 === 1);
    let n = starts[line];
    for (let k = 0; k < counts[axis]; k++) {
      const centre = origin[axis] + (k + 0.5) * cell;
      let wasOut = false;
      for (; n < end && places[n] < centre; n++) {
        winding += signs[n];
        crossed++;
        if (!isIn()) wasOut = true;
      }
      const at = base + k * strides[axis];
      if (isIn()) votes[at]++;
      if (wasOut && k > 0) walls[at - strides[axis]] |= 1 << axis;
    }
  }
}

function lineAt({ origin, cell }: GridFrame, axis: number, which: 0 | 1, index: number): number {
  return origin[axis] + (index + 0.5 + lineShifts[which]) * cell;
}

function lineRange(grid: GridFrame, axis: number, which: 0 | 1, from: number, to: number): [number, number] {
  const shift = 0.5 + lineShifts[which];
  const first = Math.ceil((from - grid.origin[axis]) / grid.cell - shift);
  const last = Math.floor((to - grid.origin[axis]) / grid.cell - shift);
  return [Math.max(first, 0), Math.min(last, grid.counts[axis] - 1)];
}

/** Index of the cell around a point; -1 outside of the grid. */
export function cellAt({ origin, cell, counts }: SolidGrid, x: number, y: number, z: number): number {
  const i = Math.floor((x - origin[0]) / cell);
  const j = Math.floor((y - origin[1]) / cell);
  const k = Math.floor((z - origin[2]) / cell);
  if (i < 0 || j < 0 || k < 0 || i >= counts[0] || j >= counts[1] || k >= counts[2]) return -1;
  return (k * counts[1] + j) * counts[0] + i;
}

/** Whether a point's cell is inside the surface. */
export function isInsideGrid(grid: SolidGrid, [x, y, z]: readonly [number, number, number]): boolean {
  const cell = cellAt(grid, x, y, z);
  return cell >= 0 && grid.inside[cell] === 1;
}

/** Centre of a cell. */
export function cellCentre({ origin, cell, counts }: SolidGrid, index: number): [number, number, number] {
  const i = index % counts[0];
  const j = Math.floor(index / counts[0]) % counts[1];
  const k = Math.floor(index / (counts[0] * counts[1]));
  return [origin[0] + (i + 0.5) * cell, origin[1] + (j + 0.5) * cell, origin[2] + (k + 0.5) * cell];
}

/** Inside cell whose centre is nearest to a point, within `reach` metres; -1 where there is none. */
export function nearestInside(grid: SolidGrid, point: readonly [number, number, number], reach: number): number {
  const { origin, cell, counts, inside } = grid;
  const at = point.map((value, k) => Math.floor((value - origin[k]) / cell));
  const ring = Math.ceil(reach / cell);
  let best = -1;
  let bestSq = reach * reach;
  for (let k = Math.max(at[2] - ring, 0); k <= Math.min(at[2] + ring, counts[2] - 1); k++) {
    for (let j = Math.max(at[1] - ring, 0); j <= Math.min(at[1] + ring, counts[1] - 1); j++) {
      for (let i = Math.max(at[0] - ring, 0); i <= Math.min(at[0] + ring, counts[0] - 1); i++) {
        const index = (k * counts[1] + j) * counts[0] + i;
        if (inside[index] === 0) continue;
        const [dx, dy, dz] = [i, j, k].map((n, axis) => origin[axis] + (n + 0.5) * cell - point[axis]);
        const distanceSq = dx * dx + dy * dy + dz * dz;
        if (distanceSq > bestSq) continue;
        best = index;
        bestSq = distanceSq;
      }
    }
  }
  return best;
}

function triple([x, y, z]: readonly number[]): readonly [number, number, number] {
  return [x, y, z];
}

/** Triangles in space, closed or not. */
export interface Surface {
  /** vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}
