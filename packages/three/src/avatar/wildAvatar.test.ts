import {
  buildRetarget,
  createPose,
  createQuat,
  createVec3,
  DEG,
  type HumanoidBone,
  humanoidBones,
  jointOfBone,
  mirrorBone,
  quat,
  requiredBones,
  retargetPose,
  type Skeleton,
  vec3,
} from '@leib/core';
import { seededRandom, seeds, wildPoses } from '@leib/core/testing';
import { Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Avatar, loadAvatar } from './loadAvatar.js';
import {
  buildWildAvatar,
  helperJoint,
  jointFor,
  removeJoints,
  type WildJoint,
  type WildOptions,
} from './wildAvatar.testing.js';
import { wildNames } from './wildNames.testing.js';

// This package has no types of Node.
const fs = (await import('node:fs' as string)) as { readonly readFileSync: (path: URL) => Uint8Array<ArrayBuffer> };

let person: Skeleton;

beforeAll(async () => {
  const file = fs.readFileSync(new URL('../../../body/assets/leib-neutral.vrm', import.meta.url));
  person = (await loadAvatar(new File([file], 'leib-neutral.vrm'))).ownSkeleton;
});

const limbs = ['UpperArm', 'LowerArm', 'UpperLeg', 'LowerLeg'] as const;
const endOf = { UpperArm: 'LowerArm', LowerArm: 'Hand', UpperLeg: 'LowerLeg', LowerLeg: 'Foot' } as const;

interface Worn {
  readonly avatar: Avatar;
  /** Bones that another node was taken for, or none. */
  readonly wrong: readonly string[];
  /** Largest angle between a limb and the person's, degrees. */
  readonly angle: number;
}

async function wear(options: WildOptions, bones: readonly HumanoidBone[] = requiredBones): Promise<Worn> {
  const { bytes, names } = buildWildAvatar(person, options);
  const avatar = await loadAvatar(bytes);
  const nodeOf = new Map(avatar.report.bones.map(({ bone, node }) => [bone, node]));
  const wrong = bones.flatMap((bone) => {
    const expected = names.get(bone);
    const got = nodeOf.get(bone) ?? 'none';
    return expected === undefined || asLoaded(expected) === got ? [] : [`${bone}: ${got}, not ${expected}`];
  });
  return { avatar, wrong, angle: worstAngle(avatar) };
}

/** As three.js' loader writes a name. */
function asLoaded(name: string): string {
  return name.replace(/\s/g, '_').replace(/[[\].:/]/g, '');
}

function worstAngle(avatar: Avatar): number {
  const retarget = buildRetarget(person, avatar.skeleton);
  const own = createPose(avatar.skeleton);
  const place = (bone: HumanoidBone) =>
    avatar.bones[jointOfBone(avatar.skeleton, bone)].getWorldPosition(new Vector3());
  let worst = 0;
  for (const pose of wildPoses(person, 6, 3)) {
    retargetPose(retarget, pose, own);
    avatar.applyPose(own);
    avatar.root.updateMatrixWorld(true);
    for (const side of ['left', 'right'] as const) {
      for (const limb of limbs) {
        const [from, to]: [HumanoidBone, HumanoidBone] = [`${side}${limb}`, `${side}${endOf[limb]}`];
        const at = (bone: HumanoidBone) => new Vector3().fromArray(pose.worldPositions, jointOfBone(person, bone) * 3);
        worst = Math.max(
          worst,
          place(to)
            .sub(place(from))
            .angleTo(at(to).sub(at(from))) / DEG,
        );
      }
    }
  }
  return worst;
}

const isFace = (bone: HumanoidBone) => /Eye|jaw/.test(bone);
const hasNoFingerNames = /^(numbered|no words|French)/;

describe('names', () => {
  test.each(Object.keys(wildNames))(
    '%s: every bone is found, and limbs go where the person moves them',
    async (name) => {
      const bones = hasNoFingerNames.test(name)
        ? requiredBones
        : humanoidBones.filter((bone) => !isFace(bone) && jointOfBone(person, bone) >= 0);
      const { avatar, wrong, angle } = await wear({ nameOf: wildNames[name], axesSeed: 5 }, bones);
      expect(wrong).toEqual([]);
      expect(avatar.report).toMatchObject({ judgement: 'good', problems: [] });
      expect(angle).toBeLessThan(3);
    },
  );
});

/** Bones with names that tell nothing are found by shape, and the rest by their names: every case is tried with both. */
const namings = ['Blender .L and .R', 'Mixamo', 'no words at all'] as const;

describe.each(namings)('structure, names: %s', (name) => {
  const nameOf = wildNames[name];
  const root = (joints: WildJoint[], y = 0) => {
    const top = helperJoint('Root', null, createVec3(0, y, 0), 'hips');
    joints.push(top);
    return top;
  };
  const onRoot = (bones: RegExp) => (joints: WildJoint[]) => {
    const top = root(joints);
    for (const joint of joints) {
      if (joint !== top && (joint.parent === null || (joint.bone && bones.test(joint.bone)))) joint.parent = top;
    }
  };
  const cases: Record<string, WildOptions> = {
    'a root on the floor': { edit: onRoot(/^$/) },
    'legs on the root beside the hips': { edit: onRoot(/UpperLeg/) },
    'feet that are IK bones at the root': { edit: onRoot(/Foot/) },
    'legs and feet on the root': { edit: onRoot(/UpperLeg|Foot/) },
    'hips for the legs beside the spine, on a body at the pelvis': {
      edit: (joints) => {
        const body = helperJoint('Body', null, createVec3(...jointFor(joints, 'hips').place), 'hips');
        jointFor(joints, 'spine').parent = body;
        jointFor(joints, 'hips').parent = body;
        Object.assign(jointFor(joints, 'hips'), { bone: null, isSkinned: false });
        Object.assign(body, { bone: 'hips', isSkinned: true });
        joints.push(body);
      },
    },
    'A-pose': { rest: { leftUpperArm: [0, 0, -45], rightUpperArm: [0, 0, 45] } },
    'arms down': { rest: { leftUpperArm: [0, 0, -80], rightUpperArm: [0, 0, 80] } },
    'arms straight down, legs apart': {
      rest: {
        leftUpperArm: [0, 0, -88],
        rightUpperArm: [0, 0, 88],
        leftUpperLeg: [0, 0, 12],
        rightUpperLeg: [0, 0, -12],
      },
    },
    'Z up': { turn: quat.setAxisAngle(createQuat(), [1, 0, 0], -90 * DEG) },
    'facing -Z': { turn: quat.setAxisAngle(createQuat(), [0, 1, 0], 180 * DEG) },
    'facing +X': { turn: quat.setAxisAngle(createQuat(), [0, 1, 0], 90 * DEG) },
    'lying on its back': { turn: quat.setAxisAngle(createQuat(), [1, 0, 0], -90 * DEG), unitsPerMetre: 100 },
    'sunk below the floor, in another place': { offset: [3, -4, 7] },
    'without collar bones, spine in one piece': {
      edit: (joints) => removeJoints(joints, /Shoulder|chest|upperChest/),
    },
    'without a neck': { edit: (joints) => removeJoints(joints, /^neck/) },
    'without toes and fingers': {
      edit: (joints) => removeJoints(joints, /Toes|Thumb|Index|Middle|Ring|Little|Eye|jaw/),
    },
    'a spine of six joints': {
      edit: (joints) => {
        for (const [bone, above] of [
          ['chest', 'spine'],
          ['upperChest', 'chest'],
          ['neck', 'upperChest'],
        ] as const) {
          const [low, high] = [jointFor(joints, above), jointFor(joints, bone)];
          const between = helperJoint(`${low.name}b`, low, vec3.lerp(createVec3(), low.place, high.place, 0.5), above);
          high.parent = between;
          joints.push(between);
        }
      },
    },
    'twist joints within and beside the limbs': {
      edit: (joints) => {
        for (const bone of ['leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg'] as const) {
          const lower = jointFor(joints, bone);
          const upper = lower.parent as WildJoint;
          const middle = vec3.lerp(createVec3(), upper.place, lower.place, 0.5);
          joints.push(helperJoint(`${upper.name}_twist`, upper, middle, upper.bone as HumanoidBone));
        }
      },
    },
    'nodes in the middle of a run, skin bound in the T-pose': {
      nodePose: {
        spine: [20, 10, 0],
        leftUpperArm: [0, -60, -60],
        rightUpperArm: [0, 20, 70],
        leftLowerArm: [0, -80, 0],
        leftUpperLeg: [-60, 0, 0],
        leftLowerLeg: [70, 0, 0],
        rightUpperLeg: [30, 0, 0],
        head: [0, 40, 0],
      },
    },
  };

  test.each(Object.keys(cases))('%s', async (title) => {
    const { avatar, wrong, angle } = await wear({ nameOf, axesSeed: 7, ...cases[title] });
    expect(wrong.filter((each) => !each.startsWith('spine'))).toEqual([]);
    expect(angle).toBeLessThan(3);
    expect(avatar.report.judgement).toBe('good');
  });

  test('left and right exchanged in the names', async () => {
    const { bytes, names } = buildWildAvatar(person, { nameOf: (bone, i) => nameOf(mirrorBone(bone), i) });
    const { report } = await loadAvatar(bytes);
    for (const { bone, node } of report.bones) {
      if (requiredBones.includes(bone) && bone !== 'spine') expect(node).toBe(asLoaded(names.get(bone) ?? ''));
    }
  });
});

test.each(seeds(16))('any size, way round, place and axes (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const schemes = Object.keys(wildNames);
  const { wrong, angle, avatar } = await wear({
    nameOf: wildNames[schemes[Math.floor(random() * schemes.length)]],
    unitsPerMetre: 10 ** (4 * random() - 2),
    turn: quat.setAxisAngle(createQuat(), [0, 1, 0], Math.floor(4 * random()) * 90 * DEG),
    offset: [20 * random() - 10, 4 * random() - 2, 20 * random() - 10],
    axesSeed: seed,
    rest: {
      leftUpperArm: [0, 0, -80 * random()],
      rightUpperArm: [0, 0, 80 * random()],
    },
  });
  expect(wrong).toEqual([]);
  expect(angle).toBeLessThan(3);
  expect(avatar.report.statureMetres).toBeGreaterThan(0.3);
});
