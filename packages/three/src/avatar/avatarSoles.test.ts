import {
  createPose,
  createVec3,
  footShape,
  type HumanoidBone,
  jointOfBone,
  restFloorY,
  type Skeleton,
} from '@leib/core';
import { createEmulatedSource, headHeightOfStature, setMoveWish } from '@leib/tracking';
import { SkinnedMesh, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Avatar, loadAvatar } from './loadAvatar.js';
import { wearAvatar } from './wearAvatar.js';
import { buildWildAvatar, jointFor, removeJoints, type WildOptions } from './wildAvatar.testing.js';

// This package has no types of Node.
const fs = (await import('node:fs' as string)) as { readonly readFileSync: (path: URL) => Uint8Array<ArrayBuffer> };

let person: Skeleton;

beforeAll(async () => {
  const file = fs.readFileSync(new URL('../../../body/assets/leib-neutral.vrm', import.meta.url));
  person = (await loadAvatar(new File([file], 'leib-neutral.vrm'))).ownSkeleton;
});

/** The same box on a bone of both sides: middle and half size in the T-pose, metres of a person of 1.7 m. */
function onBoth(bone: 'Foot' | 'Toes' | 'LowerLeg' | 'LowerArm', [x, y, z]: number[], half: number[]) {
  return (['left', 'right'] as const).map((side) => ({
    on: `${side}${bone}` as HumanoidBone,
    at: createVec3(side === 'left' ? x : -x, y, z),
    half: createVec3(half[0], half[1], half[2]),
  }));
}

/** Moves the foot joints up or down; their skin stays. */
function raiseAnkles(to: number): NonNullable<WildOptions['edit']> {
  return (joints) => {
    removeJoints(joints, /Toes/);
    for (const bone of ['leftFoot', 'rightFoot'] as const) jointFor(joints, bone).place[1] = to;
  };
}

const feet: Readonly<Record<string, WildOptions>> = {
  'a person': {},
  'high boots without toes': { edit: raiseAnkles(0.27), things: onBoth('Foot', [0.1, 0.1, 0.05], [0.05, 0.1, 0.15]) },
  'ankles at the sole': { edit: raiseAnkles(0.01), things: onBoth('Foot', [0.1, 0.02, 0.05], [0.05, 0.03, 0.15]) },
  'toes far below the floor': { things: onBoth('Toes', [0.1, -0.12, 0.15], [0.04, 0.03, 0.05]) },
  'thick soles': { things: onBoth('Foot', [0.1, -0.04, 0.03], [0.05, 0.08, 0.1]) },
  'no feet: the skin of the lower legs ends at the floor': {
    edit: (joints) => removeJoints(joints, /Foot|Toes/),
    things: onBoth('LowerLeg', [0.1, 0.2, 0], [0.04, 0.2, 0.05]),
  },
  'one foot in a thicker shoe': {
    things: onBoth('Foot', [0.1, 0.01, 0.03], [0.05, 0.06, 0.1]).slice(0, 1),
  },
  'legs far apart': { rest: { leftUpperLeg: [0, 0, 25], rightUpperLeg: [0, 0, -25] } },
  'legs apart and turned out, modelled on tiptoe': {
    rest: { leftUpperLeg: [0, 20, 15], rightUpperLeg: [0, -20, -15], leftFoot: [25, 0, 0], rightFoot: [25, 0, 0] },
  },
};

/** Lowest skin of what hangs on left and on right bones as it is drawn now, world metres. */
function lowestSkin({ root }: Avatar): [number, number] {
  const lowest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const place = new Vector3();
  root.updateMatrixWorld(true);
  root.traverse((mesh) => {
    if (!(mesh instanceof SkinnedMesh)) return;
    const { position, skinIndex } = mesh.geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      const { name } = mesh.skeleton.bones[skinIndex.getX(i)];
      const side = name.startsWith('left') ? 0 : name.startsWith('right') ? 1 : null;
      if (side === null) continue;
      lowest[side] = Math.min(lowest[side], mesh.getVertexPosition(i, place).applyMatrix4(mesh.matrixWorld).y);
    }
  });
  return lowest;
}

/** Puts a person of 1.7 m into an avatar; calls back after each frame at 60 Hz, from the start and while it is moved. */
async function wear(
  avatar: Avatar,
  seconds: { readonly standing: number; readonly walking: number },
  each: () => void,
) {
  const source = createEmulatedSource({ standingHeadHeight: headHeightOfStature(1.7) });
  const person = await wearAvatar(avatar, source, { stature: 1.7 });
  for (let frame = 0; frame < 60 * (seconds.standing + seconds.walking); frame++) {
    if (frame === 60 * seconds.standing) setMoveWish(source.state, 0.9, 0, 0, 0);
    person.step(1 / 60);
    each();
  }
}

describe.each(Object.keys(feet))('%s', (title) => {
  test.each([0.5, 1, 1.7, 2.5])('%s m tall in the file: the soles are where the skin ends', async (stature) => {
    const avatar = await loadAvatar(buildWildAvatar(person, { ...feet[title], unitsPerMetre: stature / 1.7 }).bytes);
    const { skeleton } = avatar;
    avatar.applyPose(createPose(skeleton));
    const drawn = lowestSkin(avatar);
    expect(Math.min(...drawn)).toBeCloseTo(restFloorY(skeleton), 5);
    for (const [i, side] of (['left', 'right'] as const).entries()) {
      const ankleY = skeleton.restWorldPositions[jointOfBone(skeleton, `${side}Foot`) * 3 + 1];
      expect(ankleY - (footShape(skeleton, side)?.ankleHeight ?? Number.NaN)).toBeCloseTo(drawn[i], 5);
    }
    // Of the wearer's metres: a second of standing, and the body is at ease.
    let frames = 0;
    await wear(avatar, { standing: 1.5, walking: 0 }, () => {
      if (++frames < 60) return;
      for (const lowest of lowestSkin(avatar)) expect(Math.abs(lowest)).toBeLessThan(0.01);
    });
  });
});

test.each(Object.keys(feet))('moved over the floor it steps with both feet: %s', async (title) => {
  const avatar = await loadAvatar(buildWildAvatar(person, feet[title]).bytes);
  const steps = [0, 0];
  const isUp = [false, false];
  let frames = 0;
  let deepest = 0;
  await wear(avatar, { standing: 1, walking: 6 }, () => {
    if (++frames < 90) return;
    lowestSkin(avatar).forEach((lowest, side) => {
      deepest = Math.min(deepest, lowest);
      if (isUp[side] && lowest < 0.02) steps[side]++;
      isUp[side] = lowest > (isUp[side] ? 0.02 : 0.03);
    });
  });
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(3);
  expect(deepest).toBeGreaterThan(-0.02);
});

test('forearms and lower legs without hands and feet end where their skin does', async () => {
  const { bytes } = buildWildAvatar(person, {
    edit: (joints) => removeJoints(joints, /Hand|Thumb|Index|Middle|Ring|Little|Foot|Toes/),
    things: [
      ...onBoth('LowerLeg', [0.1, 0.2, 0], [0.04, 0.2, 0.05]),
      // From the elbow over the wrist to the tips of the fingers.
      ...onBoth('LowerArm', [0.62, 1.42, 0], [0.2, 0.03, 0.03]),
    ],
  });
  const { skeleton, report } = await loadAvatar(bytes);
  expect(report).toMatchObject({ judgement: 'poor', missing: expect.arrayContaining(['leftHand', 'rightFoot']) });
  expect(report.problems).toEqual([expect.stringContaining('these limbs end where their skin does')]);
  const { restWorldPositions: at } = skeleton;
  const [elbow, wrist, knee, ankle] = (['leftLowerArm', 'leftHand', 'leftLowerLeg', 'leftFoot'] as const).map(
    (bone) => jointOfBone(skeleton, bone) * 3,
  );
  // The skin of the forearm ends at 0.82 m, that of the leg at the floor.
  expect((at[wrist] - at[elbow]) / (0.82 - at[elbow])).toBeCloseTo(0.575, 2);
  expect((at[knee + 1] - at[ankle + 1]) / at[knee + 1]).toBeCloseTo(0.863, 2);
});

test('feet that cannot both stand, or that nothing is drawn on, are reported', async () => {
  const warningsOf = async (options: WildOptions) =>
    (await loadAvatar(buildWildAvatar(person, options).bytes)).report.warnings;
  expect(await warningsOf({})).toEqual([]);
  expect(await warningsOf(feet['one foot in a thicker shoe'])).toContainEqual(
    expect.stringMatching(/^Its right foot ends \d+ cm above the floor/),
  );
  const bare: NonNullable<WildOptions['edit']> = (joints) => {
    for (const joint of joints) if (/LowerLeg|Foot|Toes/.test(joint.bone ?? '')) joint.isSkinned = false;
  };
  expect(await warningsOf({ edit: bare })).toContainEqual(
    expect.stringContaining('Nothing is drawn on its left and right leg'),
  );
});
