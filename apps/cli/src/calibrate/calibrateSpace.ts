import { appendMotion, createMotionTrack, findSpaces } from '@leib/calibration';
import { createQuat, InputError, yawOf } from '@leib/core';
import { POSE_SIZE, quality, type TrackingRecording, trackedPoints } from '@leib/tracking';
import { type CommandRun, UsageError } from '../command.js';
import type { spaceOptions } from '../commands/calibrate.js';
import { named } from '../fileErrors.js';
import { readNumberOption } from '../options.js';
import { namesIn, readCalibration, trackOf } from './readCalibration.js';

type Found = NonNullable<ReturnType<typeof findSpaces>>;

/** Output of `leib calibrate space --json`. */
interface SpaceReport {
  /** Takes the other file's space to the first one's: position, metres, and unit quaternion x y z w. */
  readonly pose: readonly number[];
  readonly yawDeg: number;
  /** An event at t in the first file is at t plus this in the other. */
  readonly timeOffsetMs: number;
  readonly residualMm: number;
  /** Standard error where the devices are, and of the rotation. */
  readonly expectedErrorMm: number;
  readonly expectedTurnDeg: number;
  /** fixed: by devices that are fixed to each other; walk: by a walking person. */
  readonly method: 'fixed' | 'walk';
  readonly pairs: readonly (Omit<Found['pairs'][number], 'residual'> & { readonly residualMm: number })[];
  readonly advice: string;
}

/** Only this much of a recording is used, seconds. */
const MOST_SECONDS = 60;

/** Aligns the spaces of two recordings of the same movement. Throws InputError when nothing moves together. */
function calibrateSpace(reference: TrackingRecording, other: TrackingRecording, mostOffset: number): SpaceReport {
  const found = findSpaces(motionsOf(reference), motionsOf(other), 'head', mostOffset);
  if (found === null) {
    throw new InputError(
      '',
      `expected a device that moves with one of the first file (${namesIn(reference)}), got ${namesIn(other)}; fix a tracker to the headset and move for five seconds`,
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

/** The motion of every device in a recording. */
function motionsOf(recording: TrackingRecording): Parameters<typeof findSpaces>[0] {
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

export const runCalibrateSpace: CommandRun<typeof spaceOptions> = async (_operands, options, output) => {
  const mostOffset =
    readNumberOption('most-offset', options['most-offset'], { low: 0, high: 60, what: 'seconds' }) ?? 2;
  if (options.other === undefined)
    throw new UsageError('--other', 'expected a value, got nothing; see leib calibrate space --help');
  const reference = await readCalibration('calibrate space', options.in);
  const other = await readCalibration('calibrate space', options.other);
  const report = await named(options.other, () => calibrateSpace(reference, other, mostOffset));
  if (options.json) return output.print(JSON.stringify(report));
  const place = report.pose.slice(0, 3).map((value) => value.toFixed(3));
  output.print(`turned by ${report.yawDeg.toFixed(2)} degrees, moved by ${place.join(', ')} m`);
  output.print(`${report.timeOffsetMs.toFixed(0)} ms later, residual ${report.residualMm.toFixed(2)} mm`);
  for (const pair of report.pairs) output.print(`${pair.other} moves with ${pair.reference}`);
  output.print(report.advice);
};
