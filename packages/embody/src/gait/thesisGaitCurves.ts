import type { CurveJson } from '@leib/core';
import type { GaitCurvesJson } from './gaitCurves.js';

function curve(...keys: readonly (readonly [time: number, value: number])[]): CurveJson {
  return { keys: keys.map(([time, value]) => ({ time, value })) };
}

/** Straight between the keys. */
function line(from: readonly [number, number], to: readonly [number, number]): CurveJson {
  const slope = (to[1] - from[1]) / (to[0] - from[0]);
  return {
    keys: [
      { time: from[0], value: from[1], inTangent: slope, outTangent: slope },
      { time: to[0], value: to[1], inTangent: slope, outTangent: slope },
    ],
  };
}

/**
 * The thesis's gait (ch. 6). Its numbers where it prints them: step length 0.1394 + 0.00465 v with v in metres per
 * minute up to 400 (eq. 6.3, unit corrected), direction 1 / 0.6 / 0.8, standing steps of 0.3 s. The other curves are
 * only drawn there (figures 6.2 to 6.4); these follow the drawings' shapes.
 */
export const thesisGaitCurves: GaitCurvesJson = {
  stepInterpolation: {
    keys: [
      { time: 0, value: 0, inTangent: 0, outTangent: 0 },
      { time: 1, value: 1, inTangent: 0, outTangent: 0 },
    ],
  },
  stepSize: line([0, 0.1394], [400 / 60, 0.1394 + 0.00465 * 400]),
  stepDuration: curve([0, 0.3], [1, 0.5], [2, 0.4], [4, 0.3]),
  stepSizeDirection: curve([0, 1], [Math.PI / 2, 0.6], [Math.PI, 0.8]),
  stepSizeSlope: curve([0, 1], [0.5, 0.8], [1, 0.6]),
  stepOffsetDistance: curve([0, 0.05], [1, 0.2], [3, 0.35], [6.66, 0.5]),
  footDistanceDirectional: curve([0, 0.1], [Math.PI / 2, 0.14], [Math.PI, 0.12]),
  stepOverlap: curve([0, 1], [1.5, 1], [4, 0.6]),
  footRotationForward: curve([0, 0], [0.25, 0.5], [0.75, -0.3], [1, 0]),
  footRotationBackward: curve([0, 0], [0.25, -0.25], [0.75, 0.4], [1, 0]),
  footRotationSpeed: line([0, 0], [2, 2]),
  footLiftForward: curve([0, 0], [0.4, 0.12], [1, 0]),
  footLiftSideway: curve([0, 0], [0.5, 0.08], [1, 0]),
  footLiftBackward: curve([0, 0], [0.6, 0.1], [1, 0]),
  footLiftSpeed: curve([0, 0.3], [1.2, 1], [4, 1.6]),
};
