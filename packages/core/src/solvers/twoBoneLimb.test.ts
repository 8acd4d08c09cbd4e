import { describe, expect, test } from 'vitest';
import { createQuat, createVec3, quat, type Vec3, vec3 } from '../math/index.js';
import { buildSkeleton } from '../skeleton/buildSkeleton.js';
import { createPose, type Pose } from '../skeleton/skeleton.js';
import { updateWorldPose, updateWorldPoseFrom } from '../skeleton/updateWorldPose.js';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomQuat, randomUnit, seededRandom, seeds } from '../testing.js';
import { solveTwoBoneIk, type TwoBoneIkInput } from './twoBoneIk.js';
import { applyTwoBone, buildTwoBoneLimb } from './twoBoneLimb.js';

const skeleton = buildSkeleton([
  { name: 'chest', offset: [0, 1.3, 0] },
  { name: 'shoulder', parent: 'chest', offset: [0.1, 0.1, 0] },
  { name: 'upperArm', parent: 'shoulder', offset: [0.1, 0, 0] },
  { name: 'lowerArm', parent: 'upperArm', offset: [0.3, -0.01, -0.01] },
  { name: 'hand', parent: 'lowerArm', offset: [0.25, 0.01, 0.02] },
]);
const arm = buildTwoBoneLimb(skeleton, 2, 3, 4, [0, 0, -1]);

function jointPosition(pose: Pose, joint: number): Vec3 {
  return createVec3(...pose.worldPositions.subarray(joint * 3, joint * 3 + 3));
}

function worldRotation(pose: Pose, joint: number) {
  return createQuat(...pose.worldRotations.subarray(joint * 4, joint * 4 + 4));
}

function reach(pose: Pose, targetWorld: Vec3, poleWorld: Vec3) {
  const input: TwoBoneIkInput = {
    rootWorld: jointPosition(pose, 2),
    targetWorld,
    poleWorld,
    upperLength: arm.upperLength,
    lowerLength: arm.lowerLength,
  };
  const solved = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
  solveTwoBoneIk(input, solved);
  applyTwoBone(skeleton, pose, arm, poleWorld, solved);
  updateWorldPoseFrom(skeleton, pose, 2);
  return solved;
}

function randomlyPosed(random: () => number): Pose {
  const pose = createPose(skeleton);
  for (let joint = 0; joint < skeleton.jointCount; joint++) pose.localRotations.set(randomQuat(random), joint * 4);
  updateWorldPose(skeleton, pose);
  return pose;
}

test.each(seeds(50))('forward kinematics of the rotations gives the solved joints (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const pose = randomlyPosed(random);
  const target = vec3.scaleAndAdd(createVec3(), jointPosition(pose, 2), randomUnit(random), 0.7 * random());
  const pole = randomUnit(random);
  const solved = reach(pose, target, pole);
  expect(vec3.distance(jointPosition(pose, 3), solved.midWorld)).toBeLessThan(1e-9);
  expect(vec3.distance(jointPosition(pose, 4), solved.endWorld)).toBeLessThan(1e-9);
  for (const joint of [2, 3]) expect(quat.length(worldRotation(pose, joint))).toBeCloseTo(1, 9);
});

test.each(seeds(50))('the elbow is a hinge: the bend plane is the same for both bones (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const pose = randomlyPosed(random);
  const target = vec3.scaleAndAdd(createVec3(), jointPosition(pose, 2), randomUnit(random), 0.15 + 0.35 * random());
  reach(pose, target, randomUnit(random));
  // At rest the normal of the plane is axis x pole; both bones must carry it to the same place, up to the rest bend.
  const axis = vec3.normalize(createVec3(), [0.55, 0, 0.01]);
  const bend = vec3.normalize(createVec3(), vec3.scaleAndAdd(createVec3(), [0, 0, -1], axis, axis[2]));
  const normal = vec3.cross(createVec3(), axis, bend);
  const upper = vec3.transformQuat(createVec3(), normal, worldRotation(pose, 2));
  const lower = vec3.transformQuat(createVec3(), normal, worldRotation(pose, 3));
  expect(vec3.angle(upper, lower)).toBeLessThan(0.1);
});

test('reaching for the rest hand with the rest pole gives the rest pose', () => {
  // A limb that bends at rest exactly towards its pole.
  const bent = buildSkeleton([
    { name: 'a', offset: [0, 1, 0] },
    { name: 'b', parent: 'a', offset: [0.3, 0, -0.05] },
    { name: 'c', parent: 'b', offset: [0.3, 0, 0.05] },
  ]);
  const limb = buildTwoBoneLimb(bent, 0, 1, 2, [0, 0, -1]);
  const pose = createPose(bent);
  const solved = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
  solveTwoBoneIk(
    {
      rootWorld: createVec3(0, 1, 0),
      targetWorld: createVec3(0.6, 1, 0),
      poleWorld: createVec3(0, 0, -1),
      upperLength: limb.upperLength,
      lowerLength: limb.lowerLength,
    },
    solved,
  );
  applyTwoBone(bent, pose, limb, createVec3(0, 0, -1), solved);
  for (const joint of [0, 1]) {
    expect(
      angleBetween(createQuat(...pose.localRotations.subarray(joint * 4, joint * 4 + 4)), createQuat()),
    ).toBeLessThan(1e-6);
  }
});

test('the roll is continuous through straight', () => {
  const pose = createPose(skeleton);
  const root = jointPosition(pose, 2);
  const pole = createVec3(0, -0.3, -1);
  let last = createQuat();
  for (let i = 0; i <= 400; i++) {
    const target = vec3.add(createVec3(), root, [0.5 + i * 0.0005, 0.02, 0.01]);
    reach(pose, target, pole);
    const upper = worldRotation(pose, 2);
    if (i > 0) expect(angleBetween(last, upper)).toBeLessThan(0.06);
    last = upper;
  }
});

describe('degenerate', () => {
  test.each([
    ['target on the root', [0, 0, 0], [0, 0, -1]],
    ['stretched, pole along the arm', [2, 0, 0], [1, 0, 0]],
    ['no pole', [0.3, 0.1, 0], [0, 0, 0]],
  ])('%s: finite, and the same twice', (_, offset, pole) => {
    const [pose, again] = [createPose(skeleton), createPose(skeleton)];
    for (const each of [pose, again]) {
      reach(each, vec3.add(createVec3(), jointPosition(each, 2), createVec3(...offset)), createVec3(...pole));
      for (const value of each.localRotations) expect(Number.isFinite(value)).toBe(true);
    }
    expect([...again.localRotations]).toEqual([...pose.localRotations]);
  });

  test('zero-length bones: finite', () => {
    for (const [upper, lower] of [
      [0, 0.3],
      [0.3, 0],
      [0, 0],
    ]) {
      const odd = buildSkeleton([
        { name: 'a', offset: [0, 1, 0] },
        { name: 'b', parent: 'a', offset: [upper, 0, 0] },
        { name: 'c', parent: 'b', offset: [lower, 0, 0] },
      ]);
      const limb = buildTwoBoneLimb(odd, 0, 1, 2, [0, 0, 1]);
      const pose = createPose(odd);
      const solved = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
      const pole = createVec3(0, 1, 0);
      const input = { rootWorld: createVec3(0, 1, 0), targetWorld: createVec3(0, 1.2, 0.1), poleWorld: pole };
      solveTwoBoneIk({ ...input, upperLength: upper, lowerLength: lower }, solved);
      applyTwoBone(odd, pose, limb, pole, solved);
      for (const value of pose.localRotations) expect(Number.isFinite(value)).toBe(true);
    }
  });

  test('refuses joints that are no limb', () => {
    expect(() => buildTwoBoneLimb(skeleton, 1, 3, 4, [0, 0, 1])).toThrow(/parent of the next/);
    expect(() => buildTwoBoneLimb(skeleton, 2, 3, 9, [0, 0, 1])).toThrow(/expected a joint from 0 to 4, got 9/);
    expect(() => buildTwoBoneLimb(skeleton, 2, 3, 4, [0, 0, 0])).toThrow(/restPole/);
  });
});

test('leaves hardly any garbage', () => {
  const pose = createPose(skeleton);
  const pole = createVec3(0, 0, -1);
  const solved = { midWorld: createVec3(0.4, 1.3, -0.1), endWorld: createVec3(0.6, 1.4, 0), reached: true };
  expect(bytesPerCall(() => applyTwoBone(skeleton, pose, arm, pole, solved))).toBeLessThan(CALL_GARBAGE);
});
