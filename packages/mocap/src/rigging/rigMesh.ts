import type { HumanoidBone } from '@leib/core';
import { buildSolidGrid, labelCells } from '@leib/formats/volume';
import { checkRigPoints, completeRigPoints } from './checkRigPoints.js';
import { solveHeatWeights } from './heatWeights.js';
import { RigError, type RigPoints, type RigSurface } from './rigPoints.js';
import { buildBonePieces, segmentSurface } from './segmentSurface.js';
import { buildSurfaceGraph } from './surfaceGraph.js';

/** A mesh with a skeleton. Space and unit are those of the surface: metres, +Y up, facing +Z. */
export interface MeshRig {
  readonly bones: readonly HumanoidBone[];
  /** parents[i] < i, or -1 for the hips. */
  readonly parents: Int16Array;
  /** Joints in the mesh's own pose. boneCount x 3. */
  readonly joints: Float64Array;
  /** Bones whose joint was worked out from the others. */
  readonly derived: readonly HumanoidBone[];
  /** Bone that each vertex belongs to. vertexCount. */
  readonly segments: Uint8Array;
  /** Four bones and weights per vertex; weights sum to 1. vertexCount x 4. */
  readonly skinBones: Uint8Array;
  readonly skinWeights: Float32Array;
  /** What is odd about the points, one sentence each. */
  readonly warnings: readonly string[];
}

export interface RigMeshOptions {
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Gives a mesh a skeleton and skin weights. The mesh's pose becomes the bind pose; arms may hang. Points that are missing
 * beyond the required ones are worked out. Throws RigError, one sentence, where points cannot be used.
 */
export function rigMesh(surface: RigSurface, points: RigPoints, { onProgress }: RigMeshOptions = {}): MeshRig {
  const grid = buildSolidGrid(surface);
  onProgress?.(0.15);
  const findings = checkRigPoints(surface, grid, points);
  const wrong = findings.find(({ severity }) => severity === 'error');
  if (wrong) throw new RigError(wrong.message);
  const { points: complete, derived } = completeRigPoints(surface, points);
  const pieces = buildBonePieces(complete, grid);
  const labels = labelCells(grid, pieces.ends);
  onProgress?.(0.35);
  const graph = buildSurfaceGraph(surface);
  const segmentation = segmentSurface(graph, grid, labels, pieces);
  onProgress?.(0.5);
  const weights = solveHeatWeights(graph, segmentation, pieces, (share) => onProgress?.(0.5 + 0.5 * share));
  const vertexCount = surface.positions.length / 3;
  const skinBones = new Uint8Array(vertexCount * 4);
  const skinWeights = new Float32Array(vertexCount * 4);
  const segments = new Uint8Array(vertexCount);
  graph.placeOf.forEach((place, vertex) => {
    segments[vertex] = segmentation.bones[place];
    skinBones.set(weights.bones.subarray(place * 4, place * 4 + 4), vertex * 4);
    skinWeights.set(weights.weights.subarray(place * 4, place * 4 + 4), vertex * 4);
  });
  return {
    bones: pieces.bones,
    parents: pieces.parents,
    joints: pieces.joints,
    derived,
    segments,
    skinBones,
    skinWeights,
    warnings: findings.map(({ message }) => message),
  };
}
