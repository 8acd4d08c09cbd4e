import { quat, vec3 } from '@leib/core';
import { randomPoint, randomQuat, seededRandom } from '@leib/core/testing';
import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import { seededNoise } from './stepScan.js';

/** Tests and reports only: simulated scans of bodies of a model. */

export interface ScanSettings {
  /** Standard deviation of every coordinate, metres. */
  readonly noise: number;
  /** Share of the surface that is missing, in round holes. */
  readonly missing: number;
  /** Number of points spread evenly over the surface. Absent: the body's own vertices and triangles. */
  readonly pointCount?: number;
  /** Turns and moves the scan at random. Default true. */
  readonly isTurned?: boolean;
}

export interface SimulatedScan {
  readonly betas: Float64Array;
  readonly truth: ShapedBody;
  readonly scan: BodySurface;
  /** Transforms points of the true body into the scan's space. */
  readonly toScan: (x: number, y: number, z: number) => readonly [number, number, number];
}

export function simulateScan(model: BodyModel, seed: number, settings: ScanSettings): SimulatedScan {
  const random = seededRandom(seed);
  const { normal } = seededNoise(seed);
  const betas = Float64Array.from({ length: model.betaCount }, () => Math.max(-2.5, Math.min(2.5, normal())));
  const truth = createShapedBody(model);
  shapeBody(model, betas, truth);
  const rotation = settings.isTurned === false ? quat.create() : randomQuat(random);
  const shift = settings.isTurned === false ? vec3.create() : randomPoint(random, 2);
  const toScan = (x: number, y: number, z: number) => {
    const point = vec3.transformQuat(new Float64Array(3), [x, y, z], rotation);
    return [point[0] + shift[0], point[1] + shift[1], point[2] + shift[2]] as const;
  };
  const isGone = makeHoles(truth.positions, settings.missing, random);
  const positions: number[] = [];
  const put = (x: number, y: number, z: number) => {
    const { noise } = settings;
    positions.push(...toScan(x + noise * normal(), y + noise * normal(), z + noise * normal()));
  };
  const triangles: number[] = [];
  if (settings.pointCount === undefined) {
    const places = new Int32Array(model.vertexCount).fill(-1);
    for (let vertex = 0; vertex < model.vertexCount; vertex++) {
      if (isGone[vertex]) continue;
      places[vertex] = positions.length / 3;
      put(...at(truth.positions, vertex));
    }
    for (let corner = 0; corner < model.triangles.length; corner += 3) {
      const kept = [0, 1, 2].map((k) => places[model.triangles[corner + k]]);
      if (kept.every((place) => place >= 0)) triangles.push(...kept);
    }
  } else {
    const pick = pickTriangles(truth.positions, model.triangles, isGone);
    for (let point = 0; point < settings.pointCount; point++) {
      const corner = pick(random());
      let [b, c] = [random(), random()];
      if (b + c > 1) [b, c] = [1 - b, 1 - c];
      const [p, q, r] = [0, 1, 2].map((k) => at(truth.positions, model.triangles[corner + k]));
      const mix = (k: 0 | 1 | 2) => (1 - b - c) * p[k] + b * q[k] + c * r[k];
      put(mix(0), mix(1), mix(2));
    }
  }
  return {
    betas,
    truth,
    scan: { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) },
    toScan,
  };
}

function at(positions: Float64Array, vertex: number): readonly [number, number, number] {
  return [positions[vertex * 3], positions[vertex * 3 + 1], positions[vertex * 3 + 2]];
}

function makeHoles(positions: Float64Array, share: number, random: () => number): Uint8Array {
  const count = positions.length / 3;
  const isGone = new Uint8Array(count);
  for (let gone = 0; gone < share * count; ) {
    const [x, y, z] = at(positions, Math.floor(random() * count));
    const radius = 0.03 + 0.05 * random();
    for (let vertex = 0; vertex < count; vertex++) {
      const [vx, vy, vz] = at(positions, vertex);
      if (isGone[vertex] || Math.hypot(vx - x, vy - y, vz - z) > radius) continue;
      isGone[vertex] = 1;
      gone++;
    }
  }
  return isGone;
}

/** Chooses triangles by their area. */
function pickTriangles(p: Float64Array, triangles: Uint32Array, isGone: Uint8Array): (share: number) => number {
  const sums = new Float64Array(triangles.length / 3);
  let total = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(p, triangles[corner + k]));
    const [u, v] = [b, c].map((point) => [point[0] - a[0], point[1] - a[1], point[2] - a[2]]);
    const area = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    total += isGone[triangles[corner]] ? 0 : area;
    sums[corner / 3] = total;
  }
  return (share) => {
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < share * total) low = middle + 1;
      else high = middle;
    }
    return low * 3;
  };
}

/** Mean distance of a fitted surface's vertices from the true ones, metres. */
export function meanVertexError({ truth, toScan }: SimulatedScan, posed: BodySurface): number {
  const count = truth.positions.length / 3;
  let sum = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const [x, y, z] = toScan(...at(truth.positions, vertex));
    const [px, py, pz] = at(posed.positions, vertex);
    sum += Math.hypot(px - x, py - y, pz - z) / count;
  }
  return sum;
}
