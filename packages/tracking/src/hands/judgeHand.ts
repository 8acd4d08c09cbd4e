import { POSE_SIZE } from '../frame/trackedParts.js';
import {
  createPoseTrack,
  isDoubted,
  judgePose,
  limbLimits,
  type PoseTrack,
  restartPoseTrack,
  verdict,
} from '../judge/judgePose.js';
import { copyHandSignal, createHandSignal, type HandSignal } from './handSignal.js';

/** What is remembered of a hand to judge its signal. One per hand. */
export interface HandTrack {
  readonly pose: PoseTrack;
  readonly sample: Float64Array;
  /** The last signal that was believed. */
  readonly believed: HandSignal;
}

export function createHandTrack(): HandTrack {
  return { pose: createPoseTrack(), sample: new Float64Array(POSE_SIZE), believed: createHandSignal() };
}

/**
 * The signal to follow: this one; the last one that was believed where the hand is elsewhere or turned all at once, or is no pose for a
 * moment; null where it is lost. What stays elsewhere for a tenth of a second is lost, and found there: whoever follows it closes the gap.
 */
export function judgeHand(track: HandTrack, signal: HandSignal | null, dtSeconds: number): HandSignal | null {
  const { pose, sample, believed } = track;
  const isThere = signal !== null && signal.confidence > 0;
  if (!isThere) {
    restartPoseTrack(pose);
    return null;
  }
  sample.set(signal.position);
  sample.set(signal.rotation, 3);
  const areFingersUsable = areNumbers(signal.bends) && areNumbers(signal.splay);
  const found = judgePose(pose, limbLimits, areFingersUsable ? sample : null, 0, dtSeconds);
  const isUnusable = found === verdict.lost || found === verdict.absent;
  if (isUnusable && !(pose.known > 0 && pose.sinceSeconds < HOLD_SECONDS)) return null;
  if (isUnusable || isDoubted(pose)) return believed;
  if (pose.isAway) {
    // It stays there: lost for one frame, and found there in the next one.
    restartPoseTrack(pose);
    return null;
  }
  copyHandSignal(believed, signal);
  return signal;
}

/** A hand whose samples are no pose is held for this long, seconds; then it is lost. */
const HOLD_SECONDS = 0.1;

function areNumbers(values: Float64Array): boolean {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k] * 0;
  return sum === 0;
}
