import { defaultSkeleton } from '@leib/body';
import {
  buildRetarget,
  createPose,
  type Motion,
  motionDuration,
  retargetPose,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';
import { createActorPacking, createPackedActor, movesFingers, packActor } from '@leib/core/pack';
import type { DisplayFrame, DisplayScene } from '@leib/net';

export type ViewerKind = 'sway' | 'still';

/** A movement as a simulation of agents with the default body. */
export interface MotionOnDisplays {
  readonly scene: DisplayScene;
  /** The moment at a time, seconds; the movement begins again after its end. */
  frameAt(seconds: number): DisplayFrame;
}

/** Where the first agent begins: behind the front wall of the default CAVE, metres. */
const AHEAD = 2.2;
/** Between agents of a row, metres, and the delay of each after the one before, seconds. */
const APART = 1.1;
const DELAY = 0.3;
/** Of the viewer's eyes, metres: above the floor, and behind the middle of the room. */
const EYE_HEIGHT = 1.68;
const STEP_BACK = 0.25;
/** The viewer's way from the middle to each side, metres, and the time there and back, seconds. */
const SWAY = 0.4;
const SWAY_SECONDS = 6;

/** @param face weights at a time of the motion; null: the agents' faces rest */
export function playOnDisplays(
  motion: Motion,
  agentCount: number,
  viewer: ViewerKind,
  face: ((seconds: number) => ArrayLike<number>) | null = null,
): MotionOnDisplays {
  const retarget = buildRetarget(motion.skeleton, defaultSkeleton);
  const [from, to] = [createPose(motion.skeleton), createPose(defaultSkeleton)];
  const packings = Array.from({ length: agentCount }, () => createActorPacking(defaultSkeleton));
  const duration = Math.max(motionDuration(motion), 1 / motion.hz);
  const streams = { fingers: movesFingers(motion), face: face !== null };
  const timeOf = (seconds: number) => ((seconds % duration) + duration) % duration;
  const poseAt = (seconds: number) => {
    sampleMotion(motion, timeOf(seconds), from);
    updateWorldPose(motion.skeleton, from);
    retargetPose(retarget, from, to);
  };
  // Recordings begin anywhere in their room: this one begins before the viewer.
  poseAt(0);
  const [startX, , startZ] = to.rootPosition;
  return {
    scene: {
      kinds: [{ name: motion.name.slice(0, 80), mesh: 'default', scale: 1, ...streams }],
      agents: packings.map((_, id) => ({
        id,
        kind: 0,
        origin: [(id - (agentCount - 1) / 2) * APART, 0, -AHEAD] as const,
      })),
      viewers: ['head'],
    },
    frameAt(seconds) {
      const actors = packings.map((packing, agent) => {
        const agentSeconds = seconds - agent * DELAY;
        poseAt(agentSeconds);
        to.rootPosition[0] -= startX;
        to.rootPosition[2] -= startZ;
        updateWorldPose(defaultSkeleton, to);
        const actor = createPackedActor(String(agent), 'captured', streams);
        packActor(packing, to, null, face?.(timeOf(agentSeconds)) ?? null, actor);
        return actor;
      });
      const x = viewer === 'sway' ? SWAY * Math.sin((2 * Math.PI * seconds) / SWAY_SECONDS) : 0;
      const pose = Float64Array.of(x, EYE_HEIGHT, STEP_BACK, 0, 0, 0, 1);
      return { number: 0, seconds, viewers: [{ pose, isTracked: true }], actors };
    },
  };
}
