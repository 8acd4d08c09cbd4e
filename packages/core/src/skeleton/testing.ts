import { createQuat, nextRandom, quat } from '../math/index.js';
import { buildSkeleton, jointOfBone, type RawJoint } from './buildSkeleton.js';
import type { HumanoidBone } from './humanoid.js';
import { createPose, type Pose, type Skeleton, updateWorldPose } from './skeleton.js';

/** Tests only (`@leib/core/testing`): a person, and poses that bend everything. */

/** An average person in the T-pose facing +Z, soles on y = 0. `hasFace`: fingers, eyes and jaw, too. */
export function testBody(without: readonly HumanoidBone[] = [], hasFace = false): Skeleton {
  const joints: RawJoint[] = [];
  const add = (bone: HumanoidBone, parent: HumanoidBone | null, offset: [number, number, number]) => {
    joints.push({ name: bone, parent, offset, bone });
  };
  add('hips', null, [0, 0.95, 0]);
  add('spine', 'hips', [0, 0.1, -0.01]);
  add('chest', 'spine', [0, 0.13, -0.01]);
  add('upperChest', 'chest', [0, 0.13, 0.01]);
  add('neck', 'upperChest', [0, 0.15, -0.01]);
  add('head', 'neck', [0, 0.1, 0.02]);
  for (const side of ['left', 'right'] as const) {
    const sign = side === 'left' ? 1 : -1;
    add(`${side}Shoulder`, 'upperChest', [0.03 * sign, 0.1, 0.01]);
    add(`${side}UpperArm`, `${side}Shoulder`, [0.14 * sign, 0, -0.02]);
    add(`${side}LowerArm`, `${side}UpperArm`, [0.28 * sign, 0, 0]);
    add(`${side}Hand`, `${side}LowerArm`, [0.25 * sign, 0, 0.005]);
    add(`${side}UpperLeg`, 'hips', [0.09 * sign, -0.05, 0]);
    add(`${side}LowerLeg`, `${side}UpperLeg`, [0.01 * sign, -0.42, 0.01]);
    add(`${side}Foot`, `${side}LowerLeg`, [0, -0.4, -0.02]);
    add(`${side}Toes`, `${side}Foot`, [0, -0.06, 0.13]);
  }
  if (hasFace) addFace(add);
  return buildSkeleton(withoutBones(joints, without));
}

function addFace(add: (bone: HumanoidBone, parent: HumanoidBone, offset: [number, number, number]) => void): void {
  add('jaw', 'head', [0, 0.02, 0.03]);
  for (const side of ['left', 'right'] as const) {
    const sign = side === 'left' ? 1 : -1;
    add(`${side}Eye`, 'head', [0.03 * sign, 0.07, 0.07]);
    for (const [i, finger] of (['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const).entries()) {
      let parent: HumanoidBone = `${side}Hand`;
      const names = finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
      for (const [k, name] of names.entries()) {
        const bone = `${side}${finger}${name}` as HumanoidBone;
        add(bone, parent, k === 0 ? [0.08 * sign, 0, 0.04 - 0.02 * i] : [0.03 * sign, 0, 0]);
        parent = bone;
      }
    }
  }
}

/** Children of a left-out joint hang on its parent, at the same place. */
function withoutBones(joints: readonly RawJoint[], without: readonly HumanoidBone[]): RawJoint[] {
  let kept = [...joints];
  for (const bone of without) {
    const gone = kept.find((joint) => joint.bone === bone);
    if (gone === undefined) continue;
    kept = kept
      .filter((joint) => joint !== gone)
      .map((joint) =>
        joint.parent !== bone
          ? joint
          : {
              ...joint,
              parent: gone.parent ?? null,
              offset: joint.offset.map((x, i) => x + (gone.offset[i] ?? 0)) as [number, number, number],
            },
      );
  }
  return kept;
}

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
