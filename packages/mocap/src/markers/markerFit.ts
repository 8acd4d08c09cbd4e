import type { Motion } from '@leib/core';
import type { UpAxis } from '@leib/formats';
import type { BodyMarker } from './assignMarkers.js';
import type { LabelSwap } from './swappedLabels.js';
import type { WorldMarkers } from './worldMarkers.js';

/** How well one marker was met, metres. */
export interface MarkerResidual {
  readonly label: string;
  /** Name of the joint that carries it. */
  readonly bone: string;
  /** Where it sits on the bone, from the joint, axes of the T-pose. */
  readonly at: readonly [x: number, y: number, z: number];
  readonly by: BodyMarker['by'];
  readonly mean: number;
  readonly p95: number;
  readonly max: number;
  /** Share of frames without it. */
  readonly missingShare: number;
}

/** Markers of a file as the movement of a body, and how well that explains them. */
export interface MarkerFit {
  readonly motion: Motion;
  /** Angles of the default layout. frameCount x 46. */
  readonly angles: Float64Array;
  /** State of each joint, as a number in jointStates. frameCount x jointCount. */
  readonly jointStates: Uint8Array;
  /** In the order of `measured`, `modelled` and `residuals`. */
  readonly markers: readonly MarkerResidual[];
  /** Measured positions in our world, swapped labels put right; NaN where one is missing. frameCount x markers x 3. */
  readonly measured: Float64Array;
  /** Where the body has them. frameCount x markers x 3. */
  readonly modelled: Float64Array;
  /** Distance of the two, metres; NaN where one is missing. frameCount x markers. */
  readonly residuals: Float32Array;
  readonly report: MarkerFitReport;
}

export interface MarkerFitReport {
  readonly up: UpAxis;
  readonly upFrom: WorldMarkers['upFrom'];
  readonly unitFactor: number;
  /** Metres. */
  readonly stature: number;
  /** Bone lengths, metres. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Where the person looks in the first frame: 0 is +Z, 90 is +X. */
  readonly facingDeg: number;
  /** Labels that sit on no bone. */
  readonly leftOut: readonly string[];
  readonly isMirrored: boolean;
  readonly swaps: readonly LabelSwap[];
  /** Joints that no marker determines; they stay as in the T-pose. */
  readonly unmarked: readonly string[];
  /** Share of frames in which some joint was bridged. */
  readonly bridgedShare: number;
  /** Mean over all markers and frames, metres. */
  readonly meanResidual: number;
  /** What was found and given up, for people. */
  readonly notes: readonly string[];
}

/** Markers of one frame: measured, on the body, and their distance. Views, not copies. */
export interface MarkerFitFrame {
  readonly measured: Float64Array;
  readonly modelled: Float64Array;
  readonly residuals: Float32Array;
}

export function markerFitFrame({ markers, measured, modelled, residuals }: MarkerFit, frame: number): MarkerFitFrame {
  const count = markers.length;
  return {
    measured: measured.subarray(frame * count * 3, (frame + 1) * count * 3),
    modelled: modelled.subarray(frame * count * 3, (frame + 1) * count * 3),
    residuals: residuals.subarray(frame * count, (frame + 1) * count),
  };
}
