import type { BodySurface } from '@leib/body';
import { guessMeshUnit, meshUnits, readMesh, readMeshScene } from '@leib/formats';

/** Reads a mesh or a point cloud, every mesh of a glTF file; its unit is guessed from its size, with a note. Metres. */
export async function readScan(bytes: Uint8Array): Promise<{ surface: BodySurface; notes: readonly string[] }> {
  const first = await readMesh(bytes);
  // Scanners save people in several meshes, too: skin, hair, clothes.
  const all = isGltf(bytes) ? await readMeshScene(bytes) : first;
  const mesh = all.positions.length > first.positions.length ? all : first;
  const unit = guessMeshUnit(mesh.positions);
  const positions = mesh.positions.map((value) => value * meshUnits[unit]);
  return {
    surface: { positions, triangles: mesh.triangles },
    notes: unit === 'm' ? [] : [`The unit is assumed to be ${unit}.`],
  };
}

/** By its first byte: of "glTF" in GLB and VRM, or of JSON. */
function isGltf(bytes: Uint8Array): boolean {
  return bytes[0] === 0x67 || bytes[0] === 0x7b;
}
