import { createQuat, quat } from '@leib/core';
import { composePoses, type FeedDevice, POSE_SIZE } from '@leib/tracking';

/** Feed name of the simulated system with its own tracked space. */
export const APART = 'simulated room';

/** Takes the headset's space to the other one: turned, moved aside, with a higher floor. */
const toApart = Float64Array.of(1.4, 0.12, -0.8, ...quat.setAxisAngle(createQuat(), [0, 1, 0], 1.9));
/** Latency of that system, seconds. */
const LATE_SECONDS = 0.05;
/** Frames kept: more than fit into the latency at any rate. */
const KEPT = 32;

/** Moves devices into another tracked space, with a delay. */
export interface LateSpace {
  /** Replaces the devices' poses; call it after they were written. */
  step(dtSeconds: number): void;
}

export function createLateSpace(devices: readonly FeedDevice[]): LateSpace {
  const size = devices.length * POSE_SIZE;
  const kept = new Float64Array(KEPT * size);
  const times = new Float64Array(KEPT).fill(Number.NEGATIVE_INFINITY);
  let newest = 0;
  let seconds = 0;
  return {
    step(dtSeconds) {
      seconds += dtSeconds;
      newest = (newest + 1) % KEPT;
      times[newest] = seconds;
      for (let i = 0; i < devices.length; i++) {
        composePoses(kept, newest * size + i * POSE_SIZE, toApart, 0, devices[i].pose, 0);
      }
      let shown = newest;
      for (let back = 1; back < KEPT; back++) {
        const frame = (newest - back + KEPT) % KEPT;
        if (!(times[frame] >= seconds - LATE_SECONDS)) break;
        shown = frame;
      }
      for (let i = 0; i < devices.length; i++) {
        const at = shown * size + i * POSE_SIZE;
        for (let k = 0; k < POSE_SIZE; k++) devices[i].pose[k] = kept[at + k];
      }
    },
  };
}
