import {
  appendPoseSample,
  createPoseSamples,
  defaultProbeGridSettings,
  findJointCentre,
  relativePoseSamples,
  searchProbeGrid,
} from '@leib/calibration';
import { InputError } from '@leib/core';
import { isUsablePose, POSE_SIZE, quality, type TrackingRecording } from '@leib/tracking';
import { type CommandRun, UsageError } from '../command.js';
import type { jointCentreOptions } from '../commands/calibrate.js';
import { named } from '../fileErrors.js';
import { readWordOption } from '../options.js';
import { namesIn, readCalibration, trackOf } from './readCalibration.js';

type PoseSamples = ReturnType<typeof createPoseSamples>;

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
  readonly method: 'closed' | 'grid';
  readonly samples: number;
}

interface JointCentreOptions {
  readonly tracker: string;
  /** Null: no second tracker, the other side of the joint rests. */
  readonly tracker2: string | null;
  readonly method: 'closed' | 'grid';
  readonly grid: Pick<typeof defaultProbeGridSettings, 'offset' | 'ties'>;
}

/** The joint that a recorded tracker was turned about. Throws InputError when there is none. */
function calibrateJointCentre(recording: TrackingRecording, options: JointCentreOptions): JointCentreReport {
  const { samples, others, times } = gatherSamples(recording, options);
  const found = findJointCentre(samples, others);
  if (found === null) {
    throw new InputError(
      options.tracker,
      'expected a tracker that turns, got one at rest; turn the joint to all sides',
    );
  }
  return options.method === 'grid'
    ? gridReport(found, samples, others, times, options)
    : {
        centre: rounded(found.centreLocal),
        residualMm: found.residual * 1000,
        confidence: found.confidence,
        kind: found.kind,
        advice: found.advice,
        ...(others && { centre2: rounded(found.centreOther) }),
        ...(found.kind === 'hinge' && { axis: rounded(found.axisLocal) }),
        expectedErrorMm: found.expectedError * 1000,
        method: 'closed',
        samples: samples.count,
      };
}

/** The thesis's search gives the position only; kind and advice come from the closed form. */
function gridReport(
  movement: NonNullable<ReturnType<typeof findJointCentre>>,
  samples: PoseSamples,
  others: PoseSamples | null,
  times: readonly number[],
  { tracker, grid }: JointCentreOptions,
): JointCentreReport {
  const settings = { ...defaultProbeGridSettings, ...grid };
  const searched = others === null ? samples : relativePoseSamples(samples, others);
  const found = searchProbeGrid(settings, searched, times);
  if (found === null) {
    throw new InputError(tracker, 'expected more movement for the probe grid; turn the joint for five seconds');
  }
  const cell = settings.extent / settings.probesPerAxis;
  const halfDiagonal = (Math.sqrt(3) / 2) * cell;
  return {
    centre: rounded(found.centreLocal),
    residualMm: found.spread * 1000,
    confidence:
      (found.isAtEdge ? 0.1 : 1) * Math.min(movement.confidence, halfDiagonal / (halfDiagonal + found.spread)),
    kind: movement.kind,
    advice: found.isAtEdge
      ? 'The joint is at the edge of the probe grid: give its position in tracker space with --offset.'
      : movement.advice,
    expectedErrorMm: halfDiagonal * 1000,
    method: 'grid',
    samples: found.sampleCount,
  };
}

function gatherSamples(recording: TrackingRecording, { tracker, tracker2 }: JointCentreOptions) {
  const track = trackOf(recording, tracker);
  if (track === null) throw missing(tracker, recording);
  const track2 = tracker2 === null ? null : trackOf(recording, tracker2);
  if (tracker2 !== null && track2 === null) throw missing(tracker2, recording);
  const samples = createPoseSamples(recording.frameCount);
  const others = track2 === null ? null : createPoseSamples(recording.frameCount);
  const times: number[] = [];
  for (let frame = 0; frame < recording.frameCount; frame++) {
    const at = frame * POSE_SIZE;
    if (track.quality[frame] === quality.lost || !isUsablePose(track.poses, at)) continue;
    if (track2 && (track2.quality[frame] === quality.lost || !isUsablePose(track2.poses, at))) continue;
    appendPoseSample(samples, track.poses, at);
    if (others && track2) appendPoseSample(others, track2.poses, at);
    times.push(recording.times[frame]);
  }
  if (samples.count < 10) {
    throw new InputError(tracker, `expected at least 10 tracked frames, got ${samples.count}; record some hundreds`);
  }
  return { samples, others, times };
}

function missing(tracker: string, recording: TrackingRecording): InputError {
  return new InputError('', `expected a tracker "${tracker}", got ${namesIn(recording)}`);
}

function rounded(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => Math.round(value * 1e7) / 1e7);
}

export const runCalibrateJointCentre: CommandRun<typeof jointCentreOptions> = async (_operands, options, output) => {
  const method = readWordOption('method', options.method ?? 'closed', ['closed', 'grid']);
  const ties = readWordOption('ties', options.ties ?? 'centroid', ['centroid', 'first']);
  const offset = readOffset(options.offset);
  const recording = await readCalibration('calibrate joint-centre', options.in);
  const tracker2 = options.tracker2 ?? (recording.extras.has('tracker2') ? 'tracker2' : null);
  const tracker = options.tracker ?? 'tracker';
  const report = await named(options.in ?? '', () =>
    calibrateJointCentre(recording, { tracker, tracker2, method, grid: { offset, ties } }),
  );
  if (options.json) return output.print(JSON.stringify(report));
  const place = report.centre.map((value) => (value * 1000).toFixed(1)).join(', ');
  output.print(`${report.kind} at ${place} mm from ${tracker}, residual ${report.residualMm.toFixed(2)} mm`);
  output.print(`confidence ${Math.round(100 * report.confidence)} %. ${report.advice}`);
};

function readOffset(text: string | undefined): readonly [number, number, number] {
  if (text === undefined) return [0, 0, 0];
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) {
    throw new UsageError('--offset', `expected three numbers in metres, as in 0,-0.05,0.1; got "${text}"`);
  }
  return [numbers[0], numbers[1], numbers[2]];
}
