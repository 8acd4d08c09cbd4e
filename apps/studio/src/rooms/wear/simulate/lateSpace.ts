import { createQuat, quat } from '@leib/core';
import { composePoses, type FeedDevice, POSE_SIZE } from '@leib/tracking';

/** Name of the simulated system that sees trackers in a space of its own. */
export const APART = 'simulated room';

/** Takes the headset's space to the other one: a quarter turn and more, aside, on a floor that is higher. */
const toApart = Float64Array.of(1.4, 0.12, -0.8, ...quat.setAxisAngle(createQuat(), [0, 1, 0], 1.9));
/** How late that system is, seconds. */
const LATE_SECONDS = 0.05;
/** Frames that are kept: more than fit into that time at any rate. */
const KEPT = 32;

/** Devices as another system sees them: elsewhere, and later. */
export interface LateSpace {
  /** After the devices' poses were written: replaces them. Allocates nothing. */
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
