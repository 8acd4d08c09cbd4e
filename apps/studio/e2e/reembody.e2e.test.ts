import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bvhText } from './fixtures.js';
import {
  bytesOf,
  closeNotices,
  dropFile,
  noticesOf,
  openWithBoxPerson,
  patience,
  type StudioPage,
  shareBrowser,
  waitForFrames,
} from './studioPage.js';

/** The simulation is built and tuned in workers, beside everything else that these two cores do. */
const longPatience = { timeout: 55_000, interval: 100 };

const studio = shareBrowser();
let opened: StudioPage;
let page: Page;

beforeAll(async () => {
  opened = await openWithBoxPerson(studio);
  page = opened.page;
  await page.getByRole('link', { name: 'Re-embody', exact: true }).click();
  await page.getByTestId('remote-error').waitFor({ timeout: longPatience.timeout });
});
afterAll(() => page.context().close());

const section = (title: string) => page.locator('details', { has: page.locator('summary', { hasText: title }) });
const readNumber = async (id: string) => Number.parseFloat((await page.getByTestId(id).textContent()) ?? '');

async function thingAt(name: string): Promise<{ x: number; y: number; z: number }> {
  const at = await page.evaluate((thing) => globalThis.leibStudio?.thingWorld(thing), name);
  const [x, y, z] = at ?? [Number.NaN, Number.NaN, Number.NaN];
  return { x, y, z };
}

/** A person who goes to the pillar in a second, reaches into it in another, and keeps the hand there for four. */
function reachIntoPillar(): string {
  const lines = Array.from({ length: 181 }, (_, frame) => {
    const t = frame / 30;
    const [gone, reached] = [Math.min(1, t), Math.min(1, Math.max(0, t - 1))];
    const [x, z] = [-0.5 * gone, 0.3 * gone];
    return JSON.stringify({
      t,
      head: [x, 1.53, z, 0, 0, 0, 1],
      leftHand: [x + 0.3, 0.85, z, 0, 0, 0, 1],
      rightHand: [x - 0.17 - 0.3 * reached, 1.25 - 0.25 * reached, z + 0.05, 0, 0, 0, 1],
    });
  });
  return [JSON.stringify({ format: 'leib-tracking/1', hz: 30, floorY: 0, stature: 1.7 }), ...lines].join('\n');
}

test('a thing that is pushed with the mouse moves', async () => {
  // From the front the ball lies free.
  await section('View').getByText('From the mirror').click();
  await page.waitForTimeout(1500);
  await waitForFrames(page, 8);
  const before = await thingAt('ball');
  const on = await page.evaluate(() => globalThis.leibStudio?.thingOnScreen('ball'));
  const [x, y] = on ?? [0, 0];
  const under = await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.tagName, [x, y]);
  expect(under, `at ${x}, ${y}`).toBe('CANVAS');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 60, { steps: 3 });
  await expect
    .poll(async () => {
      const { x: bx, y: by, z: bz } = await thingAt('ball');
      return Math.hypot(bx - before.x, by - before.y, bz - before.z);
    }, longPatience)
    .toBeGreaterThan(0.1);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Put things back' }).click();
  await expect
    .poll(async () => {
      const { x: bx, z: bz } = await thingAt('ball');
      return Math.hypot(bx - 0.2, bz - 0.7);
    }, longPatience)
    .toBeLessThan(0.06);
});

test('the remote body follows a clip, and late by the latency that is set', async () => {
  // Nothing to bump into: the clip walks where the table stands.
  await section('Touch').getByText('None', { exact: true }).click();
  await dropFile(page, 'walk.bvh', bvhText);
  await page.getByText('walk.bvh').first().waitFor({ timeout: patience.timeout });
  const from = await thingAt('remote hips');
  await expect
    .poll(async () => {
      const { x, z } = await thingAt('remote hips');
      return Math.hypot(x - from.x, z - from.z);
    }, longPatience)
    .toBeGreaterThan(0.2);
  expect(await readNumber('remote-error')).toBeLessThan(5);
  expect(await readNumber('remote-delay')).toBe(0);
  const latency = page.getByRole('slider', { name: 'Latency' });
  await latency.fill('300');
  await expect.poll(() => readNumber('remote-delay'), longPatience).toBe(300);
  await latency.fill('0');
});

test('a pillar holds the hand back that the local hand goes into', async () => {
  await section('Touch').getByText('Simple', { exact: true }).click();
  await section('Drawn').getByRole('switch', { name: 'Contacts' }).check();
  await dropFile(page, 'reach.jsonl', reachIntoPillar());
  // The room is in the person's measure: its pillar stands from x = -1.05 to -0.75 and is 1.1 m high. Contact is soft by
  // some millimetres.
  const scale = (await thingAt('pillar')).x / -0.9;
  const isInPillar = (x: number, y: number) => x < -0.765 * scale && y < 1.085 * scale;
  const gaps: number[] = [];
  await expect
    .poll(async () => {
      const [local, remote] = await page.evaluate(() => {
        const { leibStudio: studio } = globalThis;
        return [studio?.jointWorld('rightHand'), studio?.thingWorld('remote rightHand')];
      });
      if (!local || !remote || !isInPillar(local[0], local[1])) return gaps.length;
      expect(isInPillar(remote[0], remote[1]), `remote hand at ${remote}`).toBe(false);
      gaps.push(Math.hypot(...local.map((value, k) => value - remote[k])));
      return gaps.length;
    }, longPatience)
    .toBeGreaterThan(12);
  expect(Math.max(...gaps)).toBeGreaterThan(0.03);
  expect(Math.max(...gaps)).toBeLessThan(0.5);
});

test('tuning runs beside the simulation, ends, and can be undone and cancelled', async () => {
  const from = page.getByTestId('gains-from');
  const tune = page.getByRole('button', { name: 'Auto-tune' });
  expect(await from.textContent()).toContain('inertia');
  await tune.click();
  await page.getByRole('button', { name: 'Cancel' }).dispatchEvent('click');
  expect(await from.textContent()).toContain('inertia');
  await tune.click();
  await expect.poll(() => from.textContent({ timeout: 55_000 }), longPatience).toContain('set');
  expect((await noticesOf(page)).join()).toMatch(/\d+ axes tuned/);
  await page.getByRole('button', { name: 'Undo (Ctrl+Z)' }).click();
  await expect.poll(() => from.textContent(), patience).toContain('inertia');
  await closeNotices(page);
});

test('several joints are edited at once and saved with a name; a wrong file is refused with a reason', async () => {
  const joints = section('Joints');
  await joints.getByText('Left arm', { exact: true }).click();
  await joints.getByRole('button', { name: 'Whole group' }).click();
  const torque = joints.getByLabel('Torque');
  await torque.fill('33');
  await torque.press('Enter');
  const name = joints.getByLabel('Name of the body');
  await name.fill('weak arm');
  await name.blur();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    joints.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('leib-body-weak arm.json');
  const text = (await bytesOf(download)).toString();
  const saved = JSON.parse(text);
  expect(saved.name).toBe('weak arm');
  expect(saved.joints.leftUpperArm.x.maxTorque).toBe(33);
  expect(saved.joints.leftLowerArm.y.maxTorque).toBe(33);
  expect(saved.joints.rightUpperArm.x.maxTorque).not.toBe(33);

  const file = joints.getByLabel('Body settings file');
  await file.setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"totalMas": 3}') });
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toContain('totalMas');
  await closeNotices(page);
  const changed = text.replace('"weak arm"', '"weaker arm"').replace('"root": "anchor"', '"root": "spring"');
  await file.setInputFiles({ name: 'good.json', mimeType: 'application/json', buffer: Buffer.from(changed) });
  await expect.poll(() => name.inputValue(), patience).toBe('weaker arm');
  expect(await section('Remote body').getByRole('radio', { name: 'Spring' }).isChecked()).toBe(true);
});

test('nothing was wrong all the while', () => {
  expect(opened.problems).toEqual([]);
});
