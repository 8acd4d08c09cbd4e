import { createQuat, nextRandom, quat } from '../math/index.js';
import { jointOfBone } from '../skeleton/buildSkeleton.js';
import type { HumanoidBone } from '../skeleton/humanoid.js';
import { createPose, type Pose, type Skeleton } from '../skeleton/skeleton.js';
import { updateWorldPose } from '../skeleton/updateWorldPose.js';

/** Largest turns away from the T-pose about X, Y and Z, degrees: lows, then highs. The right side mirrors the left. */
const turnRanges: Partial<Record<HumanoidBone, readonly [low: readonly number[], high: readonly number[]]>> = {
  hips: [
    [-20, -180, -15],
    [20, 180, 15],
  ],
  spine: [
    [-10, -10, -10],
    [20, 10, 10],
  ],
  chest: [
    [-10, -10, -10],
    [20, 10, 10],
  ],
  neck: [
    [-15, -20, -10],
    [15, 20, 10],
  ],
  head: [
    [-20, -30, -10],
    [20, 30, 10],
  ],
  leftUpperArm: [
    [-40, -80, -85],
    [40, 30, 60],
  ],
  leftLowerArm: [
    [-30, -130, -10],
    [30, 0, 10],
  ],
  leftHand: [
    [-10, -20, -40],
    [10, 20, 40],
  ],
  leftUpperLeg: [
    [-90, -25, -5],
    [25, 25, 40],
  ],
  leftLowerLeg: [
    [0, 0, 0],
    [110, 0, 0],
  ],
  leftFoot: [
    [-20, -10, -10],
    [20, 10, 10],
  ],
};

/** Poses of a person that bend everything: arms up, down and crossed, knees to the chest. Seeded. */
export function wildPoses(skeleton: Skeleton, count: number, seed: number): Pose[] {
  const state = { seed };
  const random = () => nextRandom(state);
  return Array.from({ length: count }, () => {
    const pose = createPose(skeleton);
    for (const [bone, [low, high]] of Object.entries(turnRanges) as [HumanoidBone, [number[], number[]]][]) {
      const sides = bone.startsWith('left') ? [1, -1] : [1];
      for (const side of sides) {
        const joint = jointOfBone(skeleton, (side < 0 ? bone.replace('left', 'right') : bone) as HumanoidBone);
        if (joint < 0) continue;
        const [x, y, z] = low.map((least, k) => least + random() * (high[k] - least));
        const turn = quat.fromEuler(createQuat(), x, side * y, side * z);
        pose.localRotations.set(turn as Float64Array, joint * 4);
      }
    }
    pose.rootPosition[0] = random() - 0.5;
    pose.rootPosition[2] = random() - 0.5;
    updateWorldPose(skeleton, pose);
    return pose;
  });
}
