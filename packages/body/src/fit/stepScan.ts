import { updateNormals } from '../shape/poseShape.js';
import { biweight } from './biweight.js';
import { type FitPose, updateFitPose } from './fitPose.js';
import { addObservation, beginFitSystem, type FitSystem, stepFitSystem } from './fitSystem.js';
import type { ScanPoints } from './scanPoints.js';
import { simulateNoise } from './simulateNoise.js';
import { buildSurfaceSearch, createSurfacePlace, findOnSurface, type VertexTriangles } from './surfaceSearch.js';

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
