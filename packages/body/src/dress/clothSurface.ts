import { type Neighbours, neighboursOf } from '../shape/neighbours.js';
import { updateNormals } from '../shape/poseShape.js';

/** Taubin's low-pass filter that keeps the volume ("A signal processing approach to fair surface design", 1995). */
const SHRINK = 0.5;
const GROW = -0.53;
const SMOOTH_ROUNDS = 8;
const BRIDGE_ROUNDS = 40;

/** Vertices under cloth, their neighbours, and how far cloth smooths them. Built once per topology. */
export interface ClothPlan extends Neighbours {
  readonly triangles: Uint32Array;
  /** 0 at the edge of the clothes, 1 inside. One per entry of vertices. */
  readonly amounts: Float64Array;
}

/** @param amounts share x 255 for each vertex of the body */
export function buildClothPlan(triangles: Uint32Array, amounts: Uint8Array): ClothPlan {
  const found = neighboursOf(triangles, (vertex) => amounts[vertex] > 0);
  return { triangles, ...found, amounts: Float64Array.from(found.vertices, (vertex) => amounts[vertex] / 255) };
}

/** Smooths the skin under cloth in place, and then moves its hollows outwards as cloth spans them. */
export function spanCloth(plan: ClothPlan, positions: Float64Array): void {
  const moves = new Float64Array(plan.vertices.length * 3);
  for (let round = 0; round < SMOOTH_ROUNDS; round++) {
    for (const strength of [SHRINK, GROW]) {
      findMoves(plan, positions, strength, moves);
      plan.vertices.forEach((vertex, i) => {
        for (let k = 0; k < 3; k++) positions[vertex * 3 + k] += moves[i * 3 + k];
      });
    }
  }
  const normals = new Float64Array(positions.length);
  for (let round = 0; round < BRIDGE_ROUNDS; round++) {
    updateNormals(plan.triangles, positions, normals);
    findMoves(plan, positions, 0.5, moves);
    plan.vertices.forEach((vertex, i) => {
      const [p, m] = [vertex * 3, i * 3];
      const outward = moves[m] * normals[p] + moves[m + 1] * normals[p + 1] + moves[m + 2] * normals[p + 2];
      if (outward > 0) for (let k = 0; k < 3; k++) positions[p + k] += outward * normals[p + k];
    });
  }
}

/** Moves of all vertices towards the mean of their neighbours, from the positions before any of them. */
function findMoves(plan: ClothPlan, positions: Float64Array, strength: number, moves: Float64Array): void {
  const { vertices, amounts, starts, neighbours } = plan;
  for (let i = 0; i < vertices.length; i++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let n = starts[i]; n < starts[i + 1]; n++) {
      const q = neighbours[n] * 3;
      x += positions[q];
      y += positions[q + 1];
      z += positions[q + 2];
    }
    const count = starts[i + 1] - starts[i];
    const p = vertices[i] * 3;
    const amount = strength * amounts[i];
    moves[i * 3] = amount * (x / count - positions[p]);
    moves[i * 3 + 1] = amount * (y / count - positions[p + 1]);
    moves[i * 3 + 2] = amount * (z / count - positions[p + 2]);
  }
}
