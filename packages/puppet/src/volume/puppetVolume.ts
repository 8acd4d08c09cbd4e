import { InputError } from '@leib/core';
import { buildSolidGrid, cellAt, type SolidGrid } from '@leib/formats/volume';
import type { PlaceSurface } from '../model/puppetMesh.js';
import { bridgeIslands } from './bridgeIslands.js';
import { shellNormals } from './shellNormals.js';

/** The inside of a model as cells; closed or not, of one shell or of many: every place can be reached from every other. */
export interface PuppetVolume {
  readonly grid: SolidGrid;
  /** The cell just under the surface at each place; -1 where a place has no face. placeCount. */
  readonly placeCells: Int32Array;
}

/** Fingers closer than a cell are told apart only by their skins. A model that fills its bounds has larger cells. */
const gridSize = { cellsAlong: 128, mostCells: 600_000 };

function buildVolume(mesh: PlaceSurface): PuppetVolume {
  if (mesh.triangles.length === 0) {
    throw new InputError('mesh', 'expected triangles, got none; choose a model with a surface');
  }
  const grid = buildSolidGrid(mesh, gridSize);
  fillSheets(grid, mesh);
  const placeCells = findPlaceCells(grid, mesh);
  bridgeIslands(grid);
  return { grid, placeCells };
}

const known = new WeakMap<PlaceSurface, PuppetVolume>();

/** The volume of a mesh, made at the first call: an edit of parts binds the same mesh again and again. */
export function volumeOf(mesh: PlaceSurface): PuppetVolume {
  const found = known.get(mesh) ?? buildVolume(mesh);
  known.set(mesh, found);
  return found;
}

/** Nearest filled cell of each place, on the inner side where there is one. */
function findPlaceCells(grid: SolidGrid, mesh: PlaceSurface): Int32Array {
  const { origin, cell, counts, inside } = grid;
  const { positions, placeCount } = mesh;
  const normals = shellNormals(mesh);
  const placeCells = new Int32Array(placeCount).fill(-1);
  const [nx, ny] = counts;
  for (let place = 0; place < placeCount; place++) {
    const at = place * 3;
    const i0 = Math.floor((positions[at] - origin[0]) / cell) - 1;
    const j0 = Math.floor((positions[at + 1] - origin[1]) / cell) - 1;
    const k0 = Math.floor((positions[at + 2] - origin[2]) / cell) - 1;
    let least = Infinity;
    for (let n = 0; n < 27; n++) {
      const i = i0 + (n % 3);
      const j = j0 + (Math.floor(n / 3) % 3);
      const k = k0 + Math.floor(n / 9);
      const index = (k * ny + j) * nx + i;
      if (inside[index] !== 1) continue;
      const dx = origin[0] + (i + 0.5) * cell - positions[at];
      const dy = origin[1] + (j + 0.5) * cell - positions[at + 1];
      const dz = origin[2] + (k + 0.5) * cell - positions[at + 2];
      // On the outer side lies another limb; it counts only where nothing else is near.
      const outward = dx * normals[at] + dy * normals[at + 1] + dz * normals[at + 2];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz) + (outward > 0 ? 10 * cell : 0);
      if (distance >= least) continue;
      least = distance;
      placeCells[place] = index;
    }
  }
  return placeCells;
}

/**
 * Surfaces that enclose nothing (a cape, an open mesh, a limb thinner than a cell) become one cell thick, so that ways lead
 * along them, too.
 */
function fillSheets(grid: SolidGrid, mesh: PlaceSurface): void {
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
