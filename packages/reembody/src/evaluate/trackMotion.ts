import {
  createPose,
  type HumanoidBone,
  type Motion,
  motionDuration,
  type Pose,
  sampleMotion,
  updateWorldPose,
} from '@leib/core';
import {
  buildLatencyLine,
  createLatencyState,
  setGroupDelays,
  setLatency,
  stepLatencyLine,
} from '../control/latencyLine.js';
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
  /** Longest delay that any part's target really had, milliseconds: in the mean over the frames, and at most. */
  readonly meanDelayMs: number;
  readonly maxDelayMs: number;
  /** Time of one frame of simulation, microseconds, median; NaN without a clock. */
  readonly usPerFrame: number;
}

/** One frame of a clip that is played to a body. The poses are good until the next one. */
export interface TrackFrame {
  readonly frame: number;
  readonly frameCount: number;
  readonly timeSeconds: number;
  /** The clip's pose at this moment, and where the body is. */
  readonly wished: Pose;
  readonly reached: Pose;
  /** Longest delay that any part's target really had, seconds. */
  readonly delaySeconds: number;
}

export interface TrackOptions {
  readonly hz: number;
  /** Delay of the targets of all groups without one in the settings, seconds, but for the hips. 0 when absent. */
  readonly latencySeconds?: number;
  readonly delaysHips?: boolean;
  /** Milliseconds now, for usPerFrame. */
  readonly nowMs?: () => number;
  /** Called after every frame; false ends the clip early. */
  readonly onFrame?: (frame: TrackFrame) => boolean;
}

const defaultTrackOptions: TrackOptions = { hz: 90 };

/**
 * Plays a motion of the body's own skeleton to it, frame by frame, and measures how well it follows: angles from its target,
 * which is late where the settings or options say so.
 */
export function trackMotion(
  world: RemoteWorld,
  index: number,
  motion: Motion,
  { hz, nowMs, onFrame, latencySeconds = 0, delaysHips = false }: TrackOptions = defaultTrackOptions,
): TrackReport {
  const state = world.bodies[index];
  const { drives } = state.body;
  const { settings } = state.body;
  const line = buildLatencyLine(motion.skeleton, settings.groups);
  const latency = createLatencyState(line);
  setLatency(latency, latencySeconds, delaysHips);
  setGroupDelays(latency, settings);
  const isLate = latency.delaySeconds.some((delay) => delay > 0);
  const delays = { sum: 0, max: 0 };
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
    if (isLate) stepLatencyLine(line, latency, pose, 1 / hz);
    setRemoteTarget(state, isLate ? latency.targetPose : pose);
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
    const delaySeconds = isLate ? Math.max(...latency.effectiveSeconds) : 0;
    delays.sum += delaySeconds;
    delays.max = Math.max(delays.max, delaySeconds);
    const shown = { frame, frameCount, timeSeconds: frame / hz, wished: pose, reached: state.pose, delaySeconds };
    if (onFrame && !onFrame(shown)) break;
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
    meanDelayMs: (delays.sum / frames) * 1000,
    maxDelayMs: delays.max * 1000,
    usPerFrame: medianOf(times.subarray(0, frames)) * 1000,
  };
}

function medianOf(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1];
}
