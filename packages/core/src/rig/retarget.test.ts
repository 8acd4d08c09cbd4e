import { describe, expect, test } from 'vitest';
import { createVec3, type Vec3, vec3 } from '../math/index.js';
import { buildSkeleton, jointOfBone, type RawJoint } from '../skeleton/buildSkeleton.js';
import { type HumanoidBone, humanoidBones, mirrorBone, parentBone } from '../skeleton/humanoid.js';
import { createPose, type Pose, type Skeleton, updateWorldPose } from '../skeleton/skeleton.js';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomPoint, randomQuat, seededRandom, seeds } from '../testing.js';
import { averageProportions, bodyJoints, eulerQuat, type Proportions } from './bodyFixture.testing.js';
import { buildRetarget, retargetPose } from './retarget.js';

const longLegs: Proportions = { ...averageProportions, thigh: 0.55, shin: 0.47, ankleHeight: 0.1, hipWidth: 0.1 };
const child: Proportions = { thigh: 0.25, shin: 0.26, ankleHeight: 0.05, trunk: 0.35, arm: 0.17, hipWidth: 0.06 };
const adult = buildSkeleton(bodyJoints());
const proportions = [
  ['longer legs', longLegs],
  ['a child', child],
] as const;

/** The same body with some bones left out, their children hung on what is above. */
function without(joints: readonly RawJoint[], ...gone: string[]): Skeleton {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  return buildSkeleton(
    joints.flatMap((joint) => {
      if (gone.includes(joint.name)) return [];
      let offset = joint.offset;
      let parent = joint.parent ?? null;
      while (parent !== null && gone.includes(parent)) {
        const above = byName.get(parent) as RawJoint;
        offset = [offset[0] + above.offset[0], offset[1] + above.offset[1], offset[2] + above.offset[2]];
        parent = above.parent ?? null;
      }
      return [{ ...joint, offset, parent }];
    }),
  );
}

function randomPose(skeleton: Skeleton, seed: number): Pose {
  const random = seededRandom(seed);
  const pose = createPose(skeleton);
  pose.rootPosition.set(randomPoint(random, 1) as Float64Array);
  for (let i = 0; i < skeleton.jointCount; i++) pose.localRotations.set(randomQuat(random) as Float64Array, i * 4);
  updateWorldPose(skeleton, pose);
  return pose;
}

/** Standing with bent knees and hips, soles flat, somewhere in the room. */
function crouch(skeleton: Skeleton, knee: number, at: readonly [number, number]): Pose {
  const pose = createPose(skeleton);
  const turn = (bone: HumanoidBone, degrees: number) =>
    pose.localRotations.set(eulerQuat([degrees, 0, 0]) as Float64Array, jointOfBone(skeleton, bone) * 4);
  for (const side of ['left', 'right'] as const) {
    turn(`${side}UpperLeg`, -knee / 2);
    turn(`${side}LowerLeg`, knee);
    turn(`${side}Foot`, -knee / 2);
  }
  updateWorldPose(skeleton, pose);
  const sunk = bonePoint(skeleton, pose, 'leftToes')[1] - restPoint(skeleton, 'leftToes')[1];
  pose.rootPosition.set([at[0], pose.rootPosition[1] - sunk, at[1]]);
  updateWorldPose(skeleton, pose);
  return pose;
}

const at = (array: Float64Array, joint: number, size: number) => array.subarray(joint * size, joint * size + size);
const bonePoint = (skeleton: Skeleton, pose: Pose, bone: HumanoidBone): Vec3 =>
  at(pose.worldPositions, jointOfBone(skeleton, bone), 3);
const boneTurn = (skeleton: Skeleton, pose: Pose, bone: HumanoidBone) =>
  at(pose.worldRotations, jointOfBone(skeleton, bone), 4);
const restPoint = (skeleton: Skeleton, bone: HumanoidBone): Vec3 =>
  at(skeleton.restWorldPositions, jointOfBone(skeleton, bone), 3);

describe.each([false, true])('keepFeet %s', (keepFeet) => {
  test.each(seeds(20))('between equal skeletons it is the identity (seed %i)', (seed) => {
    const from = randomPose(adult, seed);
    const to = createPose(adult);
    retargetPose(buildRetarget(adult, adult, { keepFeet }), from, to);
    to.worldPositions.forEach((value, i) => {
      expect(value).toBeCloseTo(from.worldPositions[i], keepFeet ? 6 : 12);
    });
    for (let joint = 0; joint < adult.jointCount; joint++) {
      expect(angleBetween(at(to.localRotations, joint, 4), at(from.localRotations, joint, 4))).toBeLessThan(1e-6);
    }
  });

  test.each(proportions)('%s: T-pose in, T-pose out, standing where it stands', (_, other) => {
    const target = buildSkeleton(bodyJoints(other));
    const to = createPose(target);
    retargetPose(buildRetarget(adult, target, { keepFeet }), createPose(adult), to);
    to.worldPositions.forEach((value, i) => {
      expect(value).toBeCloseTo(target.restWorldPositions[i], 9);
    });
  });

  test.each(seeds(10))('mirrored in, mirrored out (seed %i)', (seed) => {
    const target = without(bodyJoints(child), 'chest', 'leftShoulder', 'rightShoulder');
    const retarget = buildRetarget(adult, target, { keepFeet });
    const from = randomPose(adult, seed);
    const [to, toMirrored] = [createPose(target), createPose(target)];
    retargetPose(retarget, from, to);
    retargetPose(retarget, mirrorPose(adult, from), toMirrored);
    const expected = mirrorPose(target, to);
    toMirrored.worldPositions.forEach((value, i) => {
      expect(value).toBeCloseTo(expected.worldPositions[i], 6);
    });
  });

  test.each(seeds(10))('world arrays are those of the written pose (seed %i)', (seed) => {
    const target = buildSkeleton(bodyJoints(child));
    const to = createPose(target);
    retargetPose(buildRetarget(adult, target, { keepFeet }), randomPose(adult, seed), to);
    const again = createPose(target);
    again.rootPosition.set(to.rootPosition);
    again.localRotations.set(to.localRotations);
    updateWorldPose(target, again);
    to.worldPositions.forEach((value, i) => {
      expect(value).toBeCloseTo(again.worldPositions[i], 12);
    });
  });
});

/** Left for right across the plane x = 0; joints that are no bones stay at rest. */
function mirrorPose(skeleton: Skeleton, pose: Pose): Pose {
  const out = createPose(skeleton);
  out.rootPosition.set([-pose.rootPosition[0], pose.rootPosition[1], pose.rootPosition[2]]);
  for (const bone of humanoidBones) {
    const [joint, other] = [jointOfBone(skeleton, bone), jointOfBone(skeleton, mirrorBone(bone))];
    if (joint < 0 || other < 0) continue;
    const [x, y, z, w] = at(pose.localRotations, other, 4);
    out.localRotations.set([x, -y, -z, w], joint * 4);
  }
  for (const [joint, name] of skeleton.names.entries()) {
    if (skeleton.jointToBone[joint] >= 0) continue;
    const other = skeleton.names.indexOf(
      name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left'),
    );
    const [x, y, z, w] = at(pose.localRotations, other, 4);
    out.localRotations.set([x, -y, -z, w], joint * 4);
  }
  updateWorldPose(skeleton, out);
  return out;
}

const trunks: [string, string[], string[]][] = [
  ['three spine bones to two', [], ['upperChest']],
  ['three spine bones to one', [], ['chest', 'upperChest']],
  ['two spine bones to three', ['chest'], []],
  ['one spine bone to three', ['chest', 'upperChest'], []],
  ['a neck to none', [], ['neck']],
  ['no neck to one', ['neck'], []],
  ['collar bones to none', [], ['leftShoulder', 'rightShoulder']],
  ['no collar bones to some', ['leftShoulder', 'rightShoulder'], []],
  ['toes to none', [], ['leftToes', 'rightToes']],
];

test.each(trunks)('%s: the ends of all chains keep their world rotation', (_, goneFrom, goneTo) => {
  const source = without(bodyJoints(), ...goneFrom);
  const target = without(bodyJoints(child), ...goneTo);
  const from = randomPose(source, 5);
  const to = createPose(target);
  retargetPose(buildRetarget(source, target), from, to);
  const ends: HumanoidBone[] = ['hips', 'head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot', 'leftUpperArm'];
  for (const bone of [...ends, 'rightIndexDistal'] as HumanoidBone[]) {
    expect(angleBetween(boneTurn(target, to, bone), boneTurn(source, from, bone)), bone).toBeLessThan(1e-6);
  }
  const lastOf = (skeleton: Skeleton) =>
    (['upperChest', 'chest', 'spine'] as const).find((bone) => jointOfBone(skeleton, bone) >= 0) as HumanoidBone;
  expect(angleBetween(boneTurn(target, to, lastOf(target)), boneTurn(source, from, lastOf(source)))).toBeLessThan(1e-6);
});

test('two spine bones share what three did: a bow of 30 degrees each becomes one of 45 each', () => {
  const target = without(bodyJoints(), 'upperChest');
  const from = createPose(adult);
  for (const bone of ['spine', 'chest', 'upperChest'] as const) {
    from.localRotations.set(eulerQuat([30, 0, 0]) as Float64Array, jointOfBone(adult, bone) * 4);
  }
  updateWorldPose(adult, from);
  const to = createPose(target);
  retargetPose(buildRetarget(adult, target), from, to);
  for (const bone of ['spine', 'chest'] as const) {
    expect(angleBetween(at(to.localRotations, jointOfBone(target, bone), 4), eulerQuat([45, 0, 0]))).toBeLessThan(1e-6);
  }
});

test('a bone the source lacks follows its parent', () => {
  const source = without(bodyJoints(), 'leftIndexProximal', 'leftIndexIntermediate', 'leftIndexDistal', 'leftIndexTip');
  const to = createPose(adult);
  retargetPose(buildRetarget(source, adult), randomPose(source, 2), to);
  const joint = jointOfBone(adult, 'leftIndexIntermediate');
  expect(angleBetween(at(to.localRotations, joint, 4), new Float64Array([0, 0, 0, 1]))).toBeLessThan(1e-9);
  expect(parentBone('leftIndexIntermediate')).toBe('leftIndexProximal');
});

test.each(proportions)('%s: standing anywhere, the soles are on the floor', (_, other) => {
  const target = buildSkeleton(bodyJoints(other));
  const from = createPose(adult);
  from.rootPosition[0] = 2;
  from.rootPosition[2] = -1;
  updateWorldPose(adult, from);
  const to = createPose(target);
  retargetPose(buildRetarget(adult, target), from, to);
  for (const bone of ['leftToes', 'rightFoot'] as const) {
    expect(bonePoint(target, to, bone)[1]).toBeCloseTo(restPoint(target, bone)[1], 9);
  }
});

test.each(proportions)('%s: bent legs keep their feet on the floor when asked to', (_, other) => {
  const target = buildSkeleton(bodyJoints(other));
  const retarget = buildRetarget(adult, target, { keepFeet: true });
  const to = createPose(target);
  for (const knee of [10, 45, 90]) {
    const from = crouch(adult, knee, [0.4, -0.2]);
    retargetPose(retarget, from, to);
    for (const bone of ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const) {
      expect(bonePoint(target, to, bone)[1], `${bone} at ${knee}`).toBeCloseTo(restPoint(target, bone)[1], 6);
      expect(angleBetween(boneTurn(target, to, bone), boneTurn(adult, from, bone))).toBeLessThan(1e-6);
    }
  }
});

test('a planted foot stays planted while the body moves above it', () => {
  const target = buildSkeleton(bodyJoints(child));
  const retarget = buildRetarget(adult, target, { keepFeet: true });
  const to = createPose(target);
  const from = crouch(adult, 60, [0, 0]);
  const ankle = createVec3(...bonePoint(adult, from, 'leftFoot'));
  retargetPose(retarget, from, to);
  const before = createVec3(...bonePoint(target, to, 'leftFoot'));
  // The source's hips sway 5 cm; its ankle is held (only its place matters here, not how its leg got there).
  from.rootPosition[0] += 0.05;
  updateWorldPose(adult, from);
  from.worldPositions.set(ankle as Float64Array, jointOfBone(adult, 'leftFoot') * 3);
  retargetPose(retarget, from, to);
  expect(vec3.distance(bonePoint(target, to, 'leftFoot'), before)).toBeLessThan(1e-9);
});

test('a source at the origin of its file (BVH) lands on the floor too', () => {
  const atOrigin = bodyJoints().map((joint) => (joint.parent ? joint : { ...joint, offset: [0, 0, 0] as const }));
  const source = buildSkeleton(atOrigin);
  const from = createPose(source);
  from.rootPosition[1] = 0.9; // standing: what the clip's root channel says
  updateWorldPose(source, from);
  const target = buildSkeleton(bodyJoints(child));
  const to = createPose(target);
  retargetPose(buildRetarget(source, target), from, to);
  const toes = bonePoint(source, from, 'leftToes')[1];
  expect(bonePoint(target, to, 'leftToes')[1]).toBeCloseTo(restPoint(target, 'leftToes')[1], 1);
  retargetPose(buildRetarget(source, target, { fromSoleHeight: toes }), from, to);
  expect(bonePoint(target, to, 'leftToes')[1]).toBeCloseTo(restPoint(target, 'leftToes')[1], 9);
});

test('a root above the hips stays level, the hips go where they should', () => {
  const rooted = buildSkeleton([
    { name: 'root', offset: [0, 0, 0] },
    ...bodyJoints().map((joint) => (joint.parent ? joint : { ...joint, parent: 'root' })),
  ]);
  const from = randomPose(adult, 3);
  const to = createPose(rooted);
  retargetPose(buildRetarget(adult, rooted), from, to);
  expect(vec3.distance(bonePoint(rooted, to, 'head'), bonePoint(adult, from, 'head'))).toBeLessThan(1e-9);
  expect([...to.localRotations.subarray(0, 4)]).toEqual([0, 0, 0, 1]);
});

test('bodies without legs, or without anything in common, stay finite', () => {
  const bust = buildSkeleton(bodyJoints().filter(({ name }) => !/Leg|Foot|Toes/.test(name)));
  const box = buildSkeleton([{ name: 'box', offset: [0, 1, 0] }]);
  for (const [source, target] of [
    [adult, bust],
    [bust, adult],
    [adult, box],
    [box, adult],
  ]) {
    const to = createPose(target);
    retargetPose(buildRetarget(source, target, { keepFeet: true }), randomPose(source, 4), to);
    for (const value of [...to.worldPositions, ...to.localRotations]) expect(Number.isFinite(value)).toBe(true);
  }
});

test('leaves hardly any garbage per frame', () => {
  const target = without(bodyJoints(child), 'chest', 'neck');
  const retarget = buildRetarget(adult, target, { keepFeet: true });
  const [from, to] = [crouch(adult, 40, [0, 0]), createPose(target)];
  expect(bytesPerCall(() => retargetPose(retarget, from, to))).toBeLessThan(CALL_GARBAGE);
});
