import { SMPL_JOINT_COUNT } from '../skeleton/smplJoints.js';
import { allJoints, type JointClip } from './jointClip.js';

/** SMPL's head joint: the field moves the predicted body so that it lies on the true one. */
export const headJoint = 15;

/** Joint subsets as AGRoL's utils/metrics.py defines them. Root: the pelvis. Hands: the wrists. */
export const jointSubsets = {
  all: allJoints,
  upper: [3, 6, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
  lower: [0, 1, 2, 4, 5, 7, 8, 10, 11],
  root: [0],
  hands: [20, 21],
} as const satisfies Record<string, readonly number[]>;

/**
 * MPJPE: mean distance between true and predicted joints, metres, over all frames and the given joints. Un-aligned it
 * is what a user sees. Aligned at a joint (the head, 15, in the literature) the predicted body is first moved, frame by
 * frame, so that this joint coincides. NaN for a clip without frames.
 */
export function meanPositionError(
  truth: JointClip,
  prediction: JointClip,
  joints: readonly number[] = allJoints,
  alignAtJoint: number | null = null,
): number {
  let sum = 0;
  for (let frame = 0; frame < truth.frameCount; frame++) {
    const start = frame * SMPL_JOINT_COUNT * 3;
    const anchor = start + (alignAtJoint ?? 0) * 3;
    const weight = alignAtJoint === null ? 0 : 1;
    const shiftX = weight * (prediction.positions[anchor] - truth.positions[anchor]);
    const shiftY = weight * (prediction.positions[anchor + 1] - truth.positions[anchor + 1]);
    const shiftZ = weight * (prediction.positions[anchor + 2] - truth.positions[anchor + 2]);
    for (const joint of joints) {
      const at = start + joint * 3;
      const x = prediction.positions[at] - truth.positions[at] - shiftX;
      const y = prediction.positions[at + 1] - truth.positions[at + 1] - shiftY;
      const z = prediction.positions[at + 2] - truth.positions[at + 2] - shiftZ;
      sum += Math.sqrt(x * x + y * y + z * z);
    }
  }
  return sum / (truth.frameCount * joints.length);
}
