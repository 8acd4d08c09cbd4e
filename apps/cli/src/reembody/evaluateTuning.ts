import type { Motion } from '@leib/core';
import {
  buildRemoteBody,
  type MujocoModule,
  type RemoteBodySettings,
  type TuningOptions,
  tuneRemoteBody,
} from '@leib/reembody';
import {
  type CommonPair,
  compareTuning,
  type StepResponse,
  type TrackReport,
  trackCommonPairs,
} from '@leib/reembody/measure';

/** How axes answer a step, in the mean over those that arrive. */
export interface StepSummary {
  readonly responseSeconds: number;
  readonly settlingSeconds: number;
  readonly overshoot: number;
  /** Axes that did not settle within the time they were watched. */
  readonly unsettled: number;
}

export interface TuningEvaluation {
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
export function evaluateTuning(
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
