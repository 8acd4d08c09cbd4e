import { type HumanoidBone, type Motion, motionDuration } from '@leib/core';
import type { RemoteBody } from '../body/remoteBody.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { readDriveName } from '../settings/driveName.js';
import { partError } from '../world/measureBody.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { measureStepResponses, type StepResponse } from './stepResponse.js';
import { type JointTrackReport, type TrackReport, trackMotion } from './trackMotion.js';

/** How well one joint follows: a clip, and a step of its target, where of its axes the worst counts. */
export interface JointEvaluation extends JointTrackReport {
  readonly bone: HumanoidBone;
  /** Beyond the step, as a share of it. */
  readonly overshoot: number;
  /** null: it did not settle within the time it was watched. */
  readonly settlingSeconds: number | null;
  /** null: it did not get to 90 % of the step. */
  readonly responseSeconds: number | null;
}

/** What a body with its gains does with a clip: for people to compare, and for a file. */
export interface GainEvaluation {
  readonly clip: string;
  readonly seconds: number;
  readonly joints: readonly JointEvaluation[];
  readonly track: TrackReport;
  readonly steps: readonly StepResponse[];
  /** Error over the clip, degrees, mean of all joints: at most this many moments, evenly spread. */
  readonly errorSeries: readonly number[];
}

/** Points of a plot: about as many as a screen shows. */
const SERIES_LENGTH = 300;

/** Plays a clip of the body's own skeleton to it, then steps every axis. `onProgress` gets the share that is done. */
export function evaluateGains(
  mujoco: MujocoModule,
  body: RemoteBody,
  motion: Motion,
  onProgress: (share: number) => void = () => {},
  hz = 90,
): GainEvaluation {
  const errors: number[] = [];
  const world = new RemoteWorld(mujoco, [body]);
  let track: TrackReport;
  try {
    track = trackMotion(world, 0, motion, {
      hz,
      onFrame({ frame, frameCount }) {
        const sum = body.drives.reduce((total, { part }) => total + partError(world.bodies[0], part), 0);
        errors.push(((sum / Math.max(1, body.drives.length)) * 180) / Math.PI);
        if (frame % 30 === 0) onProgress((frame / frameCount) * 0.5);
        return true;
      },
    });
  } finally {
    world.dispose();
  }
  const steps = measureStepResponses(mujoco, body, (done, total) => onProgress(0.5 + (done / total) * 0.5));
  return {
    clip: motion.name,
    seconds: motionDuration(motion),
    joints: Object.entries(track.perJoint).map(([bone, report]) => ({
      bone: bone as HumanoidBone,
      ...report,
      ...worstOf(steps.filter(({ name }) => readDriveName(name)?.bone === bone)),
    })),
    track,
    steps,
    errorSeries: thinned(errors),
  };
}

function worstOf(
  steps: readonly StepResponse[],
): Pick<JointEvaluation, 'overshoot' | 'settlingSeconds' | 'responseSeconds'> {
  return {
    overshoot: Math.max(...steps.map(({ overshoot }) => overshoot)),
    settlingSeconds: longest(steps.map(({ settlingSeconds }) => settlingSeconds)),
    responseSeconds: longest(steps.map(({ responseSeconds }) => responseSeconds)),
  };
}

/** null stands for never, the longest. */
function longest(times: readonly (number | null)[]): number | null {
  return times.reduce<number | null>((most, time) => (most === null || time === null ? null : Math.max(most, time)), 0);
}

/** The largest of each stretch: a peak must not vanish between two points. */
function thinned(values: readonly number[]): number[] {
  const count = Math.min(SERIES_LENGTH, values.length);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const to = Math.floor(((i + 1) * values.length) / count);
    return Math.max(...values.slice(from, to));
  });
}
