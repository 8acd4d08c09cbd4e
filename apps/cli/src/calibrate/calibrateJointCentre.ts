import { appendPoseSample, createPoseSamples, findJointCentre } from '@leib/calibration';
import { InputError } from '@leib/core';
import { isUsablePose, POSE_SIZE, quality, type TrackingRecording } from '@leib/tracking';
import type { CommandRun } from '../command.js';
import type { jointCentreOptions } from '../commands/calibrate.js';
import { named } from '../fileErrors.js';
import { namesIn, readCalibration, trackOf } from './readCalibration.js';

/** Output of `leib calibrate joint-centre --json`. */
interface JointCentreReport {
  /** In tracker space, metres. */
  readonly centre: readonly number[];
  readonly residualMm: number;
  readonly confidence: number;
  readonly kind: 'ball' | 'hinge';
  readonly advice: string;
  /** The same joint in the second tracker's space, if there is one. */
  readonly centre2?: readonly number[];
  /** Axis of a hinge, tracker space. */
  readonly axis?: readonly number[];
  readonly expectedErrorMm: number;
  readonly samples: number;
}

interface JointCentreOptions {
  readonly tracker: string;
  /** Null: no second tracker, the other side of the joint rests. */
  readonly tracker2: string | null;
}

/** The joint that a recorded tracker was turned about. Throws InputError when there is none. */
function calibrateJointCentre(recording: TrackingRecording, options: JointCentreOptions): JointCentreReport {
  const { samples, others } = gatherSamples(recording, options);
  const found = findJointCentre(samples, others);
  if (found === null) {
    throw new InputError(
      options.tracker,
      'expected a tracker that turns, got one at rest; turn the joint to all sides',
    );
  }
  return {
    centre: rounded(found.centreLocal),
    residualMm: found.residual * 1000,
    confidence: found.confidence,
    kind: found.kind,
    advice: found.advice,
    ...(others && { centre2: rounded(found.centreOther) }),
    ...(found.kind === 'hinge' && { axis: rounded(found.axisLocal) }),
    expectedErrorMm: found.expectedError * 1000,
    samples: samples.count,
  };
}

function gatherSamples(recording: TrackingRecording, { tracker, tracker2 }: JointCentreOptions) {
  const track = trackOf(recording, tracker);
  if (track === null) throw missing(tracker, recording);
  const track2 = tracker2 === null ? null : trackOf(recording, tracker2);
  if (tracker2 !== null && track2 === null) throw missing(tracker2, recording);
  const samples = createPoseSamples(recording.frameCount);
  const others = track2 === null ? null : createPoseSamples(recording.frameCount);
  for (let frame = 0; frame < recording.frameCount; frame++) {
    const at = frame * POSE_SIZE;
    if (track.quality[frame] === quality.lost || !isUsablePose(track.poses, at)) continue;
    if (track2 && (track2.quality[frame] === quality.lost || !isUsablePose(track2.poses, at))) continue;
    appendPoseSample(samples, track.poses, at);
    if (others && track2) appendPoseSample(others, track2.poses, at);
  }
  if (samples.count < 10) {
    throw new InputError(tracker, `expected at least 10 tracked frames, got ${samples.count}; record some hundreds`);
  }
  return { samples, others };
}

function missing(tracker: string, recording: TrackingRecording): InputError {
  return new InputError('', `expected a tracker "${tracker}", got ${namesIn(recording)}`);
}

function rounded(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => Math.round(value * 1e7) / 1e7);
}

export const runCalibrateJointCentre: CommandRun<typeof jointCentreOptions> = async (_operands, options, output) => {
  const recording = await readCalibration('calibrate joint-centre', options.in);
  const tracker2 = options.tracker2 ?? (recording.extras.has('tracker2') ? 'tracker2' : null);
  const tracker = options.tracker ?? 'tracker';
  const report = await named(options.in ?? '', () => calibrateJointCentre(recording, { tracker, tracker2 }));
  if (options.json) return output.print(JSON.stringify(report));
  const place = report.centre.map((value) => (value * 1000).toFixed(1)).join(', ');
  output.print(`${report.kind} at ${place} mm from ${tracker}, residual ${report.residualMm.toFixed(2)} mm`);
  output.print(`confidence ${Math.round(100 * report.confidence)} %. ${report.advice}`);
};
