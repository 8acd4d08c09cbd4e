import type { BodySurface } from '../bodySurface.js';

/** Tests only: an upright ellipsoid on the floor, closed, of any number of rings, with a nose to tell its front. */
export function ellipsoidFigure(
  width: number,
  height: number,
  depth: number,
  ringCount = 24,
  aroundCount = 32,
): BodySurface {
  const positions: number[] = [0, 0, 0];
  for (let ring = 1; ring < ringCount; ring++) {
    const latitude = (ring / ringCount - 0.5) * Math.PI;
    for (let k = 0; k < aroundCount; k++) {
      const around = (2 * Math.PI * k) / aroundCount;
      positions.push(
        (width / 2) * Math.cos(latitude) * Math.sin(around),
        (height / 2) * (1 + Math.sin(latitude)),
        (depth / 2) * Math.cos(latitude) * Math.cos(around),
      );
    }
  }
  positions.push(0, height, 0);
  const at = (ring: number, k: number) => 1 + (ring - 1) * aroundCount + (k % aroundCount);
  const top = positions.length / 3 - 1;
  const triangles: number[] = [];
  for (let k = 0; k < aroundCount; k++) {
    triangles.push(0, at(1, k + 1), at(1, k), top, at(ringCount - 1, k), at(ringCount - 1, k + 1));
    for (let ring = 1; ring < ringCount - 1; ring++) {
      triangles.push(at(ring, k), at(ring, k + 1), at(ring + 1, k + 1));
      triangles.push(at(ring, k), at(ring + 1, k + 1), at(ring + 1, k));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Index of the vertex of a figure in the middle of its front, and of its lowest and highest. */
export function figureLandmarks(ringCount = 24, aroundCount = 32) {
  const middle = 1 + (ringCount / 2 - 1) * aroundCount;
  return {
    BellyButton: middle,
    BackBellyButton: middle + aroundCount / 2,
    HipLeft: middle + aroundCount / 4,
    HipRight: middle + (3 * aroundCount) / 4,
    HeelLeft: 0,
    HeadTop: 1 + (ringCount - 1) * aroundCount,
  };
}
