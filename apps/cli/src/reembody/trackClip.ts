import type { Motion } from '@leib/core';
import {
  applyTuning,
  buildRemoteBody,
  type MujocoModule,
  type RemoteBodySettings,
  RemoteWorld,
  tuneRemoteBody,
} from '@leib/reembody';
import { partError, type TrackReport, trackMotion } from '@leib/reembody/measure';

export interface TrackClipOptions {
  readonly hz: number;
  /** Tune the clip's own body first. */
  readonly isTuned: boolean;
  /** A floor at this height, metres, or none. */
  readonly floorY: number | null;
  readonly onProgress: (text: string) => void;
  /** Called with every frame's errors, degrees, in the order of the report's joints. */
  readonly onErrors?: (errorsDeg: readonly number[]) => void;
}

/** Plays a clip to the simulated body of its own skeleton. */
export function trackClip(
  mujoco: MujocoModule,
  motion: Motion,
  settings: RemoteBodySettings,
  { hz, isTuned, floorY, onProgress, onErrors }: TrackClipOptions,
): TrackReport {
  const untuned = buildRemoteBody(motion.skeleton, settings);
  const tuning = isTuned
    ? tuneRemoteBody(mujoco, untuned, undefined, (done, total) => {
        onProgress(`tuning: ${done} of ${total} axes`);
        return true;
      })
    : null;
  const body = tuning === null ? untuned : buildRemoteBody(motion.skeleton, applyTuning(settings, tuning));
  const objects = floorY === null ? [] : [{ kind: 'floor', name: 'floor', height: floorY } as const];
  const world = new RemoteWorld(mujoco, [body], objects);
  try {
    return trackMotion(world, 0, motion, {
      hz,
      nowMs: () => performance.now(),
      onFrame: (frame, frameCount) => {
        onErrors?.(body.drives.map(({ part }) => (partError(world.bodies[0], part) * 180) / Math.PI));
        if (frame % 90 === 0) onProgress(`${motion.name}: frame ${frame} of ${frameCount}`);
        return true;
      },
    });
  } finally {
    world.dispose();
  }
}
