import type { HumanoidBone } from '@leib/core';
import {
  createMinHeap,
  distanceToLine,
  isInsideGrid,
  type labelCells,
  popHeap,
  pushHeap,
  type SolidGrid,
} from '@leib/formats/volume';
import { listRigPoints, presentParent, type RigPoint, type RigPoints } from './rigPoints.js';
import type { SurfaceGraph } from './surfaceGraph.js';

type CellLabels = ReturnType<typeof labelCells>;

/** The bone that each place of a surface belongs to. */
export interface Segmentation {
  /** Index of the bone. placeCount. */
  readonly bones: Int16Array;
  /** Distance to it, metres. */
  readonly distances: Float64Array;
}

/**
 * Cuts a surface into segments. The way through the volume says which limb a place belongs to; within the limb the cut
 * runs through the joint, half way between its two bones, as the planes of the paper's method do. Thin parts without an
 * inside continue the surface that they grow from, and loose ones (glasses, buttons) take the nearest bone.
 */
export function segmentSurface(
  graph: SurfaceGraph,
  grid: SolidGrid,
  labels: CellLabels,
  pieces: BonePieces,
): Segmentation {
  const { placeCount, positions } = graph;
  const nearest = new Int16Array(placeCount).fill(-1);
  const ways = new Float64Array(placeCount).fill(Infinity);
  for (let place = 0; place < placeCount; place++) {
    const cell = innerCell(graph, grid, labels, place);
    if (cell < 0) continue;
    nearest[place] = labels.lines[cell];
    ways[place] = labels.distances[cell];
  }
  growOverSurface(graph, nearest, ways);
  const piecesOf = neighbouringPieces(pieces);
  const bones = new Int16Array(placeCount);
  const distances = new Float64Array(placeCount);
  for (let place = 0; place < placeCount; place++) {
    const [x, y, z] = [positions[place * 3], positions[place * 3 + 1], positions[place * 3 + 2]];
    const all = nearest[place] < 0 ? pieces.pieceBones.keys() : piecesOf[pieces.pieceBones[nearest[place]]];
    const straight = nearest[place] < 0 ? 0 : distanceToLine(pieces.ends, nearest[place], x, y, z);
    let best = nearest[place];
    let bestDistance = best < 0 ? Infinity : Math.max(straight, ways[place]);
    // Only where the way to the bone is straight do plain distances compare with those of its neighbours.
    if (best < 0 || ways[place] <= 1.3 * straight + 3 * grid.cell) {
      if (best >= 0) bestDistance = straight;
      for (const piece of all) {
        const distance = distanceToLine(pieces.ends, piece, x, y, z);
        if (distance >= bestDistance) continue;
        best = piece;
        bestDistance = distance;
      }
    }
    bones[place] = pieces.pieceBones[best];
    distances[place] = bestDistance;
  }
  return { bones, distances };
}

/** The best labelled cell just under the surface at a place; -1 where there is none. */
function innerCell(graph: SurfaceGraph, grid: SolidGrid, labels: CellLabels, place: number): number {
  const { positions, normals } = graph;
  const { origin, cell, counts } = grid;
  const point = positions.subarray(place * 3, place * 3 + 3);
  const normal = normals.subarray(place * 3, place * 3 + 3);
  const [ci, cj, ck] = [0, 1, 2].map((k) => Math.floor((point[k] - origin[k]) / cell));
  let best = -1;
  let bestWay = Infinity;
  for (let k = Math.max(ck - 1, 0); k <= Math.min(ck + 1, counts[2] - 1); k++) {
    for (let j = Math.max(cj - 1, 0); j <= Math.min(cj + 1, counts[1] - 1); j++) {
      for (let i = Math.max(ci - 1, 0); i <= Math.min(ci + 1, counts[0] - 1); i++) {
        const index = (k * counts[1] + j) * counts[0] + i;
        if (labels.lines[index] < 0) continue;
        const dx = origin[0] + (i + 0.5) * cell - point[0];
        const dy = origin[1] + (j + 0.5) * cell - point[1];
        const dz = origin[2] + (k + 0.5) * cell - point[2];
        if (dx * normal[0] + dy * normal[1] + dz * normal[2] > 0) continue; // on the outer side: another limb
        const way = labels.distances[index] + Math.hypot(dx, dy, dz);
        if (way >= bestWay) continue;
        best = index;
        bestWay = way;
      }
    }
  }
  return best;
}

/** Places without a label take it from their neighbours, along the shortest way over the surface. */
function growOverSurface(graph: SurfaceGraph, nearest: Int16Array, ways: Float64Array): void {
  const { starts, neighbours, positions, placeCount } = graph;
  const heap = createMinHeap(1024);
  const isGiven = nearest.map((piece) => (piece >= 0 ? 1 : 0));
  for (let place = 0; place < placeCount; place++) if (isGiven[place]) pushHeap(heap, ways[place], place);
  while (heap.size > 0) {
    const way = heap.keys[0];
    const place = popHeap(heap);
    if (way > ways[place]) continue;
    for (let n = starts[place]; n < starts[place + 1]; n++) {
      const next = neighbours[n];
      if (isGiven[next]) continue;
      const [a, b] = [place * 3, next * 3];
      const edge = Math.hypot(
        positions[a] - positions[b],
        positions[a + 1] - positions[b + 1],
        positions[a + 2] - positions[b + 2],
      );
      if (way + edge >= ways[next]) continue;
      ways[next] = way + edge;
      nearest[next] = nearest[place];
      pushHeap(heap, ways[next], next);
    }
  }
}

/** Pieces of each bone, its parent and its children. */
function neighbouringPieces({ bones, parents, pieceBones }: BonePieces): number[][] {
  return bones.map((_, bone) =>
    [...pieceBones.keys()].filter((piece) => {
      const other = pieceBones[piece];
      return other === bone || parents[bone] === other || parents[other] === bone;
    }),
  );
}

/** Bones as lines: from a bone's joint to each joint that hangs on it, or to the end of the limb. */
export interface BonePieces {
  readonly bones: readonly HumanoidBone[];
  /** Index of each bone's parent; -1 for the hips. */
  readonly parents: Int16Array;
  /** Joints. boneCount x 3. */
  readonly joints: Float64Array;
  /** Bone of each piece, and its two ends. pieceCount, pieceCount x 6. */
  readonly pieceBones: Int16Array;
  readonly ends: Float64Array;
}

/** Builds the pieces of a complete set of points. */
export function buildBonePieces(points: RigPoints, grid: SolidGrid): BonePieces {
  const listed = listRigPoints(points);
  const bones = listed.map(([bone]) => bone);
  const parents = Int16Array.from(bones, (bone) => {
    const parent = presentParent(points, bone);
    return parent === null ? -1 : bones.indexOf(parent);
  });
  const pieceBones: number[] = [];
  const ends: number[] = [];
  listed.forEach(([bone, point], b) => {
    const children = listed.filter((_, child) => parents[child] === b);
    const tips = children.length > 0 ? children.map(([, tip]) => tip) : [limbTip(points, bone, point, grid)];
    for (const tip of tips) {
      pieceBones.push(b);
      ends.push(...point, ...tip);
    }
  });
  return {
    bones,
    parents,
    joints: Float64Array.from(listed.flatMap(([, point]) => point)),
    pieceBones: Int16Array.from(pieceBones),
    ends: Float64Array.from(ends),
  };
}

/** Where the last bone of a limb ends: as far along its way as the mesh reaches. */
function limbTip(points: RigPoints, bone: HumanoidBone, start: RigPoint, grid: SolidGrid): RigPoint {
  const way = tipWay(points, bone, start);
  const length = Math.hypot(...way);
  const { cell } = grid;
  const at = (distance: number) =>
    start.map((value, k) => value + (way[k] / length) * distance) as [number, number, number];
  let reach = 0;
  for (let step = cell / 2, out = 0; step < length && out < 4; step += cell / 2) {
    if (isInsideGrid(grid, at(step))) {
      reach = step;
      out = 0;
    } else out++;
  }
  // The skin ends a little after the bone does.
  return at(Math.max(reach - 2 * cell, cell));
}

/** Direction of a last bone; its length is the farthest that it may reach. */
function tipWay(points: RigPoints, bone: HumanoidBone, start: RigPoint): [number, number, number] {
  const parent = presentParent(points, bone);
  const from = parent === null ? start : (points[parent] as RigPoint);
  const along = start.map((value, k) => value - from[k]) as [number, number, number];
  const length = Math.hypot(...along) || 1;
  if (bone === 'head' || bone === 'neck') return [0, 3 * length, 0];
  if (bone.endsWith('Foot')) return [0, -0.35 * length, 0.8 * length];
  if (bone.endsWith('Toes')) return [along[0], 0, Math.max(along[2], 0.5 * length)];
  return bone.endsWith('Hand') ? along : scaled(along, 1.5);
}

function scaled(v: readonly number[], factor: number): [number, number, number] {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}
