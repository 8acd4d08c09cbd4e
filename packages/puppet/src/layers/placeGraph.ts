import { doubleArea, type PlaceSurface } from '../model/puppetMesh.js';

/** Which places an edge of the surface joins. */
export interface PlaceGraph {
  /** Neighbours of place i are neighbours[first[i]] .. neighbours[first[i + 1] - 1], increasing. placeCount + 1. */
  readonly first: Uint32Array;
  readonly neighbours: Uint32Array;
}

export function buildPlaceGraph({ placeCount, triangles }: Pick<PlaceSurface, 'placeCount' | 'triangles'>): PlaceGraph {
  const starts = new Uint32Array(placeCount + 1);
  for (const place of triangles) starts[place + 1] += 2;
  for (let place = 0; place < placeCount; place++) starts[place + 1] += starts[place];
  const ends = starts.slice(0, placeCount);
  const all = new Uint32Array(starts[placeCount]);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const place = triangles[t + k];
      all[ends[place]++] = triangles[t + ((k + 1) % 3)];
      all[ends[place]++] = triangles[t + ((k + 2) % 3)];
    }
  }
  const first = new Uint32Array(placeCount + 1);
  let length = 0;
  for (let place = 0; place < placeCount; place++) {
    const own = all.subarray(starts[place], starts[place + 1]).sort();
    for (let k = 0; k < own.length; k++) {
      if (k === 0 || own[k] !== own[k - 1]) all[length++] = own[k];
    }
    first[place + 1] = length;
  }
  return { first, neighbours: all.slice(0, length) };
}

/** Surface that belongs to each place at rest: a third of its triangles, square metres. */
export function placeAreas({ placeCount, positions, triangles }: PlaceSurface): Float64Array {
  const areas = new Float64Array(placeCount);
  for (let t = 0; t < triangles.length; t += 3) {
    const area = length(doubleArea(positions, triangles, t)) / 6;
    for (let k = 0; k < 3; k++) areas[triangles[t + k]] += area;
  }
  return areas;
}

/** Unit normals of the places at rest, weighted by area; straight up where no triangle is. placeCount x 3. */
export function placeNormals({ placeCount, positions, triangles }: PlaceSurface): Float64Array {
  const normals = new Float64Array(placeCount * 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [nx, ny, nz] = doubleArea(positions, triangles, t);
    for (let k = t; k < t + 3; k++) {
      const to = triangles[k] * 3;
      normals[to] += nx;
      normals[to + 1] += ny;
      normals[to + 2] += nz;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const size = Math.sqrt(normals[at] ** 2 + normals[at + 1] ** 2 + normals[at + 2] ** 2);
    if (size === 0) normals[at + 1] = 1;
    else for (let axis = 0; axis < 3; axis++) normals[at + axis] /= size;
  }
  return normals;
}

function length([x, y, z]: readonly [number, number, number]): number {
  return Math.sqrt(x * x + y * y + z * z);
}
