import type { PuppetMesh } from '@leib/puppet';
import { Vector3 } from 'three';

/** Of a mesh at rest, model space. */
export interface MeshBounds {
  readonly centre: Vector3;
  readonly half: Vector3;
  /** Longest side, metres. */
  readonly size: number;
}

const known = new WeakMap<PuppetMesh, MeshBounds>();

export function boundsOf(mesh: PuppetMesh): MeshBounds {
  const found = known.get(mesh) ?? measureBounds(mesh);
  known.set(mesh, found);
  return found;
}

function measureBounds({ positions }: PuppetMesh): MeshBounds {
  const [low, high, point] = [
    new Vector3(Infinity, Infinity, Infinity),
    new Vector3(-Infinity, -Infinity, -Infinity),
    new Vector3(),
  ];
  for (let at = 0; at < positions.length; at += 3) {
    point.fromArray(positions, at);
    low.min(point);
    high.max(point);
  }
  const half = high.clone().sub(low).multiplyScalar(0.5);
  return { centre: low.add(half), half, size: 2 * Math.max(half.x, half.y, half.z) };
}
