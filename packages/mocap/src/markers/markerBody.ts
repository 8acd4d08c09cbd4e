import type { Skeleton } from '@leib/core';
import { buildAngleBinding, defaultAngleLayout } from '@leib/core/pack';
import { buildDofModel, type DofFrame, type DofModel, pointWorld } from '../leastSquares/dofModel.js';
import { type AnglePriors, buildAnglePriors } from './anglePriors.js';
import type { BodyMarker } from './assignMarkers.js';

/** A body of certain lengths with markers on it: what the fit finds once and every frame is solved with. */
export interface MarkerBody {
  readonly model: DofModel;
  readonly priors: AnglePriors;
  /** Column of each marker among the file's labels. */
  readonly columns: Int32Array;
  /** Joint that carries each marker. */
  readonly joints: Int16Array;
  /** Where each marker sits, space of its joint, metres. Markers x 3. */
  readonly offsets: Float64Array;
}

/** The body with each marker where it is expected. `scale` is the skeleton's size against the one the places were for. */
export function buildMarkerBody(skeleton: Skeleton, markers: readonly BodyMarker[], scale: number): MarkerBody {
  return {
    model: buildDofModel(buildAngleBinding(defaultAngleLayout, skeleton)),
    priors: buildAnglePriors(defaultAngleLayout),
    columns: Int32Array.from(markers, ({ column }) => column),
    joints: Int16Array.from(markers, ({ joint }) => joint),
    offsets: Float64Array.from(markers.flatMap(({ expected }) => expected.map((value) => value * scale))),
  };
}

/** A body of one size: every offset times `scale`. */
export function scaledSkeleton(skeleton: Skeleton, scale: number): Skeleton {
  return {
    ...skeleton,
    restOffsets: skeleton.restOffsets.map((value) => value * scale),
    restWorldPositions: skeleton.restWorldPositions.map((value) => value * scale),
  };
}

/** Where the body's markers are in a pose. Markers x 3. */
export function modelMarkers({ joints, offsets }: MarkerBody, frame: DofFrame, out: Float64Array): void {
  const point = new Float64Array(3);
  joints.forEach((joint, marker) => {
    pointWorld(frame, joint, offsets, marker * 3, point);
    out.set(point, marker * 3);
  });
}
