import {
  clamp,
  createQuat,
  createVec3,
  DEG,
  type HumanoidBone,
  jointOfBone,
  type Pose,
  quat,
  type Skeleton,
  vec3,
} from '@leib/core';
import { buildEmbody, createEmbodyState, stepEmbody } from '@leib/embody';
import {
  calibrateHeight,
  createDeviceFrame,
  createEmulatedSource,
  createJointReader,
  eyeHeightOfStature,
  headHeightOfStature,
  type JointReader,
  readJoints,
  setMoveWish,
  standingHeadHeight,
} from '@leib/tracking';
import { beforeAll, expect, test } from 'vitest';
import { fitAvatar } from './fitAvatar.js';
import { type Avatar, loadAvatar } from './loadAvatar.js';
import { buildWildAvatar, removeJoints, type WildOptions } from './wildAvatar.testing.js';

// This package has no types of Node.
const fs = (await import('node:fs' as string)) as { readonly readFileSync: (path: URL) => Uint8Array<ArrayBuffer> };

let person: Skeleton;

beforeAll(async () => {
  const file = fs.readFileSync(new URL('../../../body/assets/leib-neutral.vrm', import.meta.url));
  person = (await loadAvatar(new File([file], 'leib-neutral.vrm'))).ownSkeleton;
});

const at = createVec3;
const cases: Readonly<Record<string, WildOptions>> = {
  'as it is': {},
  'a hat of half a metre': { things: [{ on: 'head', at: at(0, 2, 0), half: at(0.1, 0.25, 0.1) }] },
  'ears to the sides and up': { things: [{ on: 'head', at: at(0.3, 2.1, 0), half: at(0.1, 0.3, 0.05) }] },
  'a sword above the head, held in the hand': {
    things: [{ on: 'rightHand', at: at(-0.8, 2.4, 0), half: at(0.05, 0.9, 0.05) }],
  },
  'wings, and a cape below the floor': {
    things: [
      { on: 'chest', at: at(0, 2.5, -0.4), half: at(1.5, 1, 0.1) },
      { on: 'spine', at: at(0, 0.4, -0.3), half: at(0.4, 0.8, 0.05) },
    ],
  },
  'in centimetres': { unitsPerMetre: 100 },
  'a toy of 2 cm': { unitsPerMetre: 0.012 },
  'a hundred times too large, sunk below the floor': { unitsPerMetre: 100, offset: [0, -1.2, 0] },
  'feet far above the floor': { offset: [0, 2, 0] },
  'Z up, in millimetres': { unitsPerMetre: 1000, turn: quat.setAxisAngle(createQuat(), [1, 0, 0], -90 * DEG) },
};

test.each(Object.keys(cases))('worn by a person of 1.7 m it stands on the floor: %s', async (title) => {
  const avatar = await loadAvatar(buildWildAvatar(person, cases[title]).bytes);
  const reader = createJointReader(avatar.skeleton);
  const { shownScale, wearerScale } = fitAvatar(avatar, reader, { stature: 1.7 });
  expect(avatar.root.scale.x).toBe(shownScale);
  // Head to head with the wearer, whatever else the mesh has.
  expect(shownScale * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(1.7), 2);
  expect(wearerScale).toBeCloseTo(shownScale, 9);
  expect(footHeight(avatar, reader)).toBeLessThan(0.01);
});

test('a big head is fitted eye to eye, and its own size is kept where wanted', async () => {
  const head = [0.3, 0.6, 0.9, 1.2].map((y) => ({
    on: 'head' as const,
    at: at(0, 1.55 + y, 0),
    half: at(0.4, 0.1, 0.4),
  }));
  const avatar = await loadAvatar(
    buildWildAvatar(person, {
      edit: (joints) => removeJoints(joints, /Eye/),
      things: [...head, ...head, ...head, ...head],
    }).bytes,
  );
  const reader = createJointReader(avatar.skeleton);
  const { shownScale } = fitAvatar(avatar, reader, { stature: 1.7 });
  expect(avatar.report.eyeHeightMetres).toBeGreaterThan(1.1 * standingHeadHeight(avatar.skeleton));
  expect(shownScale * avatar.report.eyeHeightMetres).toBeCloseTo(eyeHeightOfStature(1.7), 6);
  expect(footHeight(avatar, reader)).toBeLessThan(0.01);
  fitAvatar(avatar, reader, { stature: 1.2, size: 'own' });
  expect(avatar.root.scale.x).toBe(1);
});

test('what is held and worn on the back does not make a body taller', async () => {
  const plain = await loadAvatar(buildWildAvatar(person).bytes);
  for (const title of ['a sword above the head, held in the hand', 'wings, and a cape below the floor']) {
    const { report } = await loadAvatar(buildWildAvatar(person, cases[title]).bytes);
    expect(report.statureMetres).toBeCloseTo(plain.report.statureMetres, 6);
    expect(report.warnings).toEqual([]);
  }
});

/** README's program without its pictures: somebody of a stature that nobody tells. Returns the pose after some seconds. */
function wear(avatar: Avatar, reader: JointReader, stature: number, seconds: number, walks = false): Pose {
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(stature) });
  if (walks) setMoveWish(source.state, 0.5, 0, 0, 0.4);
  const devices = createDeviceFrame();
  const model = buildEmbody(avatar.skeleton);
  const state = createEmbodyState(model);
  for (let frame = 0; frame < seconds * 90; frame++) {
    source.step(1 / 90, devices);
    // Who walks on legs bobs; a head that only glides may be one that sits.
    if (walks) devices.devicePoses[1] += 0.01 * Math.sin((2 * Math.PI * 1.9 * frame) / 90);
    stepEmbody(model, state, readJoints(reader, devices, source.offsets, 1 / 90), 1 / 90);
  }
  return state.pose;
}

/** Between thigh and shank: half a turn where the leg is straight. */
function kneeAngle(hip: Float64Array, knee: Float64Array, ankle: Float64Array): number {
  const [a, b] = [vec3.distance(hip, knee), vec3.distance(knee, ankle)];
  return Math.acos(clamp((a * a + b * b - vec3.distance(hip, ankle) ** 2) / (2 * a * b), -1, 1));
}

test.each([1.55, 1.7, 1.9, 2.05])(
  'a person of %d m who tells nobody their height stands straight on the floor after a second, in their size',
  async (stature) => {
    const avatar = await loadAvatar(buildWildAvatar(person).bytes);
    const reader = createJointReader(avatar.skeleton);
    fitAvatar(avatar, reader);
    const pose = wear(avatar, reader, stature, 1);
    const shown = avatar.root.scale.x;
    expect(shown * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(stature), 3);
    expect(shown * reader.placement.scale).toBeCloseTo(1, 9);
    const at = (bone: HumanoidBone) => pose.worldPositions.subarray(jointOfBone(avatar.skeleton, bone) * 3);
    const restHeight = (bone: HumanoidBone) =>
      avatar.skeleton.restWorldPositions[jointOfBone(avatar.skeleton, bone) * 3 + 1];
    for (const side of ['left', 'right'] as const) {
      const [hip, knee, ankle] = [at(`${side}UpperLeg`), at(`${side}LowerLeg`), at(`${side}Foot`)];
      expect(kneeAngle(hip, knee, ankle)).toBeGreaterThan(165 * DEG);
      for (const bone of [`${side}Foot`, `${side}Toes`] as const)
        expect(Math.abs(at(bone)[1] - restHeight(bone)) * shown).toBeLessThan(0.02);
    }
  },
);

test('a child walks before they are known to be none who sits; then the avatar goes over to their size by degrees', async () => {
  const avatar = await loadAvatar(buildWildAvatar(person).bytes);
  const reader = createJointReader(avatar.skeleton);
  fitAvatar(avatar, reader);
  wear(avatar, reader, 1.2, 25, true);
  const shownHead = avatar.root.scale.x * standingHeadHeight(avatar.skeleton);
  expect(Math.abs(shownHead - headHeightOfStature(1.2))).toBeLessThan(0.02);
  expect(avatar.root.scale.x * reader.placement.scale).toBeCloseTo(1, 9);
});

test('a height that was found is given to the next session, and one call calibrates', async () => {
  const avatar = await loadAvatar(buildWildAvatar(person).bytes);
  const first = createJointReader(avatar.skeleton);
  fitAvatar(avatar, first);
  wear(avatar, first, 1.9, 1);
  const { headHeight } = first.wearer;
  const next = createJointReader(avatar.skeleton);
  fitAvatar(avatar, next, { headHeight });
  expect(avatar.root.scale.x * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(1.9), 6);
  // Another person puts it on, whose height is kept as it was given until they say that they stand straight.
  wear(avatar, next, 1.6, 2);
  expect(next.wearer.headHeight).toBe(headHeight);
  expect(calibrateHeight(next)).toBeCloseTo(headHeightOfStature(1.6), 6);
  wear(avatar, next, 1.6, 1);
  expect(avatar.root.scale.x * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(1.6), 6);
  expect(avatar.root.scale.x * next.placement.scale).toBeCloseTo(1, 9);
});

/** How far the lower foot is above its height at rest after a second of standing, metres of the wearer. */
function footHeight(avatar: Avatar, reader: JointReader): number {
  const { skeleton } = avatar;
  const pose = wear(avatar, reader, 1.7, 1);
  const heights = (['leftFoot', 'rightFoot'] as const).map((bone) => {
    const height = jointOfBone(skeleton, bone) * 3 + 1;
    return pose.worldPositions[height] - skeleton.restWorldPositions[height];
  });
  return Math.abs(Math.min(...heights)) / reader.placement.scale;
}
