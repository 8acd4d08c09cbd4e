import type { BodyLandmarks } from '../measure/bodyLandmarks.js';
import type { BodyModel } from '../shape/bodyModel.js';

/** The vertices that smoothMannequin() smooths, and their neighbours. Built once per topology. */
export interface Mannequin extends Neighbours {
  /** Strength of the smoothing, 0 to 1. One per entry of vertices. */
  readonly amounts: Float64Array;
}

/** Radius of the smoothed regions, metres; the strength falls to 0 at the edge. */
const RADIUS = 0.04;
const ROUNDS = 60;

/**
 * Bodies that are shown, saved as avatars or worn are smoothed at the chest, as if clothed. Bodies that are measured or
 * compared are not.
 */
export function buildMannequin(model: BodyModel, landmarks: BodyLandmarks): Mannequin {
  const { meanPositions: p, triangles, vertexCount } = model;
  const amountOf = (vertex: number) => {
    const distances = landmarks.nipples.map((place) =>
      Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (p[vertex * 3 + k] - p[place * 3 + k]) ** 2, 0)),
    );
    const share = 1 - Math.min(...distances) / RADIUS;
    return Math.min(1, Math.max(0, 2 * share));
  };
  const amounts = Float64Array.from({ length: vertexCount }, (_, vertex) => amountOf(vertex));
  const found = neighboursOf(triangles, (vertex) => amounts[vertex] > 0);
  return { ...found, amounts: Float64Array.from(found.vertices, (vertex) => amounts[vertex]) };
}

/** Smooths the regions of a surface in place: each vertex moves towards the mean of its neighbours. */
export function smoothMannequin({ vertices, amounts, starts, neighbours }: Mannequin, positions: Float64Array): void {
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < vertices.length; i++) {
      const p = vertices[i] * 3;
      const count = starts[i + 1] - starts[i];
      let x = 0;
      let y = 0;
      let z = 0;
      for (let n = starts[i]; n < starts[i + 1]; n++) {
        const q = neighbours[n] * 3;
        x += positions[q];
        y += positions[q + 1];
        z += positions[q + 2];
      }
      positions[p] += amounts[i] * (x / count - positions[p]);
      positions[p + 1] += amounts[i] * (y / count - positions[p + 1]);
      positions[p + 2] += amounts[i] * (z / count - positions[p + 2]);
    }
  }
}

/** Some vertices of a surface, each with the vertices that it shares an edge with. */
export interface Neighbours {
  readonly vertices: Uint32Array;
  /** Neighbours of vertices[i] are starts[i] .. starts[i + 1] - 1. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
}

/** Neighbours of the wanted vertices, in the order in which the triangles name them. */
export function neighboursOf(triangles: Uint32Array, isWanted: (vertex: number) => boolean): Neighbours {
  const around = new Map<number, Set<number>>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[at + corner];
      if (!isWanted(vertex)) continue;
      const known = around.get(vertex) ?? new Set();
      around.set(vertex, known.add(triangles[at + ((corner + 1) % 3)]).add(triangles[at + ((corner + 2) % 3)]));
    }
  }
  const vertices = Uint32Array.from(around.keys());
  const starts = new Uint32Array(vertices.length + 1);
  const neighbours: number[] = [];
  vertices.forEach((vertex, i) => {
    neighbours.push(...(around.get(vertex) ?? []));
    starts[i + 1] = neighbours.length;
  });
  return { vertices, starts, neighbours: Uint32Array.from(neighbours) };
}
