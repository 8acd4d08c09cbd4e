import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { bvhText } from './fixtures.js';
import {
  advance,
  advanceUntil,
  differenceOf,
  distanceOf,
  dropFile,
  goToRoom,
  jointAt,
  lookAt,
  readProbe,
  shareStudio,
  watch,
} from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await enter('embody');
});

async function enter(room: string): Promise<void> {
  await goToRoom(page, room);
  await advance(page, 0.1);
}

const section = (title: string) => page.locator('details', { has: page.locator('summary', { hasText: title }) });
const toggle = (title: string, name: string) => section(title).getByRole('switch', { name, exact: true });

/** Joints that every part of the solve has a say in. */
async function readPose(): Promise<readonly number[]> {
  return readJoints(['hips', 'chest', 'leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'leftFoot', 'rightFoot']);
}

test('the address leads to the room, and the body moves there', async () => {
  expect(new URL(page.url()).hash).toBe('#/embody');
  const before = await jointAt(page, 'rightHand');
  await advanceUntil(page, 10, async () => distanceOf(await jointAt(page, 'rightHand'), before) > 0.03, 0.5);
});

test('a clip stands beside its own truth, with the distance between them', async () => {
  await dropFile(page, 'walk.bvh', bvhText);
  await advance(page, 1);
  const mean = page.getByTestId('truth-mean');
  expect(Number.parseFloat((await mean.textContent()) ?? '')).toBeGreaterThan(0);
  for (const id of ['truth-mean', 'truth-hips', 'truth-feet']) {
    expect(Number.parseFloat((await page.getByTestId(id).textContent()) ?? '')).toBeLessThan(60);
  }
  await toggle('Drawn', 'Truth').uncheck();
  await advance(page, 0.1);
  expect(await mean.count()).toBe(0);
  await toggle('Drawn', 'Truth').check();
});

test('beside a clip, prior and rules are measured side by side, and feet show how likely they stand', async () => {
  const byRules = page.getByTestId('truth-rules-mean');
  await advance(page, 1);
  expect(Number.parseFloat((await byRules.textContent()) ?? '')).toBeGreaterThan(0);
  await toggle('Drawn', 'Contacts').check();
  await advance(page, 0.1, { draw: 'all' });
  await toggle('Drawn', 'Contacts').uncheck();
  await toggle('Solver', 'Learned movement').uncheck();
  await advance(page, 0.1);
  expect(await byRules.count()).toBe(0);
  await toggle('Solver', 'Learned movement').check();
  await advance(page, 0.1);
  expect(await byRules.count()).toBe(1);
});

type Pose = readonly [x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number];

/** leib-tracking/1: three seconds of a person of 1.70 m who holds the hands there. */
function holdText(leftHand: Pose, rightHand: Pose): string {
  return [
    JSON.stringify({ format: 'leib-tracking/1', hz: 30, floorY: 0, stature: 1.7 }),
    ...Array.from({ length: 91 }, (_, frame) =>
      JSON.stringify({ t: frame / 30, head: [0, 1.53, 0, 0, 0, 0, 1], leftHand, rightHand }),
    ),
  ].join('\n');
}

const farthest = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i])));

async function readJoints(bones: readonly Parameters<typeof jointAt>[1][]): Promise<number[]> {
  const joints = await Promise.all(bones.map((bone) => jointAt(page, bone)));
  return joints.flatMap(({ x, y, z }) => [x, y, z]);
}

/** Where joints are once they have come to rest. */
async function readAtRest(bones: readonly Parameters<typeof jointAt>[1][]): Promise<number[]> {
  let last = await readJoints(bones);
  await advance(page, 0.25, { draw: 'none' });
  await advanceUntil(
    page,
    20,
    async () => {
      const before = last;
      last = await readJoints(bones);
      return farthest(last, before) < 0.0003;
    },
    0.25,
  );
  return last;
}

/** For each part a stand in which it matters, and what joint of the body it moves by at least so much, metres. */
const partStands = [
  {
    // Elbows near the trunk: the field behind draws them back by millimetres.
    part: 'Magnetic fields',
    text: holdText(
      [-0.192, 0.91, -0.142, -0.21, -0.539, 0.571, -0.583],
      [-0.26, 1.374, -0.07, -0.035, -0.91, -0.047, -0.411],
    ),
    bones: ['leftLowerArm', 'rightLowerArm'],
    least: 0.0005,
  },
  {
    // The right hand is out of the arm's reach.
    part: 'Shoulders reach',
    text: holdText([0.3, 0.9, 0.1, 0, 0, 0, 1], [-0.442, 1.789, 0.667, 0.738, 0.207, -0.047, 0.641]),
    bones: ['rightUpperArm'],
    least: 0.01,
  },
  {
    // Both hands are at the neck, elbows up.
    part: 'Limits',
    text: holdText(
      [0.025, 1.55, -0.075, 0.098, 0.365, 0.769, -0.516],
      [0.066, 1.645, -0.044, 0.828, -0.343, 0.204, -0.394],
    ),
    bones: ['leftLowerArm', 'rightLowerArm'],
    least: 0.006,
  },
  {
    // The left hand is in the chest.
    part: 'Elbows out of the torso',
    text: holdText(
      [-0.098, 1.302, -0.044, 0.027, 0.698, 0.368, 0.614],
      [-0.202, 1.575, 0.313, 0.288, -0.056, -0.814, 0.502],
    ),
    bones: ['leftLowerArm'],
    least: 0.01,
  },
] as const;

test.each(partStands)('$part: switched off, the pose differs, and switched on again it is back', async (stand) => {
  // By the rules: what the prior proposes goes on changing while the person stands.
  await toggle('Solver', 'Learned movement').uncheck();
  await toggle('What the body does by itself', stand.part).check();
  await dropFile(page, `${stand.part}.jsonl`, stand.text);
  await advance(page, 1);
  const on = await readAtRest(stand.bones);
  await toggle('What the body does by itself', stand.part).uncheck();
  await advanceUntil(page, 5, async () => farthest(on, await readJoints(stand.bones)) > stand.least);
  const off = await readAtRest(stand.bones);
  await toggle('What the body does by itself', stand.part).check();
  // Nearer to where it was with it than without it; hips and chest go on settling by millimetres.
  const leftBehind = async () => {
    const now = await readJoints(stand.bones);
    return farthest(on, now) / Math.max(0.004, farthest(off, now));
  };
  await advanceUntil(page, 5, async () => (await leftBehind()) < 1);
});

// By the rules of the thesis: what is learned leads the feet in its own way.
test('Gait: with it feet stay behind and catch up, without it they stay under the hips', async () => {
  /** How far the left foot goes to and fro under the hips while the clip is played once. */
  const range = async () => {
    const offsets = await watch(page, 2, 0.05, (probe) => {
      const [foot, hips] = [probe.jointWorld('leftFoot'), probe.jointWorld('hips')];
      return (foot?.[2] ?? Number.NaN) - (hips?.[2] ?? Number.NaN);
    });
    return Math.max(...offsets) - Math.min(...offsets);
  };
  await section('Solver').getByText('Thesis', { exact: true }).first().click();
  await dropFile(page, 'again.bvh', bvhText);
  expect(await range()).toBeGreaterThan(0.15);
  await toggle('What the body does by itself', 'Takes steps').uncheck();
  await advance(page, 0.5);
  const under = await range();
  await page.getByRole('button', { name: 'Reset all settings' }).click();
  expect(under).toBeLessThan(0.1);
});

test('every solver and every part can be switched while the body stands', async () => {
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await advance(page, 1);
  const ours = await readPose();
  for (const solver of ['Thesis', 'Baseline', 'Leib']) {
    await section('Solver').getByText(solver, { exact: true }).first().click();
    await advance(page, 0.5);
    const pose = await readPose();
    if (solver !== 'Leib') expect(farthest(pose, ours), solver).toBeGreaterThan(0.005);
  }
  await toggle('Solver', 'Learned steps').uncheck();
  for (const part of [
    'Magnetic fields',
    'Shoulders reach',
    'Limits',
    'Elbows out of the torso',
    'Hips swing',
    'Feet find the ground',
    'Own rhythm',
    'Takes steps',
  ]) {
    await toggle('What the body does by itself', part).uncheck();
    await advance(page, 0.1);
    await readPose();
  }
  expect(await toggle('What the body does by itself', 'Hips swing').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Reset all settings' }).click();
});

/** From head to feet: the feet are beside the transport. */
const wholePerson = [0.3, 0.2, 0.6, 0.95] as const;

test('what is drawn is to be seen', async () => {
  await advance(page, 0.1);
  const all = ['Magnetic fields', 'Swing cones', 'Torso hull', 'Balance', 'Steps'];
  let before = await lookAt(page, wholePerson);
  for (const drawn of all) {
    await toggle('Drawn', drawn).check();
    await advance(page, 1 / 60);
    const now = await lookAt(page, wholePerson);
    expect(differenceOf(before, now), drawn).toBeGreaterThan(0.01);
    before = now;
  }
  for (const drawn of all) await toggle('Drawn', drawn).uncheck();
});

test('a field is dragged in the picture, and the drag undone', async () => {
  await toggle('Drawn', 'Magnetic fields').check();
  await advance(page, 0.1);
  const isMoved = () => page.getByRole('button', { name: 'Reset Fields to the solver’s own' }).count();
  expect(await isMoved()).toBe(0);
  // The uppermost field of the trunk lies a hand below the collar, near the middle.
  for (let share = 0; share <= 1 && (await isMoved()) === 0; share += 0.1) {
    // A drag beside it turns the camera.
    const [neck, chest] = [await onScreen('neck'), await onScreen('chest')];
    const span = Math.hypot(neck.x - chest.x, neck.y - chest.y);
    const x = neck.x + (chest.x - neck.x) * share;
    const y = neck.y + (chest.y - neck.y) * share;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + span / 4, y);
    await page.mouse.up();
    await advance(page, 1 / 60);
  }
  expect(await isMoved()).toBe(1);
  await page.keyboard.press('Control+z');
  await advance(page, 0);
  expect(await isMoved()).toBe(0);
  await toggle('Drawn', 'Magnetic fields').uncheck();
});

async function onScreen(bone: 'neck' | 'chest'): Promise<{ x: number; y: number }> {
  const at = await page.evaluate((name) => globalThis.leibStudio?.jointOnScreen(name), bone);
  if (!at) throw new Error(`${bone} is not to be seen`);
  return { x: at[0], y: at[1] };
}

test('a curve is edited, and the edit undone', async () => {
  const plot = page.locator('.curve-plot');
  // Curves are there where neither what was learned nor the own rhythm leads the feet.
  await toggle('Solver', 'Learned steps').uncheck();
  await toggle('What the body does by itself', 'Own rhythm').uncheck();
  await plot.scrollIntoViewIfNeeded();
  const keys = () => plot.locator('> circle').count();
  const before = await keys();
  const box = await plot.boundingBox();
  if (!box) throw new Error('no plot');
  await page.mouse.dblclick(box.x + box.width * 0.53, box.y + box.height / 2);
  await advance(page, 0);
  expect(await keys()).toBe(before + 1);
  await page.keyboard.press('Control+z');
  await advance(page, 0);
  expect(await keys()).toBe(before);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await plot.count()).toBe(0);
});

test('stairs are climbed: feet and head rise', async () => {
  const start = await jointAt(page, 'head');
  await page.locator('canvas.viewport').focus();
  await page.keyboard.down('w');
  await advanceUntil(page, 10, async () => (await jointAt(page, 'head')).z > start.z + 1.9);
  await page.keyboard.up('w');
  await advance(page, 1);
  const [left, right, head] = [
    await jointAt(page, 'leftFoot'),
    await jointAt(page, 'rightFoot'),
    await jointAt(page, 'head'),
  ];
  expect(Math.min(left.y, right.y)).toBeGreaterThan(0.3);
  expect(head.y).toBeGreaterThan(start.y + 0.3);
  await page.keyboard.press('Home');
  await advance(page, 1);
  expect((await jointAt(page, 'head')).z).toBeLessThan(start.z + 0.1);
});

test('keys push the stick where the room says so', async () => {
  await section('Getting about').getByText('Push the stick').click();
  const start = await jointAt(page, 'head');
  await page.locator('canvas.viewport').focus();
  await page.keyboard.down('s');
  await advanceUntil(page, 5, async () => (await jointAt(page, 'head')).z < start.z - 0.5);
  await page.keyboard.up('s');
  await page.getByRole('button', { name: 'Reset all settings' }).click();
});

test('people fill the stage and say what they cost; beside stands the same person without a part', async () => {
  const alone = await lookAt(page, wholePerson);
  const slider = section('Crowd').getByRole('slider', { name: 'People' });
  await slider.fill('12');
  await advance(page, 0.5);
  expect(await page.getByTestId('crowd-people').textContent()).toBe('12');
  expect(Number.parseFloat((await page.getByTestId('crowd-bodies').textContent()) ?? '')).toBeGreaterThan(0);
  expect(differenceOf(alone, await lookAt(page, wholePerson))).toBeGreaterThan(0.01);
  await slider.fill('0');
  await page.getByLabel('Beside, the same without', { exact: true }).selectOption('All but the baseline');
  await advance(page, 0.5);
  expect((await page.locator('.stage-labels').allTextContents()).join()).toMatch(
    /LeibBaseline: up to \d+\.\d cm apart/,
  );
  await page.getByRole('button', { name: 'Reset all settings' }).click();
  await advance(page, 0.5);
  expect(await page.getByTestId('crowd-people').count()).toBe(0);
});

test('what changes nothing is not shown, and comes with what makes it count', async () => {
  const parts = section('What the body does by itself');
  const isShown = (name: string) => parts.getByText(name, { exact: true }).count();
  expect([await isShown('Own rhythm'), await isShown('Gait curves')]).toEqual([0, 0]);
  await toggle('Solver', 'Learned steps').uncheck();
  expect([await isShown('Own rhythm'), await isShown('Gait curves')]).toEqual([1, 0]);
  await toggle('What the body does by itself', 'Own rhythm').uncheck();
  expect([await isShown('Own rhythm'), await isShown('Gait curves')]).toEqual([1, 1]);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect([await isShown('Own rhythm'), await isShown('Gait curves')]).toEqual([0, 0]);
});

test('a click on the ground after the button takes the person there, and Home takes them back', async () => {
  const goHome = async () => {
    await page.locator('canvas.viewport').focus();
    await page.keyboard.press('Home');
    await advance(page, 0.5);
  };
  await goHome();
  const start = await jointAt(page, 'head');
  await page.getByRole('button', { name: /^Teleport/ }).click();
  const box = await page.locator('canvas.viewport').boundingBox();
  if (!box) throw new Error('no picture');
  await page.mouse.click(box.x + box.width * 0.45, box.y + box.height * 0.75);
  await advance(page, 0.5);
  const there = await jointAt(page, 'head');
  expect(Math.hypot(there.x - start.x, there.z - start.z)).toBeGreaterThan(0.3);
  await goHome();
  // How low the head is depends on how far the step has come that the clip begins with.
  const home = await jointAt(page, 'head');
  expect(Math.hypot(home.x - start.x, home.z - start.z)).toBeLessThan(0.02);
});

test('rooms are left as they were found: nothing piles up, settings stay', async () => {
  await toggle('Drawn', 'Steps').check();
  await enter('mirror');
  expect(await page.locator('summary', { hasText: 'What the body does by itself' }).count()).toBe(0);
  const geometries = () => readProbe(page, (probe) => probe.memory.geometries);
  const before = await geometries();
  for (let visit = 0; visit < 2; visit++) {
    await enter('embody');
    expect(await toggle('Drawn', 'Steps').isChecked()).toBe(true);
    await enter('mirror');
  }
  expect(await geometries()).toBeLessThanOrEqual(before);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
