import { InputError } from '@leib/core';
import { buildSolidGrid, type SolidGrid } from '@leib/formats/volume';
import type { PlaceSurface } from '../model/puppetMesh.js';
import { bridgeIslands } from './bridgeIslands.js';
import { fillSheets } from './fillSheets.js';
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
