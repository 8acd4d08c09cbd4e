import { createHash } from 'node:crypto';
import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, poseTrackSpec, recordingOf, type Track, valuesOfPose } from '@leib/core';
import { writeRecording } from '@leib/formats';
import { splatBall, writeSplat } from '@leib/formats/testing';
import { expect, test } from 'vitest';
import { advance, advanceUntil, distanceOf, dropFile, jointAt, noticesOf, shareStudio, thingAt } from './studioPage.js';

const studio = shareStudio({ room: 'together', isBoxPerson: true, viewport: { width: 1280, height: 700 } });
const SECONDS = 6;
const HZ = 30;

/** Somebody who stands at x, and goes along Z at a speed. */
function trackOf(name: string, actor: string, x: number, speed: number): Track {
  const { about, ...spec } = poseTrackSpec(name, defaultSkeleton, HZ);
  const momentCount = SECONDS * HZ + 1;
  const times = Float64Array.from({ length: momentCount }, (_, i) => i / HZ);
  const pose = createPose(defaultSkeleton);
  const { root, joints } = valuesOfPose(pose);
  const values = { root: new Float64Array(momentCount * 3), joints: new Float64Array(momentCount * joints.length) };
  for (let i = 0; i < momentCount; i++) {
    values.root.set([root[0] + x, root[1], root[2] + 1 + speed * times[i]], i * 3);
    values.joints.set(joints, i * joints.length);
  }
  const channels: Track['channels'] = {
    root: { kind: 'line', count: 3, values: values.root },
    joints: { kind: 'rotation', count: joints.length / 4, values: values.joints },
  };
  return { ...spec, about: { ...about, actor }, momentCount, times, channels };
}

const person = (name: string, number: number) => ({
  ...{ kind: 'remote', source: { kind: 'network', person: number } },
  settings: { name, role: 'guest', scale: 1 },
});
const line = { id: 'l1', by: 'p1', name: 'Ada', text: 'Look here', atMs: 0 };
const things = (() => {
  const pose = [0, 0, 0, 0, 0, 0, 1];
  const about = { author: 'p1', authorName: 'Ada', atMs: 0 };
  const points = [
    [0, 0, 2],
    [3, 0, 2],
  ];
  return [
    { id: 'm1', kind: 'measure', pose, settings: { ...about, what: 'distance', points, name: 'Door' } },
    {
      id: 'n1',
      kind: 'note',
      pose,
      settings: { ...about, points: [[1, 1, 2]], name: 'Note 1', text: 'Mind the step', picture: null },
    },
  ];
})();
const ball = writeSplat(splatBall(500, [0, 1, 4], 0.3, [1, 0, 0]));
const hash = createHash('sha256').update(ball).digest('hex');
const statue = {
  ...{ id: 's1', kind: 'splats', pose: [0, 0, 0, 0, 0, 0, 1] },
  settings: { name: 'Statue', from: 'file', hash, file: 'statue.splat', scale: 1, up: 'y' },
};
const docAt = (chat: readonly object[], there: readonly object[]) => ({
  ...{ format: 'leib-stage/1', chat, things: there },
  actors: {
    p1: {
      ...person('Ada', 0),
      settings: { ...person('Ada', 0).settings, ...(there.length > 0 && { points: { at: [0, 1, 3], on: null } }) },
    },
    p2: person('Bo', 1),
  },
});
const file = await writeRecording({
  ...recordingOf([trackOf('Ada', 'p1', 1, 0.5), trackOf('Bo', 'p2', -1, 0)], {
    documents: [
      { seconds: 0, doc: docAt([], []) },
      { seconds: 3, doc: docAt([line], [...things, statue]) },
    ],
  }),
  files: new Map([[hash, ball]]),
});
const hips = defaultSkeleton.restWorldPositions[jointOfBone(defaultSkeleton, 'hips') * 3 + 2];

const seek = async (seconds: number) => {
  await studio.page.getByRole('slider', { name: 'Time', exact: true }).fill(String(seconds));
  await advance(studio.page, 0.05);
};
const names = () => studio.page.locator('.together-then strong').allTextContents();

test('a recorded room is there with everybody by name, and goes on by the play bar', async () => {
  const { page } = studio;
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await dropFile(page, 'museum.mcap', file);
  await advanceUntil(page, 5, async () => (await names()).length === 2);
  expect(await names()).toEqual(['Ada', 'Bo']);
  await page.getByRole('button', { name: 'Pause (Space)' }).click();
  await seek(2);
  expect((await thingAt(page, 'Ada hips')).z).toBeCloseTo(1 + hips + 0.5 * 2, 1);
  expect((await thingAt(page, 'Bo hips')).x).toBeCloseTo(-1, 1);
  const early = await thingAt(page, 'Ada rightHand');
  await seek(5);
  expect((await thingAt(page, 'Ada hips')).z).toBeCloseTo(1 + hips + 0.5 * 5, 1);
  expect(await page.locator('.together-then li p').allTextContents()).toEqual(['Look here']);
  // Back: the document of then, and the same place to the bit.
  await seek(2);
  expect(await page.locator('.together-then li p').allTextContents()).toEqual([]);
  expect(await thingAt(page, 'Ada rightHand')).toEqual(early);
});

test('what stood there, was measured and noted is there from when it was, and gone before', async () => {
  const { page } = studio;
  const labels = () => page.locator('.stage-labels [data-kind=thing]:not([hidden])').allTextContents();
  const standing = () => page.locator('.together-then .together-things li').allTextContents();
  const listed = () => page.locator('.together-then .together-measures li strong').allTextContents();
  expect([await labels(), await standing(), await listed()]).toEqual([[], [], []]);
  await seek(4);
  await advanceUntil(page, 20, async () => (await standing()).some((words) => words.includes('500 splats here')));
  expect(await standing()).toEqual([expect.stringMatching(/^Statue500 splats here, nothing to stand on/)]);
  expect(await listed()).toEqual(expect.arrayContaining(['3.000 m', 'Note 1']));
  expect(await labels()).toEqual(expect.arrayContaining(['3.000 m', 'Ada points here']));
  expect((await thingAt(page, 'Door end')).x).toBeCloseTo(3, 2);
  // Chosen, it shows its words, and nothing by which it could be deleted.
  await page.locator('.together-then .together-mark', { hasText: 'Note 1' }).click();
  await advance(page, 0.2);
  expect(await page.locator('.together-then .together-mark-details').getByText('Mind the step').count()).toBe(1);
  expect(await page.getByRole('button', { name: /^(Delete|Remove) / }).count()).toBe(0);
  await seek(2);
  expect([await labels(), await standing(), await listed()]).toEqual([[], [], []]);
});

test('one walks about among them meanwhile, in one’s own body', async () => {
  const { page } = studio;
  const before = await jointAt(page, 'head');
  expect(Math.hypot(before.x + 1, before.z - 1)).toBeGreaterThan(0.5);
  await page.getByRole('button', { name: 'Play (Space)' }).click();
  await page.locator('canvas.viewport').focus();
  await page.keyboard.down('w');
  await advance(page, 0.6);
  await page.keyboard.up('w');
  expect(distanceOf(await jointAt(page, 'head'), before)).toBeGreaterThan(0.2);
  expect((await thingAt(page, 'Ada hips')).z).toBeGreaterThan(1 + hips + 0.5 * 2.4);
});

test('one goes to somebody, follows them and hides them', async () => {
  const { page } = studio;
  await page.getByRole('button', { name: 'Go to Bo' }).click();
  await advanceUntil(page, 3, async () => {
    const [bo, mine] = [await thingAt(page, 'Bo head'), await jointAt(page, 'head')];
    return Math.abs(Math.hypot(bo.x - mine.x, bo.z - mine.z) - 1.1) < 0.2;
  });
  await page.getByRole('button', { name: 'Hide Bo from you' }).click();
  await advance(page, 0.1);
  const labels = () => page.locator('.stage-labels [data-kind=figure]:not([hidden])').allTextContents();
  expect(await labels()).toEqual(['Ada']);
  await page.getByRole('button', { name: 'Follow Ada with the camera' }).click();
  await advance(page, 0.2);
  expect(await page.getByRole('button', { name: 'Stop following Ada' }).count()).toBe(1);
});

test('closed, nobody of it is there, and nothing went wrong', async () => {
  const { page } = studio;
  await page.getByRole('button', { name: 'Close the recorded room' }).click();
  await advance(page, 0.2);
  expect(await page.getByRole('button', { name: 'Open a recorded room' }).count()).toBe(1);
  expect(await page.getByRole('slider', { name: 'Time', exact: true }).count()).toBe(0);
  expect(await noticesOf(page)).toEqual([]);
  expect(studio.problems).toEqual([]);
});
