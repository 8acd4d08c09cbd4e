import { type BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, type Material } from 'three';

/** Writers of single instances into an InstancedMesh's matrix array (column-major 4 x 4 each). */

/** A thing of one size at a point, axes parallel to the world's. */
export function writePoint(out: Float32Array, instance: number, x: number, y: number, z: number, size: number): void {
  const at = instance * 16;
  out.fill(0, at, at + 16);
  out[at] = out[at + 5] = out[at + 10] = size;
  out[at + 12] = x;
  out[at + 13] = y;
  out[at + 14] = z;
  out[at + 15] = 1;
}

/** A thing of one size at a pose (px py pz qx qy qz qw, starting at `poseAt`). */
export function writePose(
  out: Float32Array,
  instance: number,
  poses: Float64Array,
  poseAt: number,
  size: number,
): void {
  const at = instance * 16;
  const qx = poses[poseAt + 3];
  const qy = poses[poseAt + 4];
  const qz = poses[poseAt + 5];
  const qw = poses[poseAt + 6];
  out[at] = size * (1 - 2 * (qy * qy + qz * qz));
  out[at + 1] = size * 2 * (qx * qy + qw * qz);
  out[at + 2] = size * 2 * (qx * qz - qw * qy);
  out[at + 3] = 0;
  out[at + 4] = size * 2 * (qx * qy - qw * qz);
  out[at + 5] = size * (1 - 2 * (qx * qx + qz * qz));
  out[at + 6] = size * 2 * (qy * qz + qw * qx);
  out[at + 7] = 0;
  out[at + 8] = size * 2 * (qx * qz + qw * qy);
  out[at + 9] = size * 2 * (qy * qz - qw * qx);
  out[at + 10] = size * (1 - 2 * (qx * qx + qy * qy));
  out[at + 11] = 0;
  out[at + 12] = poses[poseAt];
  out[at + 13] = poses[poseAt + 1];
  out[at + 14] = poses[poseAt + 2];
  out[at + 15] = 1;
}

/**
 * A unit-long thing along +Y, laid from one point of a flat position array to another and `thickness` wide. A segment
 * without length is hidden: it has no direction.
 */
export function writeSegment(
  out: Float32Array,
  instance: number,
  positions: Float64Array,
  fromAt: number,
  toAt: number,
  thickness: number,
): void {
  const x = positions[toAt] - positions[fromAt];
  const y = positions[toAt + 1] - positions[fromAt + 1];
  const z = positions[toAt + 2] - positions[fromAt + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 1e-6)) {
    hideInstance(out, instance);
    return;
  }
  const ux = x / length;
  const uy = y / length;
  const uz = z / length;
  // Any axis across will do for a round thing: a world axis that is well away from the segment fixes it.
  const useX = Math.abs(ux) < 0.9;
  let sx = useX ? 0 : -uz;
  let sy = useX ? uz : 0;
  let sz = useX ? -uy : ux;
  const across = Math.sqrt(sx * sx + sy * sy + sz * sz);
  sx /= across;
  sy /= across;
  sz /= across;
  const at = instance * 16;
  out[at] = sx * thickness;
  out[at + 1] = sy * thickness;
  out[at + 2] = sz * thickness;
  out[at + 3] = 0;
  out[at + 4] = x;
  out[at + 5] = y;
  out[at + 6] = z;
  out[at + 7] = 0;
  out[at + 8] = (sy * uz - sz * uy) * thickness;
  out[at + 9] = (sz * ux - sx * uz) * thickness;
  out[at + 10] = (sx * uy - sy * ux) * thickness;
  out[at + 11] = 0;
  out[at + 12] = positions[fromAt];
  out[at + 13] = positions[fromAt + 1];
  out[at + 14] = positions[fromAt + 2];
  out[at + 15] = 1;
}

/** An instance of no size draws nothing. */
export function hideInstance(out: Float32Array, instance: number): void {
  out.fill(0, instance * 16, instance * 16 + 16);
  out[instance * 16 + 15] = 1;
}

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
