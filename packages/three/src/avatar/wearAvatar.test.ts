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
import type { Person } from '@leib/embody';
import {
  calibrateHeight,
  createEmulatedSource,
  type DeviceFrame,
  eyeHeightOfStature,
  headHeightOfStature,
  setMoveWish,
  standingHeadHeight,
  type TrackedSource,
} from '@leib/tracking';
import { beforeAll, expect, test } from 'vitest';
import { loadAvatar } from './loadAvatar.js';
import { wearAvatar } from './wearAvatar.js';
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
  const wearer = await wearAvatar(avatar, somebody(1.7), { stature: 1.7 });
  const { shown: shownScale, wearer: wearerScale } = wearer.scales;
  expect(avatar.root.scale.x).toBe(shownScale);
  // Head to head with the wearer, whatever else the mesh has.
  expect(shownScale * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(1.7), 2);
  expect(wearerScale).toBeCloseTo(shownScale, 9);
  expect(footHeight(wearer)).toBeLessThan(0.01);
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
  const wearer = await wearAvatar(avatar, somebody(1.7), { stature: 1.7 });
  const shownScale = wearer.scales.shown;
  expect(avatar.report.eyeHeightMetres).toBeGreaterThan(1.1 * standingHeadHeight(avatar.skeleton));
  expect(shownScale * avatar.report.eyeHeightMetres).toBeCloseTo(eyeHeightOfStature(1.7), 6);
  expect(footHeight(wearer)).toBeLessThan(0.01);
  wearer.set({ fit: { stature: 1.2, size: 'own' } });
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

/** Somebody of a stature, whom a source tracks. */
function somebody(stature: number, walks = false): TrackedSource {
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(stature) });
  if (!walks) return source;
  setMoveWish(source.state, 0.5, 0, 0, 0.4);
  let frame = 0;
  // Who walks on legs bobs; a head that only glides may be one that sits.
  const step = (dtSeconds: number, out: DeviceFrame) => {
    source.step(dtSeconds, out);
    out.devicePoses[1] += 0.01 * Math.sin((2 * Math.PI * 1.9 * frame++) / 90);
  };
  return { ...source, step };
}

/** README's program without its pictures, for some seconds. Returns the pose. */
function live(person: Person, seconds: number): Pose {
  for (let frame = 0; frame < seconds * 90; frame++) person.step(1 / 90);
  return person.pose;
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
    const wearer = await wearAvatar(avatar, somebody(stature));
    const { reader } = wearer;
    const pose = live(wearer, 1);
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
  const wearer = await wearAvatar(avatar, somebody(1.2, true));
  const { reader } = wearer;
  live(wearer, 25);
  const shownHead = avatar.root.scale.x * standingHeadHeight(avatar.skeleton);
  expect(Math.abs(shownHead - headHeightOfStature(1.2))).toBeLessThan(0.02);
  expect(avatar.root.scale.x * reader.placement.scale).toBeCloseTo(1, 9);
});

test('a height that was found is given to the next session, and one call calibrates', async () => {
  const avatar = await loadAvatar(buildWildAvatar(person).bytes);
  const first = await wearAvatar(avatar, somebody(1.9));
  live(first, 1);
  const { headHeight } = first.reader.wearer;
  const next = await wearAvatar(avatar, somebody(1.6), { headHeight });
  const { reader } = next;
  expect(avatar.root.scale.x * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(1.9), 6);
  // Another person puts it on, whose height is kept as it was given until they say that they stand straight.
  live(next, 2);
  expect(reader.wearer.headHeight).toBe(headHeight);
  expect(calibrateHeight(reader)).toBeCloseTo(headHeightOfStature(1.6), 6);
  live(next, 1);
  expect(avatar.root.scale.x * standingHeadHeight(avatar.skeleton)).toBeCloseTo(headHeightOfStature(1.6), 6);
  expect(avatar.root.scale.x * reader.placement.scale).toBeCloseTo(1, 9);
});

/** How far the lower foot is above its height at rest after a second of standing, metres of the wearer. */
function footHeight(wearer: Person): number {
  const { skeleton } = wearer;
  const pose = live(wearer, 1);
  const heights = (['leftFoot', 'rightFoot'] as const).map((bone) => {
    const height = jointOfBone(skeleton, bone) * 3 + 1;
    return pose.worldPositions[height] - skeleton.restWorldPositions[height];
  });
  return Math.abs(Math.min(...heights)) / wearer.reader.placement.scale;
}
