import type { PriorKernel, QuantisedMatrix } from './priorKernel.js';

/** The trained network: embedding, one GRU, two layers out. Made by loadPrior(), shared by every avatar. */
export interface PriorModel {
  readonly embeddingCount: number;
  readonly hiddenCount: number;
  readonly headCount: number;
  /** Of the features over the training set: what they are normalised with. */
  readonly featureMeans: Float64Array;
  readonly featureScales: Float64Array;
  readonly novelty: NoveltyModel;
  readonly matrices: PriorMatrices;
  readonly biases: PriorBiases;
  /** Weights and scratch: one per thread is enough, since a step uses it from beginning to end. */
  readonly kernel: PriorKernel;
}

export interface PriorMatrices {
  readonly embed: QuantisedMatrix;
  /** Gates of the GRU, reset above update above new: from the embedding, and from the state before. */
  readonly input: QuantisedMatrix;
  readonly state: QuantisedMatrix;
  /** First layer out, from the state and from the embedding. */
  readonly firstState: QuantisedMatrix;
  readonly firstEmbed: QuantisedMatrix;
  readonly last: QuantisedMatrix;
}

export interface PriorBiases {
  readonly embed: Float64Array;
  readonly input: Float64Array;
  readonly state: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Zeros: the second half of a sum has no bias of its own. */
  readonly none: Float64Array;
}

/**
 * How unlike the training input something is: for each group of features their squared Mahalanobis distance, in units
 * of what training hardly ever exceeded. Groups, because one hand behind the back of beyond is strange enough.
 */
export interface NoveltyModel {
  readonly groups: readonly NoveltyGroup[];
}

export interface NoveltyGroup {
  readonly features: Int16Array;
  /** Rows of the lower triangular matrix that makes them independent; their squares add up to the novelty. */
  readonly triangle: Float64Array;
}
