import { SMPL_JOINT_COUNT } from '../skeleton/smplJoints.js';
import type { JointClip } from './jointClip.js';

const frameSize = SMPL_JOINT_COUNT * 3;

/**
 * MPJVE: mean length of the difference between true and predicted joint velocities, metres per second, v = hz (p_t -
 * p_(t-1)), over frames 1.. and 22 joints. NaN for fewer than two frames.
 */
export function meanVelocityError(truth: JointClip, prediction: JointClip): number {
  let sum = 0;
  let count = 0;
  for (let at = frameSize; at < truth.positions.length; at += 3) {
    let lengthSq = 0;
    for (let k = at; k < at + 3; k++) {
      const moved = prediction.positions[k] - prediction.positions[k - frameSize];
      const movedTruly = truth.positions[k] - truth.positions[k - frameSize];
      lengthSq += (moved - movedTruly) ** 2;
    }
    sum += Math.sqrt(lengthSq);
    count++;
  }
  return (sum / count) * truth.hz;
}

/**
 * Jitter: mean length of the third difference of position, hz^3 (p_t - 3 p_(t-1) + 3 p_(t-2) - p_(t-3)), metres per
 * second cubed, over frames 3.. and 22 joints. A property of one clip: print the truth's beside the prediction's
 * (recordings differ thirtyfold). Papers print it in 10^2 m/s^3. NaN for fewer than four frames.
 */
export function meanJitter({ hz, positions }: JointClip): number {
  let sum = 0;
  let count = 0;
  for (let at = 3 * frameSize; at < positions.length; at += 3) {
    let lengthSq = 0;
    for (let k = at; k < at + 3; k++) {
      const jerk =
        positions[k] - 3 * positions[k - frameSize] + 3 * positions[k - 2 * frameSize] - positions[k - 3 * frameSize];
      lengthSq += jerk ** 2;
    }
    sum += Math.sqrt(lengthSq);
    count++;
  }
  return (sum / count) * hz ** 3;
}
