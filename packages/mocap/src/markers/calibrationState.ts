import type { AgentAngles } from '@leib/core/pack';
import type { BodyMarker } from './assignMarkers.js';
import type { LengthParameters } from './lengthParameters.js';
import type { MarkerBody } from './markerBody.js';

/** A frame that takes part in the calibration: what was measured, and the pose, which the calibration improves. */
export interface CalibrationFrame {
  /** Markers x 3; NaN where one is missing. */
  readonly measured: Float64Array;
  readonly angles: AgentAngles;
}

/** What a calibration changes. The body's skeleton and offsets are written. */
export interface CalibrationState {
  readonly body: MarkerBody;
  readonly lengths: LengthParameters;
  /** Offsets of the skeleton before any length was changed, and the value of each length since. */
  readonly startOffsets: Float64Array;
  readonly values: Float64Array;
  /** Where markers are expected, and how far off that may be. Markers x 3, and one each. */
  readonly expected: Float64Array;
  readonly spreads: Float64Array;
  readonly frames: readonly CalibrationFrame[];
}

export function createCalibration(
  body: MarkerBody,
  lengths: LengthParameters,
  markers: readonly BodyMarker[],
  frames: readonly CalibrationFrame[],
): CalibrationState {
  return {
    body,
    lengths,
    startOffsets: body.model.binding.skeleton.restOffsets.slice(),
    values: new Float64Array(lengths.list.length),
    expected: body.offsets.slice(),
    spreads: Float64Array.from(markers, ({ spread }) => spread),
    frames,
  };
}
