import { type Glb, readGlb } from '../gltf/glb.js';
import type { Mesh } from '../mesh/mesh.js';
import { createGlbBuilder } from './glbBuilder.js';
import { smoothNormals } from './smoothNormals.js';

/** A mesh of OBJ or PLY as a glTF scene: one node for each named group, and normals, which those readers pass over. */
export function gltfOfMesh(mesh: Mesh): Glb {
  const { name, positions, triangles } = mesh;
  const builder = createGlbBuilder();
  const normals = smoothNormals(positions, triangles);
  const runs = coveringRuns(mesh, name || 'mesh');
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

/** The groups and what lies between them, which gets the name `own`: every triangle is in exactly one. */
function coveringRuns({ groups, triangles }: Mesh, own: string): Mesh['groups'] {
  const triangleCount = triangles.length / 3;
  const runs: Mesh['groups'][number][] = [];
  let next = 0;
  const fillTo = (end: number) => {
    if (end > next) runs.push({ name: own, firstTriangle: next, triangleCount: end - next });
  };
  for (const group of groups) {
    fillTo(group.firstTriangle);
    runs.push(group);
    next = group.firstTriangle + group.triangleCount;
  }
  fillTo(triangleCount);
  return runs;
}

function gatheredVectors(values: Float64Array | Float32Array, vertices: Uint32Array): Float32Array {
  const out = new Float32Array(vertices.length * 3);
  vertices.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) out[i * 3 + k] = values[vertex * 3 + k];
  });
  return out;
}

/** Writes a mesh as GLB: one node, positions in single precision, in their order; groups become materials' parts. */
export function writeGltfMesh(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const { name, positions, triangles } = mesh;
  const builder = createGlbBuilder();
  const attributes = { POSITION: builder.addFloats(Float32Array.from(positions), 'VEC3', true) };
  const runs = coveringRuns(mesh, '');
  const surfaces = runs.map((run, material) => {
    const indices = builder.addIndices(triangles.slice(...boundsOf(run)));
    return { attributes, indices, material };
  });
  return builder.write({
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    ...(runs.length > 0 && { materials: runs.map((run) => ({ name: run.name })) }),
    meshes: [{ name, primitives: runs.length > 0 ? surfaces : [{ attributes, mode: 0 }] }],
  });
}

interface ColouredMesh {
  readonly name: string;
  /** vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
  /** sRGB of each vertex, 0..1; null: white. vertexCount x 3. */
  readonly colours: Float32Array | null;
}

/** A mesh that code made as GLB: one node, its vertices and triangles in their order, smooth, with its colours. */
export function writeColouredMesh({ name, positions, triangles, colours }: ColouredMesh): Uint8Array<ArrayBuffer> {
  const builder = createGlbBuilder();
  const attributes = {
    POSITION: builder.addFloats(Float32Array.from(positions), 'VEC3', true),
    NORMAL: builder.addFloats(smoothNormals(positions, triangles), 'VEC3'),
    ...(colours && { COLOR_0: builder.addFloats(Float32Array.from(colours, toLinear), 'VEC3') }),
  };
  const indices = builder.addIndices(triangles);
  return builder.write({
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.72 } }],
    meshes: [{ name, primitives: [{ attributes, indices, material: 0 }] }],
  });
}

/** sRGB to linear light, as glTF wants COLOR_0. IEC 61966-2-1. */
function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
