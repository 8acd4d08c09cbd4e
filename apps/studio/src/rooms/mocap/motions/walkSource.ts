import { createQuat, createTimeline, quat, stepTimeline } from '@leib/core';
import {
  createTrackerOffsets,
  type DeviceFrame,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
} from '@leib/tracking';
import type { LoopSource } from './solvedMotion.js';

/** Radius of the round, metres, and its length, seconds. */
const RADIUS = 0.42;
const ROUND_SECONDS = 3.4;
/** Double steps in a round: a whole number, so that it loops. */
const STRIDES = 3;
/** Head joint of a person who walks, and the hands beside it, metres. */
const HEAD = { y: 1.53, z: 0.033 } as const;
const HAND = { x: 0.24, y: 0.89, z: 0.04, swing: 0.15, rise: 0.03 } as const;
const BOB = 0.012;
/** How far the hanging hands are turned from the T-pose, radians. */
const HANG = 1.35;

/** Head and hands of a person who walks in a small round, arms swinging. Our own formula. */
export function createWalkSource(): LoopSource {
  const timeline = createTimeline(ROUND_SECONDS);
  const turn = createQuat();
  const hang = createQuat();
  /** A point beside the head's path, turned with the walker. */
  const write = (out: DeviceFrame, point: number, yaw: number, [x, y, z]: readonly number[]) => {
    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
    // The walker faces +Z at yaw 0, where the round is at (-RADIUS, 0): it turns left about the middle.
    out.devicePoses.set([c * (x - RADIUS) + s * z, y, -s * (x - RADIUS) + c * z, ...turn], point * POSE_SIZE);
    out.quality[point] = quality.tracked;
  };
  return {
    label: 'Walk',
    offsets: createTrackerOffsets(),
    timeline,
    step(dtSeconds, out) {
      stepTimeline(timeline, dtSeconds);
      const share = timeline.timeSeconds / ROUND_SECONDS;
      const yaw = 2 * Math.PI * share;
      const phase = yaw * STRIDES;
      loseEverything(out);
      out.timeSeconds = timeline.timeSeconds;
      quat.setAxisAngle(turn, [0, 1, 0], yaw);
      write(out, pointNumber.head, yaw, [0, HEAD.y + BOB * Math.cos(2 * phase), HEAD.z]);
      for (const side of [1, -1] as const) {
        const swing = side * Math.sin(phase);
        quat.setAxisAngle(turn, [0, 1, 0], yaw);
        quat.rotateX(turn, turn, -0.35 * swing);
        quat.multiply(turn, turn, quat.setAxisAngle(hang, [0, 0, 1], -side * HANG));
        const at = [side * HAND.x, HAND.y + HAND.rise * Math.abs(swing), HAND.z + HAND.swing * swing];
        write(out, side > 0 ? pointNumber.leftHand : pointNumber.rightHand, yaw, at);
      }
    },
    dispose() {},
  };
}
