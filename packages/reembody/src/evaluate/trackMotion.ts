import { createPose, type HumanoidBone, type Motion, motionDuration, sampleMotion, updateWorldPose } from '@leib/core';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { partError, projectionLoss } from '../world/measureBody.js';
import type { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';

/** How far one joint, or all of them, were from their targets, degrees. */
export interface ErrorSummary {
  readonly meanDeg: number;
  readonly rmsDeg: number;
  readonly maxDeg: number;
}

export interface JointTrackReport extends ErrorSummary {
  /** What the projection on the joint's axes and limits took from the wanted rotation, degrees, in the mean. */
  readonly projectionLossDeg: number;
}

export interface TrackReport {
  readonly meanErrorDeg: number;
  readonly rmsErrorDeg: number;
  readonly maxErrorDeg: number;
  /** Mean over the joints of what projection took; no part of the errors. */
  readonly projectionLossDeg: number;
  readonly perJoint: Readonly<Partial<Record<HumanoidBone, JointTrackReport>>>;
  readonly resets: number;
  readonly nan: number;
  readonly teleports: number;
  readonly frames: number;
  /** Time of one frame of simulation, microseconds, median; NaN without a clock. */
  readonly usPerFrame: number;
}

export interface TrackOptions {
  readonly hz: number;
  /** Milliseconds now, for usPerFrame. */
  readonly nowMs?: () => number;
  /** Called after every frame; false ends the clip early. */
  readonly onFrame?: (frame: number, frameCount: number) => boolean;
}

const defaultTrackOptions: TrackOptions = { hz: 90 };

/** Plays a motion of the body's own skeleton to it, frame by frame, and measures how well it follows. */
export function trackMotion(
  world: RemoteWorld,
  index: number,
  motion: Motion,
  { hz, nowMs, onFrame }: TrackOptions = defaultTrackOptions,
): TrackReport {
  const state = world.bodies[index];
  const { drives } = state.body;
  const pose = createPose(motion.skeleton);
  const frameCount = Math.max(1, Math.round(motionDuration(motion) * hz));
  const resetsBefore = world.resetCount;
  const { nanCount: nanBefore, teleportCount: teleportsBefore } = state;
  const sums = drives.map(() => ({ sum: 0, sumSq: 0, max: 0, loss: 0 }));
  const times = new Float64Array(frameCount);
  // A new clip starts in its first pose: the body does not have to follow the cut between two.
  state.hasTarget = false;
  let frames = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    sampleMotion(motion, frame / hz, pose);
    updateWorldPose(motion.skeleton, pose);
    const start = nowMs?.() ?? Number.NaN;
    setRemoteTarget(state, pose);
    stepRemoteWorld(world, 1 / hz);
    times[frame] = (nowMs?.() ?? Number.NaN) - start;
    frames++;
    for (let d = 0; d < drives.length; d++) {
      const { part } = drives[d];
      const error = partError(state, part);
      const total = sums[d];
      total.sum += error;
      total.sumSq += error * error;
      total.max = Math.max(total.max, error);
      total.loss += projectionLoss(state, part);
    }
    if (onFrame && !onFrame(frame, frameCount)) break;
  }
  const deg = 180 / Math.PI;
  const joints = sums.map(({ sum, sumSq, max, loss }) => ({
    meanDeg: (sum / frames) * deg,
    rmsDeg: Math.sqrt(sumSq / frames) * deg,
    maxDeg: max * deg,
    projectionLossDeg: (loss / frames) * deg,
  }));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    meanErrorDeg: mean(joints.map(({ meanDeg }) => meanDeg)),
    rmsErrorDeg: Math.sqrt(mean(joints.map(({ rmsDeg }) => rmsDeg ** 2))),
    maxErrorDeg: Math.max(...joints.map(({ maxDeg }) => maxDeg)),
    projectionLossDeg: mean(joints.map(({ projectionLossDeg }) => projectionLossDeg)),
    perJoint: Object.fromEntries(drives.map(({ bone }, d) => [bone, joints[d]])),
    resets: world.resetCount - resetsBefore,
    nan: state.nanCount - nanBefore,
    teleports: state.teleportCount - teleportsBefore,
    frames,
    usPerFrame: medianOf(times.subarray(0, frames)) * 1000,
  };
}

function medianOf(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1];
}
