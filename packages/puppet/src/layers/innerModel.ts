import type { Skeleton } from '@leib/core';

/** Inner points that carry a place at the most. */
export const HUNG_POINTS = 4;

/** The reduced model below the skin: what is moved by the parts. Made by buildInner(), never written again. */
export interface InnerModel {
  readonly placeCount: number;
  /** Places at rest, model space. placeCount x 3. */
  readonly placePositions: Float64Array;
  /** Outward at rest. placeCount x 3. */
  readonly placeNormals: Float64Array;
  /** Whether they are turned with the places: volume and fur need them. */
  readonly hasNormals: boolean;

  readonly pointCount: number;
  /** Inner points at rest, model space. pointCount x 3. */
  readonly points: Float64Array;
  /** Joints that carry each point, heaviest first, and their weights: the mean of its places. pointCount x 4. */
  readonly pointJoints: Uint8Array;
  readonly pointWeights: Float64Array;
  /** Inner points that carry each place, heaviest first, and their weights, sum 1. placeCount x 4. */
  readonly hungPoints: Uint32Array;
  readonly hungWeights: Float64Array;

  readonly spread: SpreadShares;
  readonly volume: VolumeModel | null;
}

/** Which of the fingers' spread turns reach which inner points. Those of point i are first[i] .. first[i + 1] - 1. */
export interface SpreadShares {
  readonly first: Uint32Array;
  /** Number of the turn. */
  readonly turns: Uint16Array;
  /** Of the turn's rotation vector that the point takes in addition to its part. */
  readonly shares: Float64Array;
  /** What each turn is about, model space. turns x 3. */
  readonly centres: Float64Array;
}

/** What it takes to keep the volume of a bend. */
export interface VolumeModel {
  /** 0 .. 1. */
  readonly amount: number;
  /** Places that more than one part moves, and the triangles around them: only they can change their area. */
  readonly places: Uint32Array;
  readonly triangles: Uint32Array;
  /** From the part's axis to each place at rest, metres. placeCount entries. */
  readonly depths: Float64Array;
  /** Twice the area of the triangles around each place at rest. placeCount entries. */
  readonly restAreas: Float64Array;
}

/** Where the inner model is. One per puppet. */
export interface InnerState {
  /** From rest to world for each joint and inner point, as dual quaternions: x y z w, then the dual part. */
  readonly jointMotions: Float64Array;
  readonly pointMotions: Float64Array;
  /** Inner points, world space. pointCount x 3. */
  readonly pointPositions: Float64Array;
  /** The place below each place of the skin, world space: where the skin would be without springs. placeCount x 3. */
  readonly positions: Float64Array;
  /** From rest to now, unit quaternions. placeCount x 4. */
  readonly rotations: Float64Array;
  /** Outward, where the model has normals. placeCount x 3. */
  readonly normals: Float64Array;
  /** The spread turns that the state was moved by. turns x 3. */
  readonly spreadVectors: Float64Array;
  /** Signed area around each place now; written and read by keepVolume(). */
  readonly areas: Float64Array;
  /** False where nothing has changed since the last call, to the bit. */
  hasMoved: boolean;
}

/** At rest. */
export function createInnerState(inner: InnerModel, { jointCount }: Skeleton): InnerState {
  const { placeCount, pointCount } = inner;
  const state: InnerState = {
    jointMotions: new Float64Array(jointCount * 8),
    pointMotions: new Float64Array(pointCount * 8),
    pointPositions: inner.points.slice(),
    positions: inner.placePositions.slice(),
    rotations: new Float64Array(placeCount * 4),
    normals: inner.placeNormals.slice(),
    spreadVectors: new Float64Array(inner.spread.centres.length),
    areas: new Float64Array(inner.volume === null ? 0 : placeCount),
    hasMoved: true,
  };
  for (const [numbers, size] of [
    [state.jointMotions, 8],
    [state.pointMotions, 8],
    [state.rotations, 4],
  ] as const) {
    for (let at = 3; at < numbers.length; at += size) numbers[at] = 1;
  }
  return state;
}
