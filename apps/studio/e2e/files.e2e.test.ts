import { buildTestRig, type TestRigOptions } from '@leib/three/testing';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { bvhText, doorText, trackingText } from './fixtures.js';
import { advance, closeNotices, dropFile, jointAt, noticesOf, patience, readProbe, shareStudio } from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true });
let page: Page;

beforeAll(() => {
  page = studio.page;
});

const rig = (options: TestRigOptions) => new Uint8Array(buildTestRig(options));
const avatarName = () => page.locator('.avatar-card strong').textContent();
const pressedSource = () => page.locator('.source[aria-pressed=true] strong').textContent();

const person = rig({ format: 'vrm1' });
const garbage = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3)) % 251);

test.each<[name: string, content: Uint8Array | string, reason: RegExp]>([
  ['cut.bvh', bvhText.slice(0, bvhText.length / 2), /cut\.bvh: .*line \d+/],
  ['door.bvh', doorText, /door\.bvh: expected a motion with a head, got joints that are none: door, handle/],
  ['cut.glb', person.subarray(0, person.length / 2), /cut\.glb.*cut off/],
  ['cut.vrm', person.subarray(0, 200), /cut\.vrm.*cut off/],
  ['garbage.vrm', garbage, /garbage\.vrm: expected a motion .* got another format/],
  ['garbage.bin', garbage, /garbage\.bin: expected a motion .* got another format/],
  ['empty.bvh', '', /empty\.bvh: is empty/],
  ['nothing.json', '{"hello": 1}', /nothing\.json: expected a motion .* got another format/],
  ['half.jsonl', trackingText.slice(0, 400), /half\.jsonl: .*line \d+/],
  ['cut.mcap', Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a, 1, 2, 3), /cut\.mcap: .*MCAP/],
  ['other.json', '{"format":"leib-settings/1","room":"x","values":{}}', /other\.json: .*room.*"x"/],
  ['cut.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3), /cut\.gz: .*cut off or damaged/],
])('%s: one clear message, and everything stays as it was', async (name, content, reason) => {
  await closeNotices(page);
  const [avatar, source] = [await avatarName(), await pressedSource()];
  await dropFile(page, name, content);
  await advance(page, 0);
  expect((await noticesOf(page)).join(' | ')).toMatch(reason);
  expect(await noticesOf(page)).toHaveLength(1);
  expect(await page.getByRole('alert').count()).toBe(1);
  expect(await avatarName()).toBe(avatar);
  expect(await pressedSource()).toBe(source);
});

test('and the person moves on', async () => {
  const before = await jointAt(page, 'head');
  await advance(page, 0.5);
  expect((await jointAt(page, 'head')).x).not.toBe(before.x);
});

test('a person without legs is shown from the hips up, and says so', async () => {
  await closeNotices(page);
  await dropFile(page, 'ghost.vrm', rig({ format: 'vrm1', hasLegs: false }));
  await advance(page, 0.1);
  expect((await noticesOf(page)).join()).toMatch(/no legs and is shown from the hips up/);
  for (const bone of ['hips', 'head', 'leftHand'] as const) await jointAt(page, bone);
});

test('a rigged GLB replaces the body, also while it is steered; the default comes back', async () => {
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  await page.getByLabel('Avatar file').setInputFiles({
    name: 'boxes.glb',
    mimeType: 'model/gltf-binary',
    buffer: Buffer.from(rig({ names: 'mixamo' })),
  });
  await expect.poll(avatarName, patience).toBe('boxes');
  await advance(page, 0.1);
  await jointAt(page, 'leftFoot');
  await page.getByRole('button', { name: 'Default', exact: true }).click();
  await expect.poll(avatarName, patience).toBe('Tester 1');
  expect(await page.getByRole('button', { name: 'Default', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: /^Demo/ }).click();
});

test('avatars that come and go leave nothing on the GPU', async () => {
  const wear = async (name: string, options: TestRigOptions) => {
    await dropFile(page, `${name}.glb`, rig(options));
    await expect.poll(avatarName, patience).toBe(name);
    await advance(page, 0.1);
    return readProbe(page, (probe) => probe.memory);
  };
  const first = await wear('one', {});
  for (let round = 0; round < 2; round++) {
    await wear('two', { hasRolls: true });
    await wear('one', {});
  }
  expect(await wear('one more', {})).toEqual(first);
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
