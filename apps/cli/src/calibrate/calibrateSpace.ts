import { appendMotion, createMotionTrack, type FixedPair, findSpaces, type SeenMotion } from '@leib/calibration';
import { createQuat, yawOf } from '@leib/core';
import { POSE_SIZE, quality, type TrackingRecording, trackedPoints } from '@leib/tracking';
import { namesIn, trackOf } from './readCalibration.js';

/** What `leib calibrate space --json` prints. */
export interface SpaceReport {
  /** Takes the other file's space to the first one's: place, metres, and unit quaternion x y z w. */
  readonly pose: readonly number[];
  readonly yawDeg: number;
  /** What happens at t in the first file happens at t plus this in the other. */
  readonly timeOffsetMs: number;
  readonly residualMm: number;
  /** What it may be off by where the person is, and in its turn. */
  readonly expectedErrorMm: number;
  readonly expectedTurnDeg: number;
  /** fixed: from devices that move rigidly together; walk: from the path that the person walked. */
  readonly method: 'fixed' | 'walk';
  readonly pairs: readonly (Omit<FixedPair, 'residual'> & { readonly residualMm: number })[];
  readonly advice: string;
}

/** Longer recordings are looked at for so long, seconds: a minute says all there is. */
const MOST_SECONDS = 60;

/** Brings two recordings of the same movement into one space. Throws one sentence where that cannot be. */
export function calibrateSpace(
  reference: TrackingRecording,
  other: TrackingRecording,
  mostOffset: number,
): SpaceReport {
  const found = findSpaces(motionsOf(reference), motionsOf(other), 'head', mostOffset);
  if (found === null) {
    throw new Error(
      `nothing in it moves with anything in the first file (${namesIn(reference)}; ${namesIn(other)}): fix a tracker to the headset, and move for five seconds.`,
    );
  }
  const { fit, pairs, timeOffset, advice } = found;
  const [, , , x, y, z, w] = fit.pose;
  return {
    pose: Array.from(fit.pose, (value) => Math.round(value * 1e7) / 1e7),
    yawDeg: (yawOf(createQuat(x, y, z, w)) * 180) / Math.PI,
    timeOffsetMs: timeOffset * 1000,
    residualMm: fit.residual * 1000,
    expectedErrorMm: fit.expectedError * 1000,
    expectedTurnDeg: (fit.expectedTurn * 180) / Math.PI,
    method: pairs.length > 0 ? 'fixed' : 'walk',
    pairs: pairs.map(({ residual, ...pair }) => ({ ...pair, residualMm: residual * 1000 })),
    advice: advice === '' ? 'Good: nothing to improve.' : advice,
  };
}

/** Everything that a recording tracks, as it moved. */
function motionsOf(recording: TrackingRecording): SeenMotion[] {
  const { times, frameCount } = recording;
  const end = times.findIndex((time) => time - times[0] > MOST_SECONDS);
  const count = end < 0 ? frameCount : end;
  return [...trackedPoints, ...recording.extras.keys()].flatMap((id) => {
    const seen = trackOf(recording, id);
    if (seen === null) return [];
    const track = createMotionTrack(Math.max(1, count));
    for (let frame = 0; frame < count; frame++) {
      if (seen.quality[frame] !== quality.lost) appendMotion(track, times[frame], seen.poses, frame * POSE_SIZE);
    }
    return [{ id, track }];
  });
}
