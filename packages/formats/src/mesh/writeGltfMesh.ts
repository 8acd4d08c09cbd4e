import { writeGlb } from '../gltf/glb.js';
import type { Mesh } from './mesh.js';

/** Writes a mesh as GLB: one node, positions in single precision, in their order; groups become materials' parts. */
export function writeGltfMesh({ name, positions, triangles, groups }: Mesh): Uint8Array<ArrayBuffer> {
  const vertexCount = positions.length / 3;
  const floats = Float32Array.from(positions);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  floats.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3], value);
    max[i % 3] = Math.max(max[i % 3], value);
  });
  const binary = new Uint8Array(floats.byteLength + triangles.byteLength);
  binary.set(new Uint8Array(floats.buffer));
  binary.set(new Uint8Array(triangles.buffer, triangles.byteOffset, triangles.byteLength), floats.byteLength);
  const runs = coveringRuns(groups, triangles.length / 3);
  const json = {
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    ...(runs.length > 0 && { materials: runs.map((run) => ({ name: run.name })) }),
    meshes: [
      {
        name,
        primitives:
          runs.length === 0
            ? [{ attributes: { POSITION: 0 }, mode: 0 }]
            : runs.map((_, i) => ({ attributes: { POSITION: 0 }, indices: i + 1, material: i })),
      },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: vertexCount, type: 'VEC3', min, max },
      ...runs.map(({ firstTriangle, triangleCount }) => ({
        bufferView: 1,
        byteOffset: firstTriangle * 12,
        componentType: 5125,
        count: triangleCount * 3,
        type: 'SCALAR',
      })),
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: floats.byteLength, target: 34962 },
      ...(runs.length > 0
        ? [{ buffer: 0, byteOffset: floats.byteLength, byteLength: triangles.byteLength, target: 34963 }]
        : []),
    ],
    buffers: [{ byteLength: binary.length, uri: undefined }],
  };
  return writeGlb({ json, binary });
}

/** The groups and what lies between them, so that every triangle is in exactly one. */
function coveringRuns(groups: Mesh['groups'], triangleCount: number): Mesh['groups'] {
  const runs: { name: string; firstTriangle: number; triangleCount: number }[] = [];
  let next = 0;
  for (const group of groups) {
    if (group.firstTriangle > next)
      runs.push({ name: '', firstTriangle: next, triangleCount: group.firstTriangle - next });
    runs.push(group);
    next = group.firstTriangle + group.triangleCount;
  }
  if (next < triangleCount) runs.push({ name: '', firstTriangle: next, triangleCount: triangleCount - next });
  return runs;
}
