import { seededRandom } from '@leib/core/testing';
import type { Mesh } from './mesh.js';

/** Tests only: an uneven closed ball, so that no two vertices and no two axes are alike. */
export function bumpyBall(seed: number, ringCount = 8, aroundCount = 12): Mesh {
  const random = seededRandom(seed);
  const positions: number[] = [];
  const triangles: number[] = [];
  const push = (latitude: number, around: number) => {
    const radius = 0.8 + 0.4 * random();
    const across = Math.cos(latitude) * radius;
    positions.push(across * Math.cos(around), 1.5 * Math.sin(latitude) * radius, 0.7 * across * Math.sin(around));
  };
  push(-Math.PI / 2, 0);
  for (let ring = 1; ring < ringCount; ring++) {
    for (let k = 0; k < aroundCount; k++) push((ring / ringCount - 0.5) * Math.PI, (-2 * Math.PI * k) / aroundCount);
  }
  push(Math.PI / 2, 0);
  const at = (ring: number, k: number) => 1 + (ring - 1) * aroundCount + (k % aroundCount);
  const top = positions.length / 3 - 1;
  for (let k = 0; k < aroundCount; k++) {
    triangles.push(0, at(1, k + 1), at(1, k));
    triangles.push(top, at(ringCount - 1, k), at(ringCount - 1, k + 1));
    for (let ring = 1; ring < ringCount - 1; ring++) {
      triangles.push(at(ring, k), at(ring, k + 1), at(ring + 1, k + 1));
      triangles.push(at(ring, k), at(ring + 1, k + 1), at(ring + 1, k));
    }
  }
  return {
    name: 'ball',
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from(triangles),
    groups: [],
  };
}
