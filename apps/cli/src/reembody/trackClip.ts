import type { Motion } from '@leib/core';
import {
  applyTuning,
  buildRemoteBody,
  type MujocoModule,
  type RemoteBodySettings,
  RemoteWorld,
  tuneRemoteBody,
} from '@leib/reembody';
import { partError, type TrackFrame, type TrackReport, trackMotion } from '@leib/reembody/measure';

export interface TrackClipOptions {
  readonly hz: number;
  /** Tune the clip's own body first. */
  readonly isTuned: boolean;
  /** A floor at this height, metres, or none. */
  readonly floorY: number | null;
  readonly onProgress: (text: string) => void;
  /** Delay of the targets, seconds. */
  readonly latencySeconds?: number;
  readonly delaysHips?: boolean;
  /** Called with every frame and its errors, degrees, in the order of the report's joints. */
  readonly onFrame?: (frame: TrackFrame, errorsDeg: readonly number[]) => void;
  /** Called with the settings that the body has in the end. */
  readonly onBody?: (settings: RemoteBodySettings) => void;
}

/** Plays a clip to the simulated body of its own skeleton. */
export function trackClip(
  mujoco: MujocoModule,
  motion: Motion,
  settings: RemoteBodySettings,
  { hz, isTuned, floorY, onProgress, onFrame, onBody, latencySeconds = 0, delaysHips = false }: TrackClipOptions,
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
  onBody?.(body.settings);
  const world = new RemoteWorld(mujoco, [body], objects);
  try {
    return trackMotion(world, 0, motion, {
      hz,
      nowMs: () => performance.now(),
      latencySeconds,
      delaysHips,
      onFrame: (each) => {
        const { frame, frameCount } = each;
        onFrame?.(
          each,
          body.drives.map(({ part }) => (partError(world.bodies[0], part) * 180) / Math.PI),
        );
        if (frame % 90 === 0) onProgress(`${motion.name}: frame ${frame} of ${frameCount}`);
        return true;
      },
    });
  } finally {
    world.dispose();
  }
}
