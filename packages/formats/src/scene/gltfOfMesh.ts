import { type Glb, readGlb } from '../gltf/glb.js';
import type { Mesh } from '../mesh/mesh.js';
import { createGlbBuilder } from './glbBuilder.js';
import { smoothNormals } from './smoothNormals.js';

/** A mesh of OBJ or PLY as a glTF scene: one node for each named group, and normals, which those readers pass over. */
export function gltfOfMesh({ name, positions, triangles, groups }: Mesh): Glb {
  const builder = createGlbBuilder();
  const normals = smoothNormals(positions, triangles);
  const runs = groupRuns(name, groups, triangles.length / 3);
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  const meshes = runs.map((run) => {
    const { indices, vertices } = numberedAnew(triangles.subarray(...boundsOf(run)), numbers);
    const POSITION = builder.addFloats(gatheredVectors(positions, vertices), 'VEC3', true);
    const NORMAL = builder.addFloats(gatheredVectors(normals, vertices), 'VEC3');
    return {
      name: run.name,
      primitives: [{ attributes: { POSITION, NORMAL }, indices: builder.addIndices(indices), material: 0 }],
    };
  });
  const pbrMetallicRoughness = { baseColorFactor: [0.8, 0.8, 0.8, 1], metallicFactor: 0, roughnessFactor: 0.8 };
  const json = {
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ nodes: runs.map((_, i) => i) }],
    nodes: runs.map((run, i) => ({ name: run.name, mesh: i })),
    meshes,
    materials: [{ name: 'plain', pbrMetallicRoughness }],
  };
  return readGlb(builder.write(json));
}

function boundsOf({ firstTriangle, triangleCount }: Mesh['groups'][number]): [number, number] {
  return [firstTriangle * 3, (firstTriangle + triangleCount) * 3];
}

/** Triangles by the numbers of their own vertices, in the order they are met. `numbers` is -1 before and after. */
function numberedAnew(triangles: Uint32Array, numbers: Int32Array): { indices: Uint32Array; vertices: Uint32Array } {
  const indices = new Uint32Array(triangles.length);
  const vertices = new Uint32Array(triangles.length);
  let count = 0;
  triangles.forEach((vertex, at) => {
    if (numbers[vertex] < 0) {
      numbers[vertex] = count;
      vertices[count++] = vertex;
    }
    indices[at] = numbers[vertex];
  });
  for (let i = 0; i < count; i++) numbers[vertices[i]] = -1;
  return { indices, vertices: vertices.slice(0, count) };
}

/** Runs of triangles by name; triangles outside of any group are a run of the mesh's own name. */
function groupRuns(name: string, groups: Mesh['groups'], triangleCount: number): Mesh['groups'] {
  const runs: Mesh['groups'][number][] = [];
  const own = name === '' ? 'mesh' : name;
  let next = 0;
  for (const group of groups) {
    const before = group.firstTriangle - next;
    if (before > 0) runs.push({ name: own, firstTriangle: next, triangleCount: before });
    runs.push(group);
    next = group.firstTriangle + group.triangleCount;
  }
  if (next < triangleCount) runs.push({ name: own, firstTriangle: next, triangleCount: triangleCount - next });
  return runs;
}

function gatheredVectors(values: Float64Array | Float32Array, vertices: Uint32Array): Float32Array {
  const out = new Float32Array(vertices.length * 3);
  vertices.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) out[i * 3 + k] = values[vertex * 3 + k];
  });
  return out;
}
