import type { CalibrationSession } from '@leib/calibration';
import type { DrawnCentre } from '@leib/three';

/** Noise of a tracker's position, metres. */
const TRACKER_NOISE = 0.001;

/** The joint's centre as it is drawn, with its uncertainty; null before there is one. */
export function drawnCentre({ result, live, hasLive, progress }: CalibrationSession['finder']): DrawnCentre | null {
  if (result) {
    const { centreLocal, axisLocal, kind, expectedError, spreads } = result;
    return {
      centreLocal,
      axisLocal,
      isHinge: kind === 'hinge',
      spreadAlong: expectedError,
      spreadAcross: (expectedError * spreads[0]) / Math.max(1e-6, spreads[1]),
    };
  }
  if (!hasLive || progress < 0.05) return null;
  return {
    centreLocal: live.centreLocal,
    axisLocal: live.axisLocal,
    isHinge: live.isHinge,
    // Before the end: the noise over the angle that the tracker has turned by.
    spreadAlong: TRACKER_NOISE / Math.max(0.01, live.spreads[0]),
    spreadAcross: TRACKER_NOISE / Math.max(0.01, live.spreads[1]),
  };
}
