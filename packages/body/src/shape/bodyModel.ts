import type { HumanoidBone } from '@leib/core';
import type { MeasureName } from '../measure/measureNames.js';

export type BodySex = 'female' | 'male' | 'neutral';

/**
 * Means and covariance of the measures of real people of one sex (ANSUR II, NATICK/TR-15/007), for conditional
 * distributions. Weight enters as its cube root, because volume grows with the cube of lengths.
 */
export interface MeasureStatistics {
  readonly names: readonly MeasureName[];
  /** Metres; for the weight kg^(1/3). One entry per name. */
  readonly means: Float64Array;
  /** Row-major, names x names. */
  readonly covariance: Float64Array;
  /** Lower triangle L, covariance = L L^T. Its first 12 rows map betas to measures: m = mean + L beta. */
  readonly factor: Float64Array;
  /** Number of people measured. */
  readonly personCount: number;
}

/** The shape space in fewer numbers: principal components, each with a standard deviation of 1. */
export interface PcaView {
  readonly count: number;
  /** betas = toBetas x components. betaCount x count, row-major; its columns are orthonormal. */
  readonly toBetas: Float64Array;
  /** Share of each component in the variance of all vertices. */
  readonly explainedVariance: Float64Array;
}

/** Joints as weighted means of skin vertices: entries starts[j] .. starts[j + 1] - 1 belong to joint j. */
export interface JointRegressor {
  readonly starts: Uint32Array;
  readonly vertices: Uint16Array;
  readonly weights: Float32Array;
}

/** How a surface changes with the pose (SMPL's posedirs): a displacement for each entry of R - I of a joint's own rotation. */
export interface PoseCorrections {
  /** Joints that correct the surface, by their numbers in the model, and the first row of each. */
  readonly joints: readonly { readonly joint: number; readonly firstRow: number }[];
  /** Nine rows a joint, R by rows, metres. rows x vertexCount x 3. */
  readonly directions: Float32Array;
}

/**
 * A statistical body: mean surface + betas x modes, T-pose facing +Z, soles near y = 0, hips over the origin, metres.
 * A beta is in units of one standard deviation. The first twelve belong to the measures of take 1, in their order: beta
 * k is the distance of measure k from its expected value given the measures before it, so 0 is the best value for a
 * beta that is not known.
 */
export interface BodyModel {
  readonly sex: BodySex;
  readonly vertexCount: number;
  /** Counter-clockwise from outside. */
  readonly triangles: Uint32Array;
  readonly betaCount: number;
  readonly betaNames: readonly string[];
  /** vertexCount x 3. */
  readonly meanPositions: Float64Array;
  /** Displacement for one standard deviation of each beta, metres. betaCount x vertexCount x 3. */
  readonly modes: Float32Array;
  /** Share of each beta in the variance of all vertices over the fitted people. */
  readonly explainedVariance: Float64Array;
  readonly pcaView: PcaView;
  readonly measureStatistics: MeasureStatistics;
  /** VRM 1.0's 55 bones, parents before children. */
  readonly jointNames: readonly HumanoidBone[];
  readonly parents: Int16Array;
  readonly jointRegressor: JointRegressor;
  /** Four joints per vertex and their weights, which sum to 1. vertexCount x 4. */
  readonly skinJoints: Uint8Array;
  readonly skinWeights: Float32Array;
  /** Absent: the surface depends on the shape alone. */
  readonly poseCorrections?: PoseCorrections;
}

export interface BodySpace {
  readonly female: BodyModel;
  readonly male: BodyModel;
  /** Mean of the two. */
  readonly neutral: BodyModel;
}
