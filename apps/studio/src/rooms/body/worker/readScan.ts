import type { BodySurface } from '@leib/body';
import { guessMeshUnit, meshUnits, readMesh } from '@leib/formats';

/** Reads a mesh or a point cloud; its unit is guessed from its size, with a note. Metres. */
export async function readScan(bytes: Uint8Array): Promise<{ surface: BodySurface; notes: readonly string[] }> {
  const mesh = await readMesh(bytes);
  const unit = guessMeshUnit(mesh.positions);
  const positions = mesh.positions.map((value) => value * meshUnits[unit]);
  return {
    surface: { positions, triangles: mesh.triangles },
    notes: unit === 'm' ? [] : [`The unit is assumed to be ${unit}.`],
  };
}
