import { type MeshScene, readMeshScene, writeColouredMesh } from '@leib/formats';
import type { PuppetModel } from '../play/puppetModel.js';

/** A take as glTF, and how far its surface is from the puppet's. */
export interface BakedFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frameCount: number;
  /** Distance from the puppet's surface over all frames and places: root of the mean square, and largest, metres. */
  readonly rmsError: number;
  readonly maxError: number;
  /** Number of joints, or of morph targets. */
  readonly count: number;
}

/** The file that the surface came from; a mesh that code made is written first. */
export async function sceneOf({ mesh, file }: PuppetModel): Promise<MeshScene> {
  if (mesh.scene !== null) return mesh.scene;
  const { vertexPositions: positions, vertexTriangles: triangles, colours } = mesh;
  return readMeshScene(writeColouredMesh({ name: file.name, positions, triangles, colours }));
}

/** From the file's space to model space, column-major. A mesh that code made is in model space. */
export function placementMatrix({ mesh, file }: PuppetModel): Float64Array {
  if (mesh.scene === null) return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const { scale: s, rotation, position } = file.mesh;
  const [x, y, z, w] = rotation;
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const column = (k: number) => [...rows.map((row) => s * row[k]), 0];
  return Float64Array.from([...column(0), ...column(1), ...column(2), ...position, 1]);
}

export function frameTimes(frameCount: number, hz: number): Float32Array {
  return Float32Array.from({ length: frameCount }, (_, frame) => frame / hz);
}
