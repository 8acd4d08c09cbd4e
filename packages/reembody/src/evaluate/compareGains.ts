import type { Motion } from '@leib/core';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import type { RemoteBody } from '../body/remoteBody.js';
import type { MujocoModule } from '../engine/mujoco.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { applyTuning, type BodyTuning } from '../tuning/tuneRemoteBody.js';
import { applyGains } from '../world/applyGains.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { measureStepResponses, type StepResponse } from './stepResponse.js';
import { type TrackReport, trackMotion } from './trackMotion.js';

/** The pairs that one gain for all joints is looked for among. */
const commonKps: readonly number[] = [30, 100, 300, 1000, 3000];
const commonKds: readonly number[] = [1, 3, 10, 30, 100];

export interface CommonPair {
  readonly kp: number;
  readonly kd: number;
  readonly meanErrorDeg: number;
}

/** What tuning was worth on a clip, and how the axes answer a step. */
export interface GainComparison {
  readonly before: TrackReport;
  readonly after: TrackReport;
  readonly stepsBefore: readonly StepResponse[];
  readonly stepsAfter: readonly StepResponse[];
}

/** The same clip and body with the settings' own gains and with the tuned ones. */
export function compareTuning(
  mujoco: MujocoModule,
  motion: Motion,
  settings: RemoteBodySettings,
  tuning: BodyTuning,
  hz = 90,
): GainComparison {
  const before = buildRemoteBody(motion.skeleton, settings);
  const after = buildRemoteBody(motion.skeleton, applyTuning(settings, tuning));
  return {
    before: track(mujoco, before, motion, hz),
    after: track(mujoco, after, motion, hz),
    stepsBefore: measureStepResponses(mujoco, before),
    stepsAfter: measureStepResponses(mujoco, after),
  };
}

/** One Kp and Kd for all joints: the mean error of every pair of the grid, on one clip. */
export function trackCommonPairs(
  mujoco: MujocoModule,
  motion: Motion,
  settings: RemoteBodySettings,
  onProgress?: (done: number, total: number) => void,
  hz = 90,
): CommonPair[] {
  const body = buildRemoteBody(motion.skeleton, settings);
  const pairs = commonKps.flatMap((kp) => commonKds.map((kd) => ({ kp, kd })));
  return pairs.map(({ kp, kd }, index) => {
    onProgress?.(index, pairs.length);
    return { kp, kd, meanErrorDeg: track(mujoco, body, motion, hz, kp, kd).meanErrorDeg };
  });
}

function track(
  mujoco: MujocoModule,
  body: RemoteBody,
  motion: Motion,
  hz: number,
  kp?: number,
  kd?: number,
): TrackReport {
  const world = new RemoteWorld(mujoco, [body]);
  try {
    if (kp !== undefined && kd !== undefined) {
      world.bodies[0].kp.fill(kp);
      world.bodies[0].kd.fill(kd);
      applyGains(world, 0);
    }
    return trackMotion(world, 0, motion, { hz });
  } finally {
    world.dispose();
  }
}
