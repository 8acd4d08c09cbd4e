import { type BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, type Material } from 'three';
import { hideInstance } from './instanceMatrix.js';

/** Many copies of one shape, all hidden until written, each with a colour of its own. */
export function createInstances(
  name: string,
  geometry: BufferGeometry,
  material: Material,
  count: number,
): InstancedMesh {
  const mesh = new InstancedMesh(geometry, material, count);
  mesh.name = name;
  // Instances go wherever the tracking puts them; bounds of the shape alone would cull them.
  mesh.frustumCulled = false;
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  const white = new Color(1, 1, 1);
  for (let i = 0; i < count; i++) {
    hideInstance(instanceMatrices(mesh), i);
    mesh.setColorAt(i, white);
  }
  return mesh;
}

export function instanceMatrices(mesh: InstancedMesh): Float32Array {
  return mesh.instanceMatrix.array as Float32Array;
}
