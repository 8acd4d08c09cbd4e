import { forEachWithin, nextRandom } from '@leib/core';
import { updateNormals } from '../shape/poseShape.js';
import { type FitPose, updateFitPose } from './fitPose.js';
import { addObservation, beginFitSystem, type FitSystem, stepFitSystem } from './fitSystem.js';
import { type ScanPoints, triangleArea, vertexAreas } from './scanPoints.js';
import {
  buildSurfaceSearch,
  createSurfacePlace,
  findOnSurface,
  type SurfaceSearch,
  type VertexTriangles,
} from './surfaceSearch.js';

/** Smallest assumed error of a scan, metres; without it a perfect scan would outweigh every prior. */
const finestScale = 0.0003;

/** Settings and working data of one step. */
export interface ScanStep {
  readonly around: VertexTriangles;
  readonly trust: Float64Array;
  /** Points farther from the body than this are ignored, metres. */
  readonly reach: number;
  /** Number of betas to fit, from the first; default all. */
  readonly activeBetas?: number;
  /** Summed residual that noise alone causes at each vertex; subtracted, and updated where simulations > 0. */
  readonly noisePull?: Float64Array;
  readonly simulations?: number;
}

/** One step: finds the nearest place on the body for every point of the scan, and moves the body towards the points. */
export function stepScan(
  system: FitSystem,
  pose: FitPose,
  { points, normals }: ScanPoints,
  { around, trust, reach, activeBetas, noisePull, simulations = 0 }: ScanStep,
): { step: number; misfit: number } {
  const { model } = system;
  updateFitPose(model, pose);
  const bodyNormals = new Float64Array(pose.positions.length);
  updateNormals(model.triangles, pose.positions, bodyNormals);
  const search = buildSurfaceSearch(pose.positions, model.triangles, around);
  const count = points.length / 3;
  const vertices = new Int32Array(count).fill(-1);
  const residuals = new Float64Array(count);
  const sizes = new Float64Array(count);
  const place = createSurfacePlace();
  for (let i = 0; i < count; i++) {
    const x = points[i * 3];
    const y = points[i * 3 + 1];
    const z = points[i * 3 + 2];
    findOnSurface(search, x, y, z, place);
    const v = place.vertex * 3;
    const nx = bodyNormals[v];
    const ny = bodyNormals[v + 1];
    const nz = bodyNormals[v + 2];
    const facing = nx * normals[i * 3] + ny * normals[i * 3 + 1] + nz * normals[i * 3 + 2];
    const distance = Math.sqrt(place.distanceSq);
    // Points out of reach count for the misfit only. Opposite normals mean the wrong side of a hand; once the body
    // nearly fits, distance is more reliable than the normals of a noisy scan.
    sizes[i] = Math.min(distance, reach);
    if (distance > reach || (noisePull === undefined && facing < -0.2)) continue;
    vertices[i] = place.vertex;
    residuals[i] = nx * (x - place.x) + ny * (y - place.y) + nz * (z - place.z);
  }
  const misfit = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  sizes.sort();
  // For normal noise, 1.4826 medians are one standard deviation.
  const scale = Math.max(finestScale, 1.4826 * sizes[sizes.length >> 1]);
  const weights = new Float64Array(model.vertexCount);
  const sums = new Float64Array(model.vertexCount);
  for (let i = 0; i < count; i++) {
    if (vertices[i] < 0) continue;
    const weight = (biweight(residuals[i], scale) * trust[vertices[i]]) / (scale * scale);
    weights[vertices[i]] += weight;
    sums[vertices[i]] += weight * residuals[i];
  }
  if (noisePull !== undefined) {
    if (simulations > 0) simulateNoise(search, bodyNormals, { vertices, trust, scale, simulations }, noisePull);
    for (let vertex = 0; vertex < sums.length; vertex++) sums[vertex] -= noisePull[vertex];
  }
  beginFitSystem(system, pose);
  for (let vertex = 0; vertex < model.vertexCount; vertex++) {
    if (weights[vertex] === 0) continue;
    const v = vertex * 3;
    const [nx, ny, nz] = [bodyNormals[v], bodyNormals[v + 1], bodyNormals[v + 2]];
    addObservation(system, pose, { vertex, nx, ny, nz, weight: weights[vertex], weightedResidual: sums[vertex] });
  }
  return { step: stepFitSystem(system, pose, activeBetas), misfit };
}

interface NoiseSource {
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
function simulateNoise(
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

/** Random numbers that repeat for the same seed. */
interface SeededNoise {
  /** In [0, 1). */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
}

/** Normal numbers: Box & Muller, "A note on the generation of random normal deviates", 1958. */
export function seededNoise(seed: number): SeededNoise {
  const state = { seed };
  let spare = Number.NaN;
  const uniform = () => nextRandom(state);
  const normal = () => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    const size = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = size * Math.sin(angle);
    return size * Math.cos(angle);
  };
  return { uniform, normal };
}

/** Tukey's biweight of a residual: 1 at 0, 0 from 4.685 standard deviations on. */
function biweight(residual: number, scale: number): number {
  const share = residual / (4.685 * scale);
  return Math.abs(share) >= 1 ? 0 : (1 - share * share) ** 2;
}
