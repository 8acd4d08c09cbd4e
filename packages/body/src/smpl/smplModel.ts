import type { HumanoidBone } from '@leib/core';

export type SmplKind = 'SMPL' | 'SMPL-H' | 'SMPL-X';

/**
 * A body model of the SMPL family that the user owns, checked and in our units: metres, Y up, facing +Z, in its
 * T-pose. Loper et al., "SMPL: a skinned multi-person linear model", 2015; Romero et al., "Embodied hands", 2017;
 * Pavlakos et al., "Expressive body capture", 2019.
 */
export interface SmplModel {
  readonly kind: SmplKind;
  readonly vertexCount: number;
  readonly jointCount: number;
  readonly betaCount: number;
  /** The mean body. vertexCount x 3. */
  readonly template: Float64Array;
  /** Displacement for one standard deviation of each beta. betaCount x vertexCount x 3. */
  readonly shapeDirections: Float64Array;
  /** Joints as weighted means of vertices: entries jointStarts[j] .. jointStarts[j + 1] - 1 belong to joint j. */
  readonly jointStarts: Uint32Array;
  readonly jointVertices: Uint32Array;
  readonly jointWeights: Float64Array;
  /** parents[i] < i; -1 for the pelvis. */
  readonly parents: Int16Array;
  /** The humanoid bone that starts at each joint; null where VRM has none (SMPL's two hand ends). */
  readonly bones: readonly (HumanoidBone | null)[];
  /** The four strongest joints of each vertex and their weights, which sum to 1. vertexCount x 4. */
  readonly skinJoints: Uint8Array;
  readonly skinWeights: Float32Array;
  /** Three vertices per triangle; empty where the file has no faces. */
  readonly triangles: Uint32Array;
  /**
   * Displacement for each entry of (R - I) of all joints but the pelvis; null where not requested or not in the file.
   * (jointCount - 1) * 9 x vertexCount x 3.
   */
  readonly poseDirections: Float32Array | null;
}
