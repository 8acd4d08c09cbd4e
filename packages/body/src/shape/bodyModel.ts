import type { HumanoidBone } from '@leib/core';
import type { MeasureName } from '../measure/measureNames.js';

export type BodySex = 'female' | 'male' | 'neutral';

/**
 * How the measures of real people vary together (ANSUR II, NATICK/TR-15/007, of one sex): what conditional
 * distributions are made of. Weight enters as its cube root, because volume goes with the cube of lengths.
 */
export interface MeasureStatistics {
  readonly names: readonly MeasureName[];
  /** Metres; for the weight kg^(1/3). One entry a name. */
  readonly means: Float64Array;
  /** Row-major, names x names. */
  readonly covariance: Float64Array;
  /** Lower triangle L, covariance = L L^T. Its first 12 rows take betas to measures: m = mean + L beta. */
  readonly factor: Float64Array;
  /** People behind it. */
  readonly personCount: number;
}

/** A view of the same space through fewer numbers: principal components, each with a standard deviation of 1. */
export interface PcaView {
  readonly count: number;
  /** betas = toBetas x components. betaCount x count, row-major; its columns are orthonormal. */
  readonly toBetas: Float64Array;
  /** Part of the variance of all vertices that each component explains. */
  readonly explainedVariance: Float64Array;
}

/** Joints as weighted means of skin vertices: those of joint j are starts[j] .. starts[j + 1] - 1. */
export interface JointRegressor {
  readonly starts: Uint32Array;
  readonly vertices: Uint16Array;
  readonly weights: Float32Array;
}

/**
 * A statistical body: mean surface + betas x modes, T-pose facing +Z, soles near y = 0, hips over the origin, metres.
 * A beta is in units of one standard deviation. The first twelve go with the measures of take 1 in their order: beta k
 * is how far measure k lies from what the measures before it let expect, so betas that are not given are best left 0.
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
  /** One block of vertexCount x 3 for each beta. */
  readonly modes: Float32Array;
  /** Part of the variance of all vertices of the people fitted that each beta explains. */
  readonly explainedVariance: Float64Array;
  readonly pcaView: PcaView;
  readonly measureStatistics: MeasureStatistics;
  /** VRM 1.0's 55 bones, parents before children. */
  readonly jointNames: readonly HumanoidBone[];
  readonly parents: Int16Array;
  readonly jointRegressor: JointRegressor;
  /** Four joints a vertex and their shares, which sum to 1. vertexCount x 4. */
  readonly skinJoints: Uint8Array;
  readonly skinWeights: Float32Array;
}

export interface BodySpace {
  readonly female: BodyModel;
  readonly male: BodyModel;
  /** Half way between the two, beta by beta. */
  readonly neutral: BodyModel;
}
