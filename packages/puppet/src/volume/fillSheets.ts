import { cellAt, type SolidGrid } from '@leib/formats/volume';
import type { PuppetMesh } from '../model/puppetMesh.js';

/**
 * Surfaces that enclose nothing (a cape, an open mesh, a limb thinner than a cell) become one cell thick, so that ways lead
 * along them, too.
 */
export function fillSheets(grid: SolidGrid, mesh: PuppetMesh): void {
  const surface = markSurface(grid, mesh);
  const cells: number[] = [];
  surface.forEach((isMarked, cell) => {
    if (isMarked === 1 && grid.inside[cell] === 0) cells.push(cell);
  });
  const isNear = (cell: number, has: (other: number) => boolean) => {
    const [nx, ny] = grid.counts;
    for (let k = -1; k <= 1; k++) {
      for (let j = -1; j <= 1; j++) {
        for (let i = -1; i <= 1; i++) if (has(cell + i + nx * (j + ny * k))) return true;
      }
    }
    return false;
  };
  const sheet = cells.filter((cell) => !isNear(cell, (other) => grid.inside[other] === 1));
  for (const cell of sheet) surface[cell] = 2;
  // Where a sheet grows out of a solid, the cells between them belong to it.
  const seam = cells.filter((cell) => surface[cell] === 1 && isNear(cell, (other) => surface[other] === 2));
  for (const cell of [...sheet, ...seam]) openCell(grid, cell);
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
function markSurface(grid: SolidGrid, { positions: p, triangles }: PuppetMesh): Uint8Array {
  const surface = new Uint8Array(grid.inside.length);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const longest = Math.max(Math.hypot(ux, uy, uz), Math.hypot(vx, vy, vz), Math.hypot(ux - vx, uy - vy, uz - vz));
    const count = Math.max(1, Math.ceil(longest / (grid.cell / 2)));
    for (let i = 0; i <= count; i++) {
      for (let j = 0; i + j <= count; j++) {
        const [s, r] = [i / count, j / count];
        const cell = cellAt(grid, p[a] + s * ux + r * vx, p[a + 1] + s * uy + r * vy, p[a + 2] + s * uz + r * vz);
        if (cell >= 0) surface[cell] = 1;
      }
    }
  }
  return surface;
}
