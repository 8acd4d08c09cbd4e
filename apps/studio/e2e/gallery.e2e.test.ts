import { readGlb } from '@leib/formats';
import { buildTestRig } from '@leib/three/testing';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { bvhText } from './fixtures.js';
import {
  advance,
  closeNotices,
  dropFile,
  dropFiles,
  noticesOf,
  patience,
  readProbe,
  shareStudio,
  watch,
} from './studioPage.js';

const studio = shareStudio({ isBoxPerson: true, permissions: ['microphone'] });
let page: Page;

beforeAll(() => {
  page = studio.page;
});

const tile = (name: string) => page.getByRole('button', { name, exact: true });
const recent = () => page.getByRole('list', { name: 'Recent avatars' });
const avatarName = () => page.locator('.avatar-card strong').textContent();
const playing = () => page.locator('.source[aria-pressed=true]').textContent();
const wornTiles = () => page.locator('.tile-wear[aria-pressed=true] .tile-name').allTextContents();

async function reload(): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
}

test('the face blinks and looks about; a switch stills it', async () => {
  const faces = await watch(
    page,
    12,
    1 / 20,
    ({ face }) => ({ closed: face.closedLeft, gaze: face.gaze, yaw: face.leftYaw }),
    20,
  );
  expect(Math.max(...faces.map(({ closed }) => closed))).toBeGreaterThan(0.9);
  expect(Math.min(...faces.map(({ closed }) => closed))).toBeLessThan(0.1);
  expect(faces.map(({ gaze }) => gaze)).toContain('mirror');
  expect(new Set(faces.map(({ gaze }) => gaze)).size).toBeGreaterThan(1);
  expect(new Set(faces.map(({ yaw }) => yaw.toFixed(2))).size).toBeGreaterThan(5);
  const living = page.getByRole('switch', { name: 'Living face' });
  await living.click();
  const still = await watch(page, 6, 1 / 10, ({ face }) => face.closedLeft + Math.abs(face.leftYaw), 10);
  expect(Math.max(...still)).toBe(0);
  await living.click();
});

test('the mouth opens with the voice where the microphone is allowed, and the switch goes off where it is not', async () => {
  const voice = page.getByRole('switch', { name: 'Mouth moves with your voice' });
  await voice.click();
  // Chromium's own microphone beeps in real time.
  const isOpen = async () => {
    await advance(page, 1 / 20, { draw: 'none' });
    const { aa, oh } = await readProbe(page, ({ face }) => face);
    return aa + oh;
  };
  await expect.poll(isOpen, patience).toBeGreaterThan(0.3);
  await voice.click();
  await advance(page, 1, { draw: 'none' });
  expect(await isOpen()).toBe(0);
  await page.context().clearPermissions();
  await closeNotices(page);
  await voice.click();
  await expect
    .poll(() => noticesOf(page), patience)
    .toEqual([expect.stringMatching(/^The mouth does not move with your voice: .* not allowed; allow it/)]);
  await expect.poll(() => voice.isChecked(), patience).toBe(false);
  await closeNotices(page);
});

test('an opened file is listed with its picture; a reload wears it again and goes on with what plays', async () => {
  await dropFile(page, 'boxes.vrm', new Uint8Array(buildTestRig({ format: 'vrm0' })));
  await expect.poll(avatarName, patience).toBe('Tester 0');
  const picture = recent().locator('img');
  // Taken in the first frame after the browser has kept the file.
  const pictureCount = async () => {
    await advance(page, 1 / 20);
    return picture.count();
  };
  await expect.poll(pictureCount, patience).toBe(1);
  // The box person's head is green.
  const greens = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 1] > 60 && data[i + 1] > 2 * data[i]) count++;
    return count / (data.length / 4);
  });
  expect(greens).toBeGreaterThan(0.1);
  expect(greens).toBeLessThan(0.7);
  await dropFile(page, 'walk.bvh', bvhText);
  await expect.poll(playing, patience).toContain('walk.bvh');
  await page.locator('.notice[data-kind=busy]').waitFor({ state: 'detached' });
  await reload();
  expect(await avatarName()).toBe('Tester 0');
  await expect.poll(playing, patience).toContain('walk.bvh');
  // Chosen here, and still there after the next reload.
  await page.getByRole('button', { name: /^Demo/ }).click();
  await recent().locator('img').waitFor();
  expect(await wornTiles()).toEqual(['Tester 0']);
});

test('a person of the gallery is worn, by keys too, and on the next visit', async () => {
  await tile('Default').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(avatarName, patience).toBe('Ada');
  expect(await wornTiles()).toEqual(['Ada']);
  await reload();
  await expect.poll(avatarName, patience).toBe('Ada');
  expect(await playing()).toMatch(/^Demo/);
  await tile('Tester 0').click();
  await expect.poll(avatarName, patience).toBe('Tester 0');
});

test('of avatars in several files one is chosen; it is kept with its files and worn again', async () => {
  const { json, binary } = readGlb(new Uint8Array(buildTestRig({ names: 'mixamo' })));
  const apart = JSON.stringify({ ...json, buffers: [{ byteLength: binary?.length, uri: 'Body.bin' }] });
  await dropFiles(page, [
    ['ann.gltf', apart],
    ['bob.gltf', apart],
    ['body.bin', binary ?? ''],
  ]);
  const question = page.getByRole('dialog', { name: 'Which avatar?' });
  await question.getByRole('button', { name: 'bob.gltf' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(wornTiles, patience).toEqual(['bob']);
  await tile('Default').click();
  await expect.poll(wornTiles, patience).toEqual(['Default']);
  await tile('bob').click();
  await expect.poll(avatarName, patience).toBe('bob');
  // Without its data it is refused with the name of what is missing, and what is worn stays.
  await closeNotices(page);
  await dropFiles(page, [['ann.gltf', apart]]);
  await advance(page, 0);
  expect((await noticesOf(page)).join()).toMatch(
    /ann\.gltf.*: expected 1 file .* Body\.bin; open it together with them/,
  );
  expect(await avatarName()).toBe('bob');
  await closeNotices(page);
  await tile('Tester 0').click();
  await expect.poll(avatarName, patience).toBe('Tester 0');
  await page.getByRole('button', { name: 'Delete bob' }).click();
});

test('a deleted avatar is gone, and the next visit begins with the default', async () => {
  await dropFile(page, 'other.glb', new Uint8Array(buildTestRig({ names: 'mixamo' })));
  await expect.poll(wornTiles, patience).toEqual(['other']);
  await page.getByRole('button', { name: 'Delete other' }).click();
  expect(await recent().locator('.tile-name').allTextContents()).toEqual(['Tester 0']);
  await tile('Tester 0').press('Delete');
  await recent().waitFor({ state: 'detached' });
  await reload();
  // What is loaded from the default avatar's address.
  expect(await avatarName()).toBe('Tester 1');
  expect(await wornTiles()).toEqual(['Default']);
  expect(await recent().count()).toBe(0);
  expect(studio.problems).toEqual([]);
});
