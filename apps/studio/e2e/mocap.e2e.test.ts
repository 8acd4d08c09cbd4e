import { findTrack, jointOfBone, motionDuration, requireDecoded } from '@leib/core';
import { readBvh, readGltfMotion, readRecording } from '@leib/formats';
import { offsetsText, parseCombination, parseOffsets } from '@leib/mocap';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { LiveFeed } from './liveFeed.js';
import { markerFile, standingBodies } from './mocapFiles.js';
import {
  advance,
  bytesOf,
  closeNotices,
  differenceOf,
  distanceOf,
  dropFile,
  lookAt,
  noticesOf,
  type Place,
  patience,
  shareStudio,
  silentControls,
  thingAt,
  watch,
} from './studioPage.js';

const studio = shareStudio({ room: 'mocap' });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('tab', { name: 'Bodies' }).waitFor();
  await page.evaluate(() => globalThis.leibStudio?.advance(0.5));
});

const tab = (name: string) => page.getByRole('tab', { name }).click();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const setSlider = (label: string, value: number) =>
  page.getByRole('slider', { name: label, exact: true }).fill(String(value));
const stateOf = async (body: string) => {
  await advance(page, 0);
  return page.getByTestId(`body-${body}`).locator('.state').textContent();
};
const numberOf = async (id: string) => {
  await advance(page, 0);
  return Number.parseFloat((await page.getByTestId(id).textContent()) ?? '');
};

async function download(press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await press();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) };
}

test('the room is alive at once: bodies, joints, skeleton and agent wave together, from left to right', async () => {
  const before = await thingAt(page, 'agent:rightHand');
  await advance(page, 1.2);
  expect(distanceOf(before, await thingAt(page, 'agent:rightHand'))).toBeGreaterThan(0.2);
  const row: Place[] = [];
  for (const name of ['body:head', 'joint:neck', 'skeleton:head', 'agent:head']) row.push(await thingAt(page, name));
  for (let i = 1; i < row.length; i++) expect(row[i].x - row[i - 1].x).toBeGreaterThan(0.8);
  const heights = [
    (await thingAt(page, 'joint:rightWrist')).y,
    (await thingAt(page, 'skeleton:rightHand')).y,
    (await thingAt(page, 'agent:rightHand')).y,
  ];
  expect(Math.min(...heights)).toBeGreaterThan(1.2);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.12);
  expect(await page.locator('.stage-labels [data-kind=figure]:visible').count()).toBe(4);
});

test('a hidden body is listed with how long, drawn hollow, and the agent does not jump', async () => {
  await setSlider('Hidden at times', 0);
  await advance(page, 0.5);
  expect(await stateOf('rightHand')).toBe('seen');
  await button('Hide Right hand from the tracker').click();
  const places = await watch(page, 0.6, 1 / 60, (probe) => probe.thingWorld('agent:rightHand'));
  expect(await stateOf('rightHand')).toMatch(/^lost 0\.[56] s, held$/);
  expect(await page.locator('.stage-labels [data-kind=lost]').textContent()).toBe('Right hand');
  await button('Let the tracker see Right hand again').click();
  places.push(...(await watch(page, 0.4, 1 / 60, (probe) => probe.thingWorld('agent:rightHand'))));
  expect(await stateOf('rightHand')).toBe('seen');
  const steps = places
    .slice(1)
    .map((place, i) => Math.hypot(...[0, 1, 2].map((k) => (place?.[k] ?? 0) - (places[i]?.[k] ?? 0))));
  // The wave itself goes at up to two metres a second.
  expect(Math.max(...steps)).toBeLessThan(0.06);
});

test('exchanged ids are noticed, said in a line, and exchanged back', async () => {
  await button('Exchange the ids of these two bodies now').click();
  await advance(page, 0.3);
  await page
    .getByRole('list', { name: 'Remarks' })
    .getByText(/"leftHand" and "rightHand".*exchanged/)
    .waitFor();
  // The agent's right hand stays on its own side: the actor faces the camera, so it is on the left.
  expect((await thingAt(page, 'agent:rightHand')).x).toBeLessThan((await thingAt(page, 'agent:leftHand')).x);
  await button('Exchange the ids of these two bodies now').click();
  await advance(page, 0.3);
});

test('refined lowers the residual', async () => {
  await setSlider('Noise of places', 4);
  const asked = page.waitForEvent('filechooser');
  await page.getByText('Your file', { exact: true }).click();
  await asked;
  await tab('Solve');
  const residualBy = async (method: string) => {
    // The same stretch of the same motion for both.
    await setSlider('Time', 15);
    await page.getByText(method, { exact: true }).click();
    await advance(page, 3, { draw: 'none' });
    return numberOf('mean-residual');
  };
  const closed = await residualBy('Closed form');
  const refined = await residualBy('Refined');
  expect(closed).toBeGreaterThan(1);
  expect(refined).toBeLessThan(closed * 0.9);
});

test('offsets are typed, undone, loaded and saved; a wrong file is refused in one sentence', async () => {
  await tab('Offsets');
  const field = page.getByRole('group', { name: 'Left forearm' }).getByRole('textbox', { name: 'x' });
  const before = await thingAt(page, 'joint:leftElbow');
  const typed = Number(await field.inputValue()) + 150;
  await button('Pause (Space)').click();
  await field.fill(String(typed));
  await field.press('Enter');
  await advance(page, 0.1);
  expect(distanceOf(before, await thingAt(page, 'joint:leftElbow'))).toBeGreaterThan(0.1);
  const saved = await download(() => button('Save').first().click());
  const file = parseOffsets(saved.bytes.toString());
  expect(file.ok && file.value.bodies.length).toBe(10);
  await page.getByRole('tab', { name: 'Offsets' }).focus();
  await page.keyboard.press('Control+z');
  await advance(page, 0.1);
  expect(distanceOf(before, await thingAt(page, 'joint:leftElbow'))).toBeLessThan(0.03);
  await dropFile(page, 'offsets.json', saved.bytes);
  await expect.poll(async () => Number(await field.inputValue()), patience).toBeCloseTo(typed, 1);
  await button(/^Reset$/).click();
  await dropFile(
    page,
    'wrong.json',
    JSON.stringify({ format: 'leib-offsets/1', bodies: { head: { restRotation: [0, 0, 0, 1], joints: {} } } }),
  );
  await expect
    .poll(() => noticesOf(page), patience)
    .toContainEqual(expect.stringMatching(/wrong\.json: bodies: expected "back"/));
  // The tab's own button takes nothing but offsets.
  await page
    .getByLabel('Offsets file')
    .setInputFiles({ name: 'walk.bvh', mimeType: 'text/plain', buffer: Buffer.from('HIERARCHY') });
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringMatching(/^walk\.bvh: /));
  await closeNotices(page);
  await button('Play (Space)').click();
});

test('offsets are found in a T-pose, step by step, and the agent follows', async () => {
  await button(/^In a T-pose Stand/).click();
  await page.getByText(/^Stand upright/).waitFor();
  await advance(page, 1, { draw: 'none' });
  // The simulated person does what is asked.
  const [left, right] = [await thingAt(page, 'body:leftHand'), await thingAt(page, 'body:rightHand')];
  expect(left.x - right.x).toBeGreaterThan(1.2);
  await advance(page, 4.2, { draw: 'none' });
  await page.getByText(/^Found for a person of 1\.[67]\d m/).waitFor();
  await page.getByText('14 joints on 10 bodies, yours.').waitFor();
  await button(/^Reset$/).click();
});

test('a joint is dragged in the picture, as one step of undo', async () => {
  await button('Pause (Space)').click();
  await advance(page, 0.1);
  const before = await thingAt(page, 'joint:leftKnee');
  const [x, y] = await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('joint:leftKnee') ?? [0, 0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y - 10);
  await page.mouse.move(x + 16, y - 30);
  await page.mouse.up();
  await advance(page, 0.1);
  expect((await thingAt(page, 'joint:leftKnee')).y).toBeGreaterThan(before.y + 0.05);
  await button('Undo (Ctrl+Z)').click();
  await advance(page, 0.1);
  expect(distanceOf(before, await thingAt(page, 'joint:leftKnee'))).toBeLessThan(0.03);
  await button('Play (Space)').click();
});

test('skinning changes the picture and the volume at the elbow; a giant is taller', async () => {
  await tab('Characters');
  await button('Pause (Space)').click();
  const volumes = [];
  for (const method of ['segments', 'linear', 'dualQuaternion']) volumes.push(await numberOf(`volume-${method}-120`));
  expect(volumes[2]).toBeGreaterThan(volumes[1] + 2);
  const pictureBy = async (method: string) => {
    await page.getByText(method, { exact: true }).first().click();
    await advance(page, 0.05);
    return lookAt(page, [0.35, 0.2, 0.55, 0.75]);
  };
  const linear = await pictureBy('Linear');
  expect(differenceOf(linear, await pictureBy('Segments'))).toBeGreaterThan(0.02);
  await page.getByText('Dual quaternion', { exact: true }).first().click();
  await button('Play (Space)').click();
  const height = (await thingAt(page, 'agent:head')).y;
  await page.getByRole('combobox', { name: 'Character' }).selectOption('giant');
  await advance(page, 0.2);
  expect((await thingAt(page, 'agent:head')).y).toBeGreaterThan(height * 1.7);
  await page.getByRole('combobox', { name: 'Character' }).selectOption('person');
  await advance(page, 0.2);
});

test('fingers and face are streams that can be seen and are counted; their controls wait until they are on', async () => {
  const smile = page.getByRole('slider', { name: 'Smile' });
  expect(await smile.isDisabled()).toBe(true);
  await button('Pause (Space)').click();
  for (const name of ['Fingers', 'Face']) await page.getByRole('switch', { name }).check();
  await advance(page, 0.1);
  expect(await numberOf('crowd-bytes')).toBe(98 + 68 + 162);
  const [x, y] = await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('agent:rightHand') ?? [0, 0]);
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 };
  const lookAtHand = () => lookAt(page, [(x - 24) / width, (y - 24) / height, (x + 24) / width, (y + 24) / height]);
  await setSlider('Right fist', 0);
  // Filters come to rest.
  await advance(page, 1.5, { draw: 'none' });
  await advance(page, 0.1);
  const open = await lookAtHand();
  await setSlider('Left fist', 100);
  await advance(page, 0.1);
  const other = differenceOf(open, await lookAtHand());
  await setSlider('Right fist', 100);
  await advance(page, 0.1);
  expect(differenceOf(open, await lookAtHand())).toBeGreaterThan(other + 0.15);
  for (const name of ['Fingers', 'Face']) await page.getByRole('switch', { name }).uncheck();
  await button('Play (Space)').click();
});

test('a crowd is drawn in as many calls as one agent, and costs 98 bytes each, 100 to a display', async () => {
  const draws = await numberOf('crowd-draws');
  const alone = await lookAt(page, [0.05, 0.1, 0.55, 0.75]);
  await setSlider('Crowd', 40);
  await advance(page, 0.2);
  expect(await numberOf('crowd-draws')).toBe(draws);
  expect(await numberOf('crowd-bytes')).toBe(40 * 98);
  expect(await numberOf('display-bytes')).toBe(40 * 100 + 56);
  expect(differenceOf(alone, await lookAt(page, [0.05, 0.1, 0.55, 0.75]))).toBeGreaterThan(2);
  await setSlider('Crowd', 1);
});

test('record, trim, combine and export: files that read back', async () => {
  await tab('Takes');
  const record = async (seconds: number) => {
    await button('Record a take').last().click();
    await advance(page, seconds, { draw: 'none' });
    await button(/^Stop at/).click();
  };
  await record(2);
  await record(1.5);
  expect(await numberOf('seconds-Take 1')).toBeCloseTo(2, 1);
  await button('Details of Take 1').click();
  await page.getByRole('slider', { name: /^From/ }).fill('0.5');
  await button('Trim').click();
  expect(await numberOf('seconds-Take 1')).toBeCloseTo(1.5, 1);
  const combination = await download(() => button('Save combination').click());
  const { takes } = requireDecoded(parseCombination(new TextDecoder().decode(combination.bytes)));
  expect(takes).toEqual({ 'Take 1': { file: 'Take-1.bvh' }, 'Take 2': { file: 'Take-2.bvh' } });
  await button('Combine').first().click();
  await button('Details of Take 1 with Take 2').click();
  const exported = page.getByRole('group', { name: 'Export Take 1 with Take 2' });
  const save = (format: string) => download(() => exported.getByRole('button', { name: format }).click());
  const bvh = await readBvh(await save('BVH').then(({ bytes }) => new Uint8Array(bytes)));
  expect(motionDuration(bvh.motion)).toBeCloseTo(1.5, 1);
  const glb = await readGltfMotion(await save('VRMA').then(({ bytes }) => new Uint8Array(bytes)));
  expect(jointOfBone(glb.motion.skeleton, 'leftHand')).toBeGreaterThan(0);
  const mcap = await readRecording(await save('MCAP').then(({ bytes }) => new Uint8Array(bytes)));
  expect(findTrack(mcap.recording, 'pose')?.momentCount).toBeGreaterThan(80);
  await button('Align').click();
  await expect
    .poll(() => noticesOf(page), patience)
    .toContainEqual(expect.stringMatching(/^Aligned: moved by -?[\d.]+ s/));
  await button('Delete Take 1 with Take 2 2').click();
  // A take is played: nothing is solved, and there is nothing to set.
  await tab('Solve');
  await advance(page, 0);
  expect(await page.getByTestId('mean-residual').count()).toBe(0);
  expect(await page.getByText(/^A take is played/).count()).toBe(1);
  expect(await page.getByRole('slider', { name: 'Smoothing' }).count()).toBe(0);
  await closeNotices(page);
});

test('takes are kept for the next visit', async () => {
  await page.evaluate(() => {
    location.hash = '#/body';
  });
  await page.getByRole('tab', { name: 'Measures' }).waitFor();
  await page.evaluate(() => {
    location.hash = '#/mocap';
  });
  await tab('Takes');
  await advance(page, 0.1);
  expect(
    await page
      .getByRole('list', { name: 'Recorded takes' })
      .getByRole('button', { name: /^Replay / })
      .count(),
  ).toBe(3);
});

test('markers of a C3D file are fitted in a worker, with a residual for each', async () => {
  await dropFile(page, 'arms.c3d', markerFile());
  await tab('Bodies');
  // The clock waits for the worker.
  await advance(page, 0.1);
  expect(await numberOf('marker-residual')).toBeLessThan(25);
  expect(await page.locator('.marker-table tbody tr').count()).toBeGreaterThan(15);
  expect(await page.locator('.marker-table tbody').getByText('LFHD').count()).toBe(1);
  await dropFile(page, 'map.json', JSON.stringify({ format: 'leib-markers/1', markers: { LFHD: null } }));
  await expect
    .poll(async () => {
      await advance(page, 0.1);
      return page.locator('.marker-table tbody').getByText('LFHD').count();
    }, patience)
    .toBe(0);
  const before = await thingAt(page, 'agent:leftHand');
  await advance(page, 0.5);
  expect(distanceOf(before, await thingAt(page, 'agent:leftHand'))).toBeGreaterThan(0.02);
  await dropFile(page, 'broken.c3d', Uint8Array.of(2, 0x50, 1, 2, 3));
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringMatching(/^broken\.c3d: /));
  await closeNotices(page);
  await button('Simulated').click();
});

test('bodies of a live tracker: a sentence without offsets, a skeleton with them', async () => {
  const feed = await LiveFeed.open();
  const { page: live, problems } = await studio.open({ room: 'mocap', url: feed.server.url });
  await live.getByRole('tab', { name: 'Bodies' }).waitFor();
  const { devices, offsets } = standingBodies();
  await feed.play(live, /^Live/);
  await feed.send(0.3, () => devices);
  await live.getByText(/These bodies have no offsets yet/).waitFor();
  await dropFile(live, 'offsets.json', offsetsText(offsets));
  await feed.send(0.5, () => devices);
  const [head, hand] = [await thingAt(live, 'skeleton:head'), await thingAt(live, 'skeleton:leftHand')];
  expect(head.y).toBeGreaterThan(1.4);
  expect(hand.x - head.x).toBeGreaterThan(0.5);
  expect(await live.getByTestId('body-back').locator('.state').textContent()).toBe('seen');
  expect(problems).toEqual([]);
  await live.close();
  await feed.close();
});

test('every control says what it does, and the console stays empty', async () => {
  for (const name of ['Bodies', 'Offsets', 'Solve', 'Characters', 'Takes']) {
    await tab(name);
    expect(await silentControls(page), name).toEqual([]);
  }
  expect(studio.problems).toEqual([]);
});
