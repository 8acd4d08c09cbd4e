import { DEG, type Motion } from '@leib/core';
import {
  buildRemoteBody,
  defaultTuningOptions,
  heuristicNames,
  type MujocoModule,
  type RemoteBodySettings,
  type TuningOptions,
  tunedSettingsText,
  tuneRemoteBody,
} from '@leib/reembody';
import {
  type CommonPair,
  compareTuning,
  type StepResponse,
  type TrackReport,
  trackCommonPairs,
} from '@leib/reembody/measure';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type CommandRun, UsageError } from '../command.js';
import type { reembodyTuneOptions } from '../commands/reembody.js';
import { writeOutput } from '../files.js';
import { readNumberOption, readWordOption } from '../options.js';
import { readList, readMotion, readSettings, readSkeleton } from './reembodyInput.js';

export const runReembodyTune: CommandRun<typeof reembodyTuneOptions> = async (_operands, options, output) => {
  if (options.out === undefined)
    throw new UsageError('--out', 'expected a value, got nothing; see leib reembody tune --help');
  const heuristic = readWordOption('heuristic', options.heuristic ?? 'pd', heuristicNames);
  const settings = await readSettings(options.settings, options.fingers);
  const skeleton = await readSkeleton(options.in);
  const mujoco = await loadMujoco();
  const tuningOptions = {
    ...defaultTuningOptions,
    heuristic,
    relayShare: readNumberOption('relay', options.relay, { low: 0.1, high: 20 }) ?? settings.relay.share,
    hysteresis:
      (readNumberOption('hysteresis', options.hysteresis, { low: 0.1, high: 20 }) ?? settings.relay.hysteresis / DEG) *
      DEG,
    isMirrored: !options['both-sides'],
  };
  const startMs = performance.now();
  const tuning = tuneRemoteBody(mujoco, buildRemoteBody(skeleton, settings), tuningOptions, (done, total) => {
    output.progress(`${done} of ${total} axes`);
    return true;
  });
  const seconds = (performance.now() - startMs) / 1000;
  await writeOutput(options.out, new TextEncoder().encode(tunedSettingsText(settings, tuning)));
  const fallbacks = tuning.axes.filter(({ method }) => method === 'inertia');
  const evaluation = [];
  for (const path of readList(options.clips)) {
    const motion = await readMotion(path);
    evaluation.push(
      evaluateTuning(mujoco, path, motion, settings, tuningOptions, (text) => output.progress(`${path}: ${text}`)),
    );
  }
  if (options.json) {
    return output.print(JSON.stringify({ out: options.out, seconds, heuristic, axes: tuning.axes, evaluation }));
  }
  output.print(
    `${options.out}: ${tuning.axes.length} axes in ${seconds.toFixed(1)} s, ${fallbacks.length} of them by inertia`,
  );
  for (const { name, reason } of fallbacks) output.print(`  ${name}: ${reason}`);
  for (const { clip, before, after, bestCommon, improvement } of evaluation) {
    output.print(
      `  ${clip}: before ${before.meanErrorDeg.toFixed(2)}, after ${after.meanErrorDeg.toFixed(2)} degrees; best common pair ` +
        `Kp ${bestCommon.kp}, Kd ${bestCommon.kd}: ${bestCommon.meanErrorDeg.toFixed(2)}, ${(100 * improvement).toFixed(0)} % less after tuning`,
    );
  }
};

/** How axes answer a step, in the mean over those that arrive. */
interface StepSummary {
  readonly responseSeconds: number;
  readonly settlingSeconds: number;
  readonly overshoot: number;
  /** Axes that did not settle within the time they were watched. */
  readonly unsettled: number;
}

interface TuningEvaluation {
  readonly clip: string;
  readonly before: TrackReport;
  readonly after: TrackReport;
  readonly stepsBefore: StepSummary;
  readonly stepsAfter: StepSummary;
  readonly stepResponses: readonly StepResponse[];
  /** All pairs of the grid, and the best. */
  readonly common: readonly CommonPair[];
  readonly bestCommon: CommonPair;
  /** Share by which tuning lowers the mean error of the best common pair. */
  readonly improvement: number;
}

/** One clip with gains from the inertia, with tuned ones, and with one common pair for all joints, the best of a grid. */
function evaluateTuning(
  mujoco: MujocoModule,
  clip: string,
  motion: Motion,
  settings: RemoteBodySettings,
  options: TuningOptions,
  onProgress: (text: string) => void,
): TuningEvaluation {
  onProgress('tuning');
  const tuning = tuneRemoteBody(mujoco, buildRemoteBody(motion.skeleton, settings), options);
  const { before, after, stepsBefore, stepsAfter } = compareTuning(mujoco, motion, settings, tuning);
  const common = trackCommonPairs(mujoco, motion, settings, (done, total) => onProgress(`pair ${done} of ${total}`));
  const bestCommon = common.reduce((best, pair) => (pair.meanErrorDeg < best.meanErrorDeg ? pair : best));
  return {
    clip,
    before,
    after,
    stepsBefore: summarise(stepsBefore),
    stepsAfter: summarise(stepsAfter),
    stepResponses: stepsAfter,
    common,
    bestCommon,
    improvement: 1 - after.meanErrorDeg / bestCommon.meanErrorDeg,
  };
}

function summarise(steps: readonly StepResponse[]): StepSummary {
  const mean = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
  };
  return {
    responseSeconds: mean(steps.map(({ responseSeconds }) => responseSeconds)),
    settlingSeconds: mean(steps.map(({ settlingSeconds }) => settlingSeconds)),
    overshoot: mean(steps.map(({ overshoot }) => overshoot)),
    unsettled: steps.filter(({ settlingSeconds }) => settlingSeconds === null).length,
  };
}
