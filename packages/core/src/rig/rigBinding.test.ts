import { expect, test } from 'vitest';
import { createQuat, DEG, quat } from '../math/index.js';
import { buildSkeleton, jointOfBone } from '../skeleton/buildSkeleton.js';
import { createPose, type Pose, type Skeleton, updateWorldPose } from '../skeleton/skeleton.js';
import { angleBetween, bytesPerCall, FRAME_GARBAGE, randomPoint, randomQuat, seededRandom, seeds } from '../testing.js';
import { aPoseTurns, bodyBones, bodyJoints, eulerQuat, makeRig, type RestTurns } from './bodyFixture.testing.js';
import { mapHumanoid } from './mapHumanoid.js';
import {
  buildRigBinding,
  buildRigRest,
  fromRigRotations,
  type RawRig,
  type RigBinding,
  toRigRotations,
} from './rigBinding.js';

const body = buildSkeleton(bodyJoints());
const bones = bodyBones(body);
const bind = (turns: RestTurns, world = createQuat(), axesSeed = 0) =>
  buildRigBinding(makeRig(bodyJoints(), turns, world, axesSeed), { bones });

function expectSameShape(skeleton: Skeleton, expected: Skeleton, tolerance: number): void {
  for (let i = 0; i < expected.restWorldPositions.length; i++) {
    expect(Math.abs(skeleton.restWorldPositions[i] - expected.restWorldPositions[i])).toBeLessThan(tolerance);
  }
}

function randomPose(skeleton: Skeleton, seed: number): Pose {
  const random = seededRandom(seed);
  const pose = createPose(skeleton);
  pose.rootPosition.set(randomPoint(random, 1) as Float64Array);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    pose.localRotations.set(randomQuat(random) as Float64Array, joint * 4);
  }
  updateWorldPose(skeleton, pose);
  return pose;
}

/** World positions of the rig itself, run forward with its own offsets, axes and the rotations it was given. */
function rigPicture(rig: RawRig, binding: RigBinding, pose: Pose): Float64Array {
  const restLocalRotations = new Float64Array(rig.names.length * 4);
  toRigRotations(binding, pose, restLocalRotations);
  const restLocalPositions = [...pose.rootPosition, ...Array.from(rig.restLocalPositions).slice(3)];
  return buildRigRest({ ...rig, restLocalPositions, restLocalRotations }).worldPositions;
}

const restPoses: [string, RestTurns, readonly [number, number, number]][] = [
  ['a T-pose facing +Z', {}, [0, 0, 0]],
  ['a T-pose facing -Z', {}, [0, 180, 0]],
  ['a T-pose facing +X', {}, [0, 90, 0]],
  ['a T-pose facing 37 degrees off', {}, [0, 37, 0]],
  ['a T-pose with Z up', {}, [90, 0, 0]],
  ['an A-pose', aPoseTurns, [0, 0, 0]],
  ['an A-pose facing -Z', aPoseTurns, [0, 180, 0]],
  ['an A-pose with Z up', aPoseTurns, [90, 0, 0]],
  ['arms hanging down', { leftUpperArm: [0, 0, -90], rightUpperArm: [0, 0, 90] }, [0, 0, 0]],
  ['bent elbows', { leftLowerArm: [0, -30, 0], rightLowerArm: [0, 30, 0] }, [0, 0, 0]],
  ['curled fingers', { leftIndexProximal: [0, 0, -30], rightLittleDistal: [0, 0, 50] }, [0, 0, 0]],
  ['palms ahead', { leftHand: [-90, 0, 0], rightHand: [-90, 0, 0] }, [0, 0, 0]],
  ['feet turned out', { leftFoot: [0, 20, 0], rightFoot: [0, -20, 0] }, [0, 0, 0]],
  ['a wide stance on flat feet', flatStance(10), [0, 0, 0]],
];

function flatStance(spread: number): RestTurns {
  return {
    leftUpperLeg: [0, 0, spread],
    rightUpperLeg: [0, 0, -spread],
    leftFoot: [0, 0, -spread],
    rightFoot: [0, 0, spread],
  };
}

test.each(restPoses)('%s becomes the same T-pose, whatever the bone axes', (_, turns, world) => {
  for (const axesSeed of [0, 1, 2]) {
    const binding = bind(turns, eulerQuat(world), axesSeed);
    expectSameShape(binding.skeleton, body, 1e-6);
    expect(binding.skeleton.names).toEqual(body.names);
    expect([...binding.skeleton.boneToJoint]).toEqual([...body.boneToJoint]);
  }
});

test.each(restPoses)(
  '%s: rest rotations are the T-pose ones, so the same pose gives the same picture',
  (_, turns, world) => {
    const rig = makeRig(bodyJoints(), turns, eulerQuat(world), 7);
    const binding = buildRigBinding(rig, { bones });
    for (const seed of seeds(5)) {
      const pose = randomPose(body, seed);
      rigPicture(rig, binding, pose).forEach((value, i) => {
        expect(Math.abs(value - pose.worldPositions[i])).toBeLessThan(1e-6);
      });
    }
  },
);

test.each(restPoses)('%s: the axes of a joint are where a T-pose rig of the same body has them', (_, turns, world) => {
  // With axesSeed equal, both rigs have the same bone axes in the T-pose: W must agree, roll about the bone included.
  const binding = bind(turns, eulerQuat(world), 3);
  const tPose = bind({}, createQuat(), 3);
  const at = (b: RigBinding, joint: number) => b.restWorldRotations.subarray(joint * 4, joint * 4 + 4);
  body.names.forEach((name, joint) => {
    expect(angleBetween(at(binding, joint), at(tPose, joint)), name).toBeLessThan(1e-6);
  });
});

test.each(seeds(20))('there and back is the identity (seed %i)', (seed) => {
  const binding = bind(aPoseTurns, randomQuat(seededRandom(seed)), seed);
  const pose = randomPose(body, seed);
  const local = new Float64Array(body.jointCount * 4);
  toRigRotations(binding, pose, local);
  const back = createPose(body);
  fromRigRotations(binding, local, back);
  pose.localRotations.forEach((value, i) => {
    expect(back.localRotations[i]).toBeCloseTo(value, 12);
  });
  const again = new Float64Array(body.jointCount * 4);
  toRigRotations(binding, back, again);
  again.forEach((value, i) => {
    expect(value).toBeCloseTo(local[i], 12);
  });
});

test("the rig's own rest rotations are the pose its rest pose was", () => {
  const rig = makeRig(bodyJoints(), aPoseTurns, createQuat(), 4);
  const binding = buildRigBinding(rig, { bones });
  const pose = createPose(binding.skeleton);
  fromRigRotations(binding, Float64Array.from(rig.restLocalRotations), pose);
  body.names.forEach((name, joint) => {
    const turn = aPoseTurns[name];
    const expected = turn ? eulerQuat(turn) : createQuat();
    expect(angleBetween(pose.localRotations.subarray(joint * 4, joint * 4 + 4), expected)).toBeLessThan(1e-6);
  });
});

test('what was corrected is reported, a T-pose has nothing to report', () => {
  expect(bind({}).corrected).toEqual([]);
  const corrected = Object.fromEntries(
    bind(aPoseTurns, eulerQuat([0, 180, 0])).corrected.map((c) => [c.what, c.angle]),
  );
  expect(corrected.body).toBeCloseTo(Math.PI, 6);
  expect(corrected.leftUpperArm).toBeCloseTo(45 * DEG, 6);
  expect(corrected.rightUpperLeg).toBeCloseTo(12 * DEG, 6);
  expect(Object.keys(corrected).sort()).toEqual([
    'body',
    'leftUpperArm',
    'leftUpperLeg',
    'rightUpperArm',
    'rightUpperLeg',
  ]);
});

test('joints that are no bones keep their place on their parent', () => {
  const tilted = { ...aPoseTurns, leftUpperArmTwist: [40, 10, 0] as const };
  const { skeleton } = bind(tilted, createQuat(), 2);
  const twist = skeleton.names.indexOf('leftUpperArmTwist');
  expect([...skeleton.restOffsets.subarray(twist * 3, twist * 3 + 3)]).toEqual([
    expect.closeTo(0.135, 9),
    expect.closeTo(0, 9),
    expect.closeTo(0, 9),
  ]);
});

test('a slightly crooked body keeps facing +Z, its spine is left alone', () => {
  const crooked = bodyJoints().map((joint) =>
    joint.bone === 'leftUpperLeg' ? { ...joint, offset: [0.09, 0, 0.004] as const } : joint,
  );
  const { skeleton, corrected } = buildRigBinding(makeRig(crooked, {}, createQuat(), 0), { bones });
  expectSameShape(skeleton, buildSkeleton(crooked), 1e-9);
  expect(corrected).toEqual([]);
});

test('a skeleton at the origin (BVH) keeps its root where it is', () => {
  const atOrigin = bodyJoints().map((joint) => (joint.parent ? joint : { ...joint, offset: [0, 0, 0] as const }));
  const rig = makeRig(atOrigin, {}, createQuat(), 0);
  const turned = { ...makeRig(atOrigin, aPoseTurns, createQuat(), 0), restLocalPositions: rig.restLocalPositions };
  const { skeleton } = buildRigBinding(turned, { bones });
  expect([...skeleton.restOffsets.subarray(0, 3)]).toEqual([0, 0, 0]);
});

test('a rig without legs, arms or fingers binds', () => {
  const trunk = bodyJoints().filter(({ name }) => !/^(left|right)/.test(name));
  const rig = makeRig(trunk, {}, createQuat(), 5);
  const mapping = mapHumanoid(rig);
  const { skeleton, corrected } = buildRigBinding(rig, mapping);
  expectSameShape(skeleton, buildSkeleton(trunk), 1e-9);
  expect(corrected).toEqual([]);
  expect(jointOfBone(skeleton, 'leftHand')).toBe(-1);
});

test('broken rigs and mappings are refused with their place', () => {
  const rig = makeRig(bodyJoints(), {}, createQuat(), 0);
  const numbers = (value: number, at: number) => Array.from(rig.restLocalPositions).with(at, value);
  expect(() => buildRigBinding(rig, { bones: { hips: 0, spine: 0 } })).toThrow(
    'mapping.spine: expected another joint; "hips" is hips already',
  );
  expect(() => buildRigBinding(rig, { bones: { hips: 999 } })).toThrow('mapping.hips: expected a joint from 0 to');
  expect(() => buildRigBinding({ ...rig, restLocalPositions: numbers(Number.NaN, 5) }, { bones })).toThrow(
    'joints[1] "spine", restLocalPositions[5]: expected a finite number, got NaN',
  );
  expect(() => buildRigBinding({ ...rig, restLocalRotations: [0, 0, 0, 1] }, { bones })).toThrow(
    'restLocalRotations: expected',
  );
  const zero = Array.from(rig.restLocalRotations).fill(0, 4, 8);
  expect(() => buildRigBinding({ ...rig, restLocalRotations: zero }, { bones })).toThrow(
    'expected a rest rotation, got four zeros',
  );
  const twoRoots = Array.from(rig.parents).with(3, -1);
  expect(() => buildRigBinding({ ...rig, parents: twoRoots }, { bones })).toThrow(
    'expected a parent; a rig has one root',
  );
  expect(() =>
    buildRigBinding({ names: [], parents: [], restLocalPositions: [], restLocalRotations: [] }, { bones }),
  ).toThrow('joints: expected at least one');
});

test('rotations of a file that are not quite unit are taken as they were meant', () => {
  const rig = makeRig(bodyJoints(), aPoseTurns, createQuat(), 3);
  const long = { ...rig, restLocalRotations: Array.from(rig.restLocalRotations).map((value) => value * 1.01) };
  const binding = buildRigBinding(long, { bones });
  expectSameShape(binding.skeleton, body, 1e-6);
  expect(quat.length(binding.restWorldRotations.subarray(0, 4))).toBeCloseTo(1, 12);
});

test('leaves hardly any garbage per frame', () => {
  const binding = bind(aPoseTurns, createQuat(), 3);
  const [pose, back] = [randomPose(body, 1), createPose(body)];
  const local = new Float64Array(body.jointCount * 4);
  const thereAndBack = () => {
    toRigRotations(binding, pose, local);
    fromRigRotations(binding, local, back);
  };
  expect(bytesPerCall(thereAndBack, 1000, FRAME_GARBAGE)).toBeLessThan(FRAME_GARBAGE);
});
