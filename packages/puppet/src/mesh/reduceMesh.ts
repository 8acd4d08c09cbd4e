import { buildKdTree, closestOnTriangle, createClosestPoint, nearestInTree } from '@leib/core';
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { inverseLength, type MeshDetail, type PuppetMesh } from '../model/puppetMesh.js';

const NONE = 0xffffffff;

/**
 * The same surface on at most about `mostPlaces` places: a coarse one is bound, moved and simulated, and the file's
 * vertices ride on it (`detail`). The coarse places are places of the fine mesh. A mesh with fewer comes back as it is.
 */
export async function reduceMesh(mesh: PuppetMesh, mostPlaces: number): Promise<PuppetMesh> {
  if (mesh.placeCount <= mostPlaces) return mesh;
  await MeshoptSimplifier.ready;
  const triangles = simplify(mesh, mostPlaces);
  const [remap, placeCount] = MeshoptSimplifier.compactMesh(triangles);
  // The map ends with the last place that is kept.
  const coarseOf = new Uint32Array(mesh.placeCount).fill(NONE);
  coarseOf.set(remap);
  const positions = new Float64Array(placeCount * 3);
  for (let place = 0; place < remap.length; place++) {
    if (remap[place] === NONE) continue;
    for (let k = 0; k < 3; k++) positions[remap[place] * 3 + k] = mesh.positions[place * 3 + k];
  }
  const nearest = spreadAlongEdges(mesh, coarseOf, positions);
  const detail = carry(mesh, nearest, positions, triangles);
  const placeOf = mesh.placeOf.map((place) => nearest[place]);
  return { ...mesh, placeOf, placeCount, positions, triangles, detail };
}

/** Triangles of a coarser surface, by the numbers of the fine places. */
function simplify({ positions, triangles, placeCount }: PuppetMesh, mostPlaces: number): Uint32Array {
  const floats = new Float32Array(positions);
  let corners = triangles;
  // Closed surfaces have two triangles for each vertex, open and small ones fewer: the target is found in a few rounds.
  let target = mostPlaces * 6;
  for (let round = 0; round < 4; round++) {
    [corners] = MeshoptSimplifier.simplify(corners, floats, 3, evenThirds(target, corners), 1, ['Prune']);
    const used = countUsed(corners, placeCount);
    if (used <= mostPlaces && corners.length > 0) return corners;
    target = corners.length * (mostPlaces / Math.max(used, 1)) * 0.9;
  }
  // Many loose pieces cannot be made coarse one by one: cells of space are merged, across gaps too.
  for (let share = 1; share > 0.01; share *= 0.6) {
    [corners] = MeshoptSimplifier.simplifySloppy(
      triangles,
      floats,
      3,
      null,
      evenThirds(mostPlaces * 6 * share, triangles),
      1,
    );
    if (corners.length > 0 && countUsed(corners, placeCount) <= mostPlaces) break;
  }
  return corners.length > 0 ? corners : triangles;
}

/** Corners of whole triangles, not more than there are. */
function evenThirds(count: number, corners: Uint32Array): number {
  return Math.min(Math.max(3, Math.floor(count / 3) * 3), corners.length);
}

function countUsed(corners: Uint32Array, placeCount: number): number {
  const isUsed = new Uint8Array(placeCount);
  let count = 0;
  for (const place of corners) {
    if (isUsed[place] === 0) count++;
    isUsed[place] = 1;
  }
  return count;
}

/**
 * The coarse place of each fine one: the nearest along the edges, so that an upper lip does not ride on the lower one.
 * Pieces without a coarse place take the nearest through the air.
 */
function spreadAlongEdges(mesh: PuppetMesh, coarseOf: Uint32Array, coarsePositions: Float64Array): Uint32Array {
  const { placeCount, positions, triangles } = mesh;
  const { starts, corners } = neighboursOf(triangles, placeCount);
  const nearest = coarseOf.slice();
  const reached = new Uint32Array(placeCount);
  let count = 0;
  for (let place = 0; place < placeCount; place++) if (nearest[place] !== NONE) reached[count++] = place;
  for (let i = 0; i < count; i++) {
    const place = reached[i];
    for (let at = starts[place]; at < starts[place + 1]; at++) {
      const other = corners[at];
      if (nearest[other] !== NONE) continue;
      nearest[other] = nearest[place];
      reached[count++] = other;
    }
  }
  const tree = buildKdTree(coarsePositions);
  for (let place = 0; place < placeCount; place++) {
    if (nearest[place] !== NONE) continue;
    nearest[place] = nearestInTree(tree, positions[place * 3], positions[place * 3 + 1], positions[place * 3 + 2]);
  }
  return nearest;
}

interface Around {
  /** Where the entries of each place begin in `corners`; one more at the end. */
  readonly starts: Uint32Array;
  readonly corners: Uint32Array;
}

/** The other two corners of each triangle around each place. */
function neighboursOf(triangles: Uint32Array, placeCount: number): Around {
  const starts = new Uint32Array(placeCount + 1);
  for (const place of triangles) starts[place + 1] += 2;
  for (let place = 0; place < placeCount; place++) starts[place + 1] += starts[place];
  const fill = starts.slice(0, placeCount);
  const corners = new Uint32Array(triangles.length * 2);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const place = triangles[t + k];
      corners[fill[place]++] = triangles[t + ((k + 1) % 3)];
      corners[fill[place]++] = triangles[t + ((k + 2) % 3)];
    }
  }
  return { starts, corners };
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Puts every vertex on the nearest of the triangles around its coarse place. */
function carry(
  { placeOf, vertexPositions: v }: PuppetMesh,
  nearest: Uint32Array,
  coarse: Float64Array,
  triangles: Uint32Array,
): MeshDetail {
  const vertexCount = placeOf.length;
  const { starts, corners } = neighboursOf(triangles, coarse.length / 3);
  const carriers = new Uint32Array(vertexCount * 3);
  const shares = new Float32Array(vertexCount * 3);
  const offsets = new Float32Array(vertexCount * 3);
  const trial = createClosestPoint();
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const at = vertex * 3;
    const a = nearest[placeOf[vertex]];
    const point = { x: v[at], y: v[at + 1], z: v[at + 2] };
    let least = Number.POSITIVE_INFINITY;
    for (let entry = starts[a]; entry < starts[a + 1]; entry += 2) {
      closestOnTriangle(coarse, a * 3, corners[entry] * 3, corners[entry + 1] * 3, point, trial);
      if (trial.distanceSq >= least) continue;
      least = trial.distanceSq;
      carriers[at] = a;
      carriers[at + 1] = corners[entry];
      carriers[at + 2] = corners[entry + 1];
      shares[at] = trial.a;
      shares[at + 1] = trial.b;
      shares[at + 2] = trial.c;
    }
    writeOffset(coarse, { carriers, shares, offsets }, at, point);
  }
  return { carriers, shares, offsets };
}

/** From the point of the shares to the vertex: along the first edge, across it, along the normal. */
function writeOffset(p: Float64Array, { carriers, shares, offsets }: MeshDetail, at: number, { x, y, z }: Point): void {
  const a = carriers[at] * 3;
  const b = carriers[at + 1] * 3;
  const c = carriers[at + 2] * 3;
  let ux = p[b] - p[a];
  let uy = p[b + 1] - p[a + 1];
  let uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const edge = inverseLength(ux, uy, uz);
  ux *= edge;
  uy *= edge;
  uz *= edge;
  const normal = inverseLength(nx, ny, nz);
  nx *= normal;
  ny *= normal;
  nz *= normal;
  const dx = x - (shares[at] * p[a] + shares[at + 1] * p[b] + shares[at + 2] * p[c]);
  const dy = y - (shares[at] * p[a + 1] + shares[at + 1] * p[b + 1] + shares[at + 2] * p[c + 1]);
  const dz = z - (shares[at] * p[a + 2] + shares[at + 1] * p[b + 2] + shares[at + 2] * p[c + 2]);
  offsets[at] = dx * ux + dy * uy + dz * uz;
  offsets[at + 1] = dx * (ny * uz - nz * uy) + dy * (nz * ux - nx * uz) + dz * (nx * uy - ny * ux);
  offsets[at + 2] = dx * nx + dy * ny + dz * nz;
}
