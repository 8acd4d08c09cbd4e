import { findTrack } from '@leib/core';
import { readRecording } from '@leib/formats';
import type { Locator, Page } from 'playwright';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bvhText, reachIntoPillar } from './fixtures.js';
import { dragLeftHand, walkTo } from './mouseAndKeys.js';
import { ReembodyEditor } from './reembodyEditor.js';
import {
  advance,
  advanceUntil,
  bytesOf,
  closeNotices,
  distanceOf,
  dropFile,
  jointAt,
  noticesOf,
  type Place,
  patience,
  resizeWindow,
  shareStudio,
  thingAt,
  watch,
} from './studioPage.js';

const studio = shareStudio({
  room: 'reembody',
  isBoxPerson: true,
  hasIntros: true,
  viewport: { width: 960, height: 540 },
});
let page: Page;
let editor: ReembodyEditor;

beforeAll(() => {
  page = studio.page;
  editor = new ReembodyEditor(page);
});
// What a failed test holds down would trouble the next.
afterEach(async () => {
  await page.mouse.up();
  for (const key of ['w', 's', 'g', 'Shift']) await page.keyboard.up(key);
});

const section = (title: string) => page.locator('details', { has: page.locator('summary', { hasText: title }) });
const lengthOf = ({ x, y, z }: Place) => Math.hypot(x, y, z);
const readNumber = async (id: string) => Number.parseFloat((await page.getByTestId(id).textContent()) ?? '');

test('at first both bodies stand beside each other in the picture, and “Push it” pushes the second one', async () => {
  const names = page.locator('.stage-labels [data-kind=figure]:not([hidden])');
  for (const size of [
    { width: 390, height: 844 },
    { width: 960, height: 540 },
  ]) {
    await resizeWindow(page, size);
    await advanceUntil(page, 5, async () => (await names.count()) === 2, 0.5);
    await advance(page, 1);
    expect(await names.allTextContents()).toEqual(['You', 'Second body: push it']);
    const [you, second] = await Promise.all([0, 1].map((i) => names.nth(i).boundingBox()));
    const [a, b] = [you, second].map((box) => (box?.x ?? -1) + (box?.width ?? 0) / 2);
    expect(Math.min(a, b)).toBeGreaterThan(0);
    expect(Math.max(a, b)).toBeLessThan(size.width);
    expect(Math.abs(a - b), `${size.width} pixels`).toBeGreaterThan(60);
  }
  const before = await thingAt(page, 'remote chest');
  await page.getByRole('button', { name: 'Push it', exact: true }).click();
  // What pushes is fetched when it is asked for.
  await expect
    .poll(async () => {
      await advance(page, 0.05);
      return page.evaluate(() => globalThis.leibStudio?.thingWorld('push arrow') ?? null);
    }, patience)
    .not.toBe(null);
  await advance(page, 0.2);
  expect(distanceOf(await thingAt(page, 'remote chest'), before)).toBeGreaterThan(0.005);
  // The other tests take the whole picture.
  await page.getByRole('button', { name: 'Close the introduction' }).click();
  await advance(page, 2);
});

test('a thing that is pushed with the mouse moves', async () => {
  // From the front the ball lies free.
  await section('View').getByText('From the mirror').click();
  await advance(page, 1.5);
  const before = await thingAt(page, 'ball');
  const [x, y] = (await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('ball'))) ?? [0, 0];
  const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [x, y]);
  expect(under, `at ${x}, ${y}`).toBe('CANVAS');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 60, { steps: 3 });
  await advanceUntil(page, 2, async () => distanceOf(await thingAt(page, 'ball'), before) > 0.1);
  // It hangs on the pointer, and does not fly on for as long as it is dragged.
  await advance(page, 2);
  expect(distanceOf(await thingAt(page, 'ball'), before)).toBeLessThan(1);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Put things back' }).click();
  await advance(page, 1);
  const { x: ballX, z: ballZ } = await thingAt(page, 'ball');
  expect(Math.hypot(ballX - 0.2, ballZ - 0.7)).toBeLessThan(0.06);
});

test('the second body is named, says that it can be pushed, and shows an arrow where it is', async () => {
  const names = page.locator('.stage-labels [data-kind=figure]:not([hidden])');
  expect(await names.allTextContents()).toEqual(['You', expect.stringMatching(/^Second body/)]);
  // Beside each other: one name to the left of the other, about as high.
  const [own, second] = await Promise.all((await names.all()).map((name) => name.boundingBox()));
  expect(Math.abs((own?.x ?? 0) - (second?.x ?? 0))).toBeGreaterThan(30);
  expect(Math.abs((own?.y ?? 0) - (second?.y ?? 0))).toBeLessThan(60);
  const [x, y] = (await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('remote chest'))) ?? [0, 0];
  await page.mouse.move(x, y);
  expect(await page.locator('.grasp-label.hover').textContent()).toMatch(/^Push: (Upper chest|Chest|Spine|Neck)/);
  expect(await page.locator('canvas.viewport').evaluate((canvas) => canvas.style.cursor)).toBe('grab');
  const arrow = () => page.evaluate(() => globalThis.leibStudio?.thingWorld('push arrow') ?? null);
  await advance(page, 1);
  expect(await arrow()).toBe(null);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 2 });
  await advance(page, 0.2);
  const [chest, at] = [await thingAt(page, 'remote chest'), await thingAt(page, 'push arrow')];
  expect(distanceOf(chest, at)).toBeLessThan(0.6);
  await page.mouse.up();
  await advance(page, 1);
  expect(await arrow()).toBe(null);
});

test('a take has what was done, and what the second body reached', async () => {
  const takes = page.getByRole('region', { name: 'Takes' });
  await page.getByRole('button', { name: 'Record (R)' }).click();
  await page.getByRole('button', { name: 'Stop recording (R)' }).waitFor();
  await advance(page, 0.2);
  const [x, y] = (await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('remote chest'))) ?? [0, 0];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 2 });
  await advance(page, 0.3);
  await page.mouse.up();
  await advance(page, 0.5);
  const box = await page.locator('canvas.viewport').boundingBox();
  if (!box) throw new Error('no picture');
  await page.locator('canvas.viewport').focus();
  await page.keyboard.down('Shift');
  await page.keyboard.down('T');
  await page.mouse.move(box.x + box.width * 0.45, box.y + box.height * 0.85);
  await advance(page, 0.1);
  await page.keyboard.up('T');
  await page.keyboard.up('Shift');
  await advance(page, 0.5);
  await page.keyboard.press('Home');
  await advance(page, 0.2);
  await page.getByRole('button', { name: 'Stop recording (R)' }).click();
  await takes.getByRole('button', { name: /^Details of/ }).click();
  const downloading = page.waitForEvent('download');
  await takes.getByRole('button', { name: 'MCAP', exact: true }).click();
  const { recording } = await readRecording(await bytesOf(await downloading));
  const what = expect.stringMatching(/^(Upper chest|Chest|Spine|Neck)/);
  expect(recording.events.map(({ kind, data }) => [kind, data])).toEqual([
    ['act', { kind: 'record', data: true }],
    ['pushing', { what, isPushing: true }],
    ['pushing', { what, isPushing: false }],
    ['act', { kind: 'teleport', actor: 'me', data: [expect.any(Number), 0, expect.any(Number)] }],
    // The key Home.
    ['act', { kind: 'seek', actor: 'me', data: 0 }],
  ]);
  expect(recording.events[2].seconds - recording.events[1].seconds).toBeCloseTo(0.3, 1);
  expect(findTrack(recording, 'joints', 'reached')?.momentCount).toBeGreaterThan(60);
  await takes.getByRole('button', { name: /^Delete/ }).click();
  await closeNotices(page);
});

test('the remote body follows a clip, and late by the latency that is set', async () => {
  // Nothing to bump into: the clip walks where the table stands.
  await section('Touch').getByText('None', { exact: true }).click();
  await dropFile(page, 'walk.bvh', bvhText);
  await advance(page, 0.5);
  const from = await thingAt(page, 'remote hips');
  await advance(page, 1);
  const to = await thingAt(page, 'remote hips');
  expect(Math.hypot(to.x - from.x, to.z - from.z)).toBeGreaterThan(0.2);
  expect(await readNumber('remote-error')).toBeLessThan(5);
  expect(await readNumber('remote-delay')).toBe(0);
  const latency = page.getByRole('slider', { name: 'Delay' });
  await latency.fill('300');
  await advance(page, 1);
  expect(await readNumber('remote-delay')).toBe(300);
  await latency.fill('0');
});

test('a pillar holds the hand back that the local hand goes into', async () => {
  await section('Touch').getByText('Simple', { exact: true }).click();
  await section('Drawn').getByRole('switch', { name: 'Contacts' }).check();
  await dropFile(page, 'reach.jsonl', reachIntoPillar());
  await advance(page, 1 / 60);
  // The room is in the person's measure: its pillar stands from x = -1.05 to -0.75 and is 1.1 m high. Contact is soft by
  // some millimetres.
  const scale = (await thingAt(page, 'pillar')).x / -0.9;
  const isInPillar = ([x, y]: readonly number[]) => x < -0.765 * scale && y < 1.085 * scale;
  const hands = await watch(page, 5.5, 0.1, (probe) => ({
    local: probe.jointWorld('rightHand') ?? [],
    remote: probe.thingWorld('remote rightHand') ?? [],
  }));
  const inPillar = hands.filter(({ local }) => isInPillar(local));
  expect(inPillar.length).toBeGreaterThan(12);
  expect(inPillar.filter(({ remote }) => isInPillar(remote))).toEqual([]);
  const gaps = inPillar.map(({ local, remote }) => Math.hypot(...local.map((value, k) => value - remote[k])));
  expect(Math.max(...gaps)).toBeGreaterThan(0.03);
  expect(Math.max(...gaps)).toBeLessThan(0.5);
});

test('a hand walks to the ball, takes it, lifts it and lets it go', async () => {
  await section('View').getByText('From the mirror').click();
  await page.getByRole('button', { name: 'Put things back' }).click();
  // Last: it also gives the keys to the picture.
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await page.getByText('Mouse and keyboard, live').waitFor();
  await advance(page, 1.5);
  const hint = page.locator('.grasp-label[data-hand=left]');
  expect(await hint.isVisible()).toBe(false);
  await walkTo(page, 0.2);
  const toBall = async () => {
    const [ball, hand] = [await thingAt(page, 'ball'), await jointAt(page, 'leftHand')];
    return { x: ball.x - hand.x, y: ball.y + 0.08 - hand.y, z: ball.z - 0.2 - hand.z };
  };
  for (let drag = 0; drag < 20 && lengthOf(await toBall()) > 0.06; drag++) await dragLeftHand(page, await toBall());
  expect(lengthOf(await toBall())).toBeLessThan(0.06);
  // What would be taken glows, and says so.
  expect(await hint.textContent()).toBe('Ball: hold G to take it');

  const before = await thingAt(page, 'ball');
  await page.keyboard.down('g');
  await advance(page, 0.5);
  expect(await hint.textContent()).toBe('Ball: held');
  const lifted = async () => (await thingAt(page, 'ball')).y - before.y;
  for (let drag = 0; drag < 10 && (await lifted()) < 0.15; drag++) await dragLeftHand(page, { x: 0, y: 0.15, z: 0 });
  expect(await lifted()).toBeGreaterThan(0.15);
  expect(distanceOf(await thingAt(page, 'ball'), await thingAt(page, 'remote leftHand'))).toBeLessThan(0.4);
  await page.keyboard.up('g');
  await advance(page, 2);
  expect(await lifted()).toBeLessThan(0.05);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Put things back' }).click();
  // Who was carried there shifts the feet once or twice more while they stand, and then is at rest.
  await advance(page, 11);
});

test('a limit is dragged by its handle: field and pointer agree, Shift snaps, Esc cancels, one step back each', async () => {
  await section('Drawn').getByRole('switch', { name: 'Limits' }).check();
  await editor.selectOnly('Left leg', 'Left upper leg');
  for (const axis of ['x', 'y']) await editor.root.locator(`.joint-axis.${axis} input`).uncheck();
  const high = editor.field('High');
  expect(await editor.shownIn(high)).toBe('70');
  // Both bodies are in the picture: nearer, a pixel is less than a degree.
  await page.mouse.move(300, 270);
  await page.mouse.wheel(0, -600);
  await advance(page, 0.5);
  // Where the handle is at 50 degrees, to drag it there.
  const goal = await editor.handleAfter(high, '50');
  const from = await editor.handleAfter(high, '70');
  expect(Math.hypot(goal.x - from.x, goal.y - from.y)).toBeGreaterThan(3);

  await editor.takeHandle();
  await editor.dragTo(goal);
  expect(Math.abs(Number(await editor.shownIn(high)) - 50)).toBeLessThan(1);
  const at = await editor.handleAt();
  expect(Math.hypot(at.x - goal.x, at.y - goal.y)).toBeLessThan(1.5);
  const held = page.locator('.limit-label[data-held="true"]');
  expect(await held.textContent()).toMatch(/^(49|50|51)°$/);
  await page.keyboard.down('Shift');
  await editor.dragTo({ x: (goal.x + from.x) / 2, y: (goal.y + from.y) / 2 });
  expect(Number(await editor.shownIn(high))).toBe(60);
  await page.keyboard.up('Shift');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await advance(page, 0.2);
  expect(await editor.shownIn(high)).toBe('70');

  await editor.takeHandle();
  await editor.dragTo(goal);
  await page.mouse.up();
  await advance(page, 0.2);
  expect(Math.abs(Number(await editor.shownIn(high)) - 50)).toBeLessThan(1);
  const left = Number(await editor.shownIn(high));
  // The other side has followed, mirrored.
  await editor.selectOnly('Right leg', 'Right upper leg');
  expect(Number(await editor.shownIn(editor.field('Low'))) + left).toBeCloseTo(0, 2);
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
  expect(await editor.shownIn(editor.field('Low'))).toBe('-70');
  await section('Drawn').getByRole('switch', { name: 'Limits' }).uncheck();
});

/** A text that changes when work in a worker is done; panels look at it when the clock goes on. */
const expectLater = (text: Locator) =>
  expect.poll(async () => {
    await advance(page, 0);
    return text.textContent();
  }, patience);

test('tuning runs beside the simulation, tells every joint, ends, and can be undone and cancelled', async () => {
  await editor.tab('Gains').click();
  const from = page.getByTestId('gains-from');
  const tune = page.getByRole('button', { name: 'Auto-tune' });
  expect(await from.textContent()).toContain('inertia');
  await tune.click();
  await advance(page, 0);
  await page.getByRole('button', { name: 'Cancel' }).dispatchEvent('click');
  await advance(page, 0);
  expect(await from.textContent()).toContain('inertia');
  await tune.click();
  await expectLater(from).toContain('set');
  expect((await noticesOf(page)).join()).toMatch(/\d+ axes tuned/);
  expect(await page.getByTestId('tuned-by').textContent()).toMatch(/^\d+ by relay, \d+ by inertia$/);
  expect(await editor.root.locator('.found-axes tbody tr').count()).toBeGreaterThan(30);
  await closeNotices(page);
});

test('gains are evaluated on a clip before and after, while the page goes on', async () => {
  await dropFile(page, 'walk.bvh', bvhText);
  await advance(page, 0.5);
  expect(await editor.root.getByLabel('Clip of the evaluation').inputValue()).toBe('clip');
  // On the page itself the work would be done before the first of these frames.
  const evaluate = editor.root.getByRole('button', { name: 'Evaluate' });
  const frameCount = await evaluate.evaluate(async (button: HTMLButtonElement) => {
    button.click();
    let frames = 0;
    for (; !document.querySelector('.evaluation'); frames++)
      await globalThis.leibStudio?.advance(1 / 60, { draw: 'none' });
    return frames;
  });
  expect(frameCount).toBeGreaterThan(2);
  const card = page.getByRole('region', { name: 'Evaluation' });
  await card.waitFor();
  const [before, after] = (await card.locator('.means td').first().locator('span').allTextContents()).map(Number);
  expect(after).toBeLessThan(before);
  await card.getByRole('button', { name: 'Settling' }).click();
  const settling = card.locator('tbody tr:not(.means) td:nth-of-type(4) span:last-child');
  const times = (await settling.allTextContents()).map(Number);
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const download = await editor.download(card.getByRole('button', { name: 'Save the evaluation as JSON' }));
  const saved = JSON.parse((await bytesOf(download)).toString());
  expect(saved.after.joints[0]).toMatchObject({ bone: expect.any(String), meanDeg: expect.any(Number) });
  expect(saved.before.errorSeries.length).toBeGreaterThan(10);
  await card.getByRole('button', { name: 'Close the evaluation' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
  await advance(page, 0);
  expect(await page.getByTestId('gains-from').textContent()).toContain('inertia');
});

test('several joints are edited at once, seen as three drives or as one joint', async () => {
  await editor.tab('Joints').click();
  await editor.selectGroup('Left arm');
  for (const axis of ['x', 'y', 'z']) await editor.root.locator(`.joint-axis.${axis} input`).check();
  const torque = editor.field('Torque');
  await torque.fill('33');
  await torque.press('Enter');
  await editor.selectGroup('Right arm');
  expect(await editor.shownIn(torque)).toBe('33');
  await editor.root.getByText('One joint', { exact: true }).click();
  await editor.selectOnly('Right arm', 'Right lower arm');
  expect(await editor.shownIn(editor.field('y ±'))).toBe('155');
  await editor.root.getByRole('button', { name: 'Convert' }).click();
  await editor.root.getByText('Three drives', { exact: true }).click();
  for (const axis of ['x', 'z']) await editor.root.locator(`.joint-axis.${axis} input`).uncheck();
  await editor.root.locator('.joint-axis.y input').check();
  expect(await editor.shownIn(editor.field('Low'))).toBe('-155');
  await editor.root.getByRole('button', { name: 'Convert' }).click();
  expect(await editor.shownIn(editor.field('Low'))).toBe('-10');
  await editor.root.getByLabel('Shape of the selected parts').selectOption('none');
});

test('a delay of a group is set and kept, and the effective one is shown', async () => {
  await editor.tab('Delays').click();
  const field = editor.root.getByLabel('Left arm');
  await field.fill('250');
  await field.press('Enter');
  await advance(page, 1);
  expect(await readNumber('delay-leftArm')).toBe(250);
  expect(await readNumber('delay-rightArm')).toBe(0);
  await field.fill('');
  await field.press('Enter');
  await advance(page, 1);
  expect(await readNumber('delay-leftArm')).toBe(0);
});

test('layers and the whole body are data that can be changed', async () => {
  await editor.tab('Layers').click();
  const pair = editor.root.getByLabel('Right arm and torso');
  expect(await pair.isChecked()).toBe(false);
  await pair.check();
  await editor.tab('Body').click();
  const mass = editor.root.getByLabel('Mass');
  await mass.fill('90');
  await mass.press('Enter');
  await editor.tab('Layers').click();
  expect(await pair.isChecked()).toBe(true);
});

test('bodies are kept with a name, renamed, exported, deleted and imported; a wrong file is refused with a reason', async () => {
  await editor.tab('Saved').click();
  const name = editor.root.getByLabel('Name of the body');
  await name.fill('weak arm');
  await name.blur();
  await editor.root.getByRole('button', { name: 'Keep' }).click();
  const kept = editor.root.getByRole('list', { name: 'Bodies kept in this browser' });
  await kept.getByText('weak arm', { exact: true }).waitFor();
  await kept.getByRole('button', { name: 'Rename weak arm' }).click();
  const renamed = editor.root.getByLabel('New name of weak arm');
  await renamed.fill('weaker arm');
  await renamed.press('Enter');
  await kept.getByText('weaker arm', { exact: true }).waitFor();
  const download = await editor.download(kept.getByRole('button', { name: 'Export weaker arm' }));
  expect(download.suggestedFilename()).toBe('leib-body-weaker arm.json');
  const text = (await bytesOf(download)).toString();
  const saved = JSON.parse(text);
  expect(saved).toMatchObject({ name: 'weaker arm', totalMass: 90, colliders: { parts: { rightLowerArm: 'none' } } });
  expect(saved.joints.leftUpperArm.x.maxTorque).toBe(33);
  expect(saved.joints.leftUpperLeg.x.maxTorque).not.toBe(33);

  await editor.root.getByRole('button', { name: 'Default' }).click();
  await expect.poll(() => editor.shownIn(name), patience).toBe('default');
  await kept.getByText('weaker arm', { exact: true }).click();
  await expect.poll(() => editor.shownIn(name), patience).toBe('weaker arm');
  await kept.getByRole('button', { name: 'Delete weaker arm' }).click();
  await kept.getByText('weaker arm', { exact: true }).waitFor({ state: 'detached' });

  await closeNotices(page);
  await editor.loadBody('bad.json', '{"totalMas": 3}');
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('totalMas');
  await closeNotices(page);
  const changed = text.replace('"weaker arm"', '"other arm"').replace('"root": "anchor"', '"root": "spring"');
  await editor.loadBody('good.json', changed);
  await expect.poll(() => editor.shownIn(name), patience).toBe('other arm');
  expect(await section('Second body').getByRole('radio', { name: 'Spring' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
  await expect.poll(() => editor.shownIn(name), patience).toBe('weaker arm');
  expect(await section('Second body').getByRole('radio', { name: 'Anchor' }).isChecked()).toBe(true);

  const template = await editor.download(editor.root.getByRole('button', { name: 'Three-axis template' }));
  const axes = JSON.parse((await bytesOf(template)).toString());
  axes.joints.head.yLimit = 0.5;
  await editor.loadBody('three.json', JSON.stringify(axes));
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('template three.json');
  await closeNotices(page);
});

test('the console shows no errors and no warnings', () => {
  expect(studio.problems).toEqual([]);
});
