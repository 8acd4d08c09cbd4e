import { cellAt, type SolidGrid } from '@leib/formats/volume';
import type { PlaceSurface } from '../model/puppetMesh.js';

/**
 * Surfaces that enclose nothing (a cape, an open mesh, a limb thinner than a cell) become one cell thick, so that ways lead
 * along them, too.
 */
export function fillSheets(grid: SolidGrid, mesh: PlaceSurface): void {
  const surface = markSurface(grid, mesh);
  const cells: number[] = [];
  for (let cell = 0; cell < surface.length; cell++) {
    if (surface[cell] === 1 && grid.inside[cell] === 0) cells.push(cell);
  }
  const around = cellsAround(grid);
  const isNear = (cell: number, marks: Uint8Array, mark: number) => {
    for (let n = 0; n < around.length; n++) if (marks[cell + around[n]] === mark) return true;
    return false;
  };
  const sheet = cells.filter((cell) => !isNear(cell, grid.inside, 1));
  for (const cell of sheet) surface[cell] = 2;
  // Where a sheet grows out of a solid, the cells between them belong to it.
  const seam = sheet.length === 0 ? [] : cells.filter((cell) => surface[cell] === 1 && isNear(cell, surface, 2));
  for (const cell of [...sheet, ...seam]) openCell(grid, cell);
}

/** From a cell to each of the 26 around it, and to itself. */
function cellsAround({ counts: [nx, ny] }: SolidGrid): Int32Array {
  const near = [-1, 0, 1];
  return Int32Array.from(near.flatMap((k) => near.flatMap((j) => near.map((i) => i + nx * (j + ny * k)))));
}

/** Fills a cell and takes the walls around it away. */
function openCell({ counts: [nx, ny], inside, walls }: SolidGrid, cell: number): void {
  inside[cell] = 1;
  walls[cell] = 0;
  [1, nx, nx * ny].forEach((stride, axis) => {
    walls[cell - stride] &= ~(1 << axis);
  });
}

/** 1 for each cell that a triangle passes, by points half a cell apart. */
function markSurface(grid: SolidGrid, { positions: p, triangles }: PlaceSurface): Uint8Array {
  const surface = new Uint8Array(grid.inside.length);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const longest = Math.max(Math.hypot(ux, uy, uz), Math.hypot(vx, vy, vz), Math.hypot(ux - vx, uy - vy, uz - vz));
    const count = Math.max(1, Math.ceil(longest / (grid.cell / 2)));
    for (let i = 0; i <= count; i++) {
      for (let j = 0; i + j <= count; j++) {
        const s = i / count;
        const r = j / count;
        const cell = cellAt(grid, p[a] + s * ux + r * vx, p[a + 1] + s * uy + r * vy, p[a + 2] + s * uz + r * vz);
        if (cell >= 0) surface[cell] = 1;
      }
    }
  }
  return surface;
}
