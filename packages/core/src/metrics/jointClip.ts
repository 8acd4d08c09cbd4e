import { InputError } from '../check/inputError.js';
import { SMPL_JOINT_COUNT } from '../skeleton/smplJoints.js';

/** A clip as metrics see it, and as leib-joints/1 stores it: the 22 SMPL body joints, frame after frame. */
export interface JointClip {
  readonly hz: number;
  readonly frameCount: number;
  /** World positions, metres. frameCount x 22 x 3. */
  readonly positions: Float64Array;
  /** World rotations relative to the T-pose. frameCount x 22 x 4. */
  readonly rotations: Float64Array;
}

export function createJointClip(hz: number, frameCount: number): JointClip {
  const rotations = new Float64Array(frameCount * SMPL_JOINT_COUNT * 4);
  for (let w = 3; w < rotations.length; w += 4) rotations[w] = 1;
  return { hz, frameCount, positions: new Float64Array(frameCount * SMPL_JOINT_COUNT * 3), rotations };
}

/** Two clips that are to be compared must be of one length and one rate. */
export function checkComparable(truth: JointClip, prediction: JointClip): void {
  for (const [name, clip] of [
    ['truth', truth],
    ['prediction', prediction],
  ] as const) {
    const { frameCount, positions, rotations } = clip;
    if (
      positions.length !== frameCount * SMPL_JOINT_COUNT * 3 ||
      rotations.length !== frameCount * SMPL_JOINT_COUNT * 4
    ) {
      throw new InputError(
        name,
        `expected ${frameCount * 66} position and ${frameCount * 88} rotation numbers for ${frameCount} frames, ` +
          `got ${positions.length} and ${rotations.length}`,
      );
    }
  }
  if (truth.frameCount !== prediction.frameCount) {
    throw new InputError(
      'prediction',
      `expected ${truth.frameCount} frames, as in the truth, got ${prediction.frameCount}`,
    );
  }
  if (truth.hz !== prediction.hz) {
    throw new InputError(
      'prediction',
      `expected ${truth.hz} Hz, as in the truth, got ${prediction.hz} Hz; resample one of them`,
    );
  }
}

/** All 22 joints, by SMPL index. */
export const allJoints: readonly number[] = Array.from({ length: SMPL_JOINT_COUNT }, (_, joint) => joint);
