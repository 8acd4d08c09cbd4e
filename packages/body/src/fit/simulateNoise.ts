import { forEachWithin } from '@leib/core';
import { biweight } from './biweight.js';
import { seededNoise } from './seededNoise.js';
import { createSurfacePlace, findOnSurface, type SurfaceSearch } from './surfaceSearch.js';
import { triangleArea, vertexAreas } from './vertexAreas.js';

export interface NoiseSource {
  /** Nearest vertex of each point of the scan; -1 for ignored points. */
  readonly vertices: Int32Array;
  readonly trust: Float64Array;
  /** Standard deviation of the noise along each axis, metres. */
  readonly scale: number;
  readonly simulations: number;
}

/** Radius around a vertex for the density of the scan, metres: wider than a finger. */
const densityRadius = 0.025;

/**
 * Sum of the weighted residuals at each vertex that noise alone would cause: random points on the body, as dense as those
 * of the scan, moved by noise.
 */
export function simulateNoise(
  search: SurfaceSearch,
  bodyNormals: Float64Array,
  { vertices, trust, scale, simulations: cloudCount }: NoiseSource,
  out: Float64Array,
): void {
  const { positions: p, corners } = search;
  const densities = scanDensities(search, vertices);
  const { uniform, normal } = seededNoise(vertices.length);
  const place = createSurfacePlace();
  out.fill(0);
  for (let corner = 0; corner < corners.length; corner += 3) {
    const a = corners[corner] * 3;
    const b = corners[corner + 1] * 3;
    const c = corners[corner + 2] * 3;
    const density = (densities[a / 3] + densities[b / 3] + densities[c / 3]) / 3;
    const expected = cloudCount * density * triangleArea(p, a, b, c);
    const count = Math.floor(expected + uniform());
    for (let i = 0; i < count; i++) {
      let sb = uniform();
      let sc = uniform();
      if (sb + sc > 1) {
        sb = 1 - sb;
        sc = 1 - sc;
      }
      const sa = 1 - sb - sc;
      const x = sa * p[a] + sb * p[b] + sc * p[c] + scale * normal();
      const y = sa * p[a + 1] + sb * p[b + 1] + sc * p[c + 1] + scale * normal();
      const z = sa * p[a + 2] + sb * p[b + 2] + sc * p[c + 2] + scale * normal();
      findOnSurface(search, x, y, z, place);
      const v = place.vertex * 3;
      const residual =
        bodyNormals[v] * (x - place.x) + bodyNormals[v + 1] * (y - place.y) + bodyNormals[v + 2] * (z - place.z);
      const weight = (biweight(residual, scale) * trust[place.vertex]) / (scale * scale);
      out[place.vertex] += (weight * residual) / cloudCount;
    }
  }
}

/** Points of the scan per square metre around each vertex. */
function scanDensities({ positions: p, corners, tree }: SurfaceSearch, vertices: Int32Array): Float64Array {
  const counts = new Float64Array(p.length / 3);
  for (const vertex of vertices) if (vertex >= 0) counts[vertex]++;
  const areas = vertexAreas(p, corners);
  return counts.map((_, vertex) => {
    let [count, area] = [0, 0];
    forEachWithin(tree, p[vertex * 3], p[vertex * 3 + 1], p[vertex * 3 + 2], densityRadius, (other) => {
      count += counts[other];
      area += areas[other];
    });
    return count / area;
  });
}
