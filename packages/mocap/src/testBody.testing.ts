import { buildSkeleton, type HumanoidBone, type RawJoint, type Skeleton } from '@leib/core';

/** Tests only: an average person in the T-pose facing +Z, soles on y = 0. */
export function testBody(without: readonly HumanoidBone[] = []): Skeleton {
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
  return buildSkeleton(withoutBones(joints, without));
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
