import { readFileSync } from 'node:fs';
import { loadBodySpace, measureNames, readBetasJson, readPeople } from '@leib/body';
import { readGlb, readMesh } from '@leib/formats';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { npzOfBody } from '../../../packages/body/src/smpl/smplBody.testing.js';
import { npyBytes, smplArrays, zipBytes } from '../../../packages/body/src/smpl/smplFixture.testing.js';
import {
  advance,
  bytesOf,
  closeNotices,
  countPixels,
  dropFile,
  goToRoom,
  jointAt,
  lookAt,
  noticesOf,
  patience,
  shareStudio,
  silentControls,
} from './studioPage.js';

const bodiesFile = new URL('../../../packages/body/assets/leib-bodies.bin', import.meta.url);
const studio = shareStudio({ room: 'body', isBoxPerson: true });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('tab', { name: 'Measures' }).waitFor();
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const built = async (name: string) => Number(await page.getByTestId(`built-${name}`).textContent());
const expectBuilt = (name: string, value: number) =>
  expect.poll(() => built(name), patience).toSatisfy((shown: number) => Math.abs(shown - value) < 0.25);
const tab = (name: string) => page.getByRole('tab', { name }).click();
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function download(name: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await button(name).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await bytesOf(file) };
}

test('the body follows what is typed, and the rest follows the most likely', async () => {
  await expectBuilt('stature', 169.2);
  const before = await built('crotchHeight');
  await field('Height').fill('185');
  await expectBuilt('stature', 185);
  expect(await built('crotchHeight')).toBeGreaterThan(before + 3);
  await field('Waist').fill('90,5');
  await expectBuilt('waist', 90.5);
  // What is not given stands in the field as a ghost, with its deviation.
  expect(await field('Chest').getAttribute('placeholder')).toMatch(/^\d+\.\d ±\d+\.\d$/);
});

test('what is under way is said over the picture while the panel is closed', async () => {
  await button('Measure me by my trackers').click();
  await button('Close the panel (P)').click();
  const card = page.getByRole('region', { name: 'Under way' });
  await card.getByRole('progressbar', { name: 'Measuring' }).waitFor();
  await button('Open the panel (P)').click();
  await card.waitFor({ state: 'detached' });
  await button('Stop measuring').click();
});

test('undo takes back a field, in it and outside of it', async () => {
  await field('Waist').press('Control+z');
  await expect.poll(() => field('Waist').inputValue(), patience).toBe('');
  await page.getByRole('tab', { name: 'Measures' }).focus();
  await page.keyboard.press('Control+z');
  await expectBuilt('stature', 169.2);
  await page.keyboard.press('Control+Shift+z');
  await expectBuilt('stature', 185);
});

test('bad input is named beside its field, and nothing is built from it', async () => {
  await field('Waist').fill('8');
  await page.getByText('Nothing was built from this').waitFor();
  await page.getByText(/Waist 8\.0 cm is implausible; .* is usual/).waitFor();
  expect(await page.getByTestId('built-stature').textContent()).toBe('–');
  expect(await button('Wear this body').isDisabled()).toBe(true);
  await field('Waist').fill('wide');
  await page.getByText('“wide” is not a number.').waitFor();
  await field('Waist').fill('');
  await expectBuilt('stature', 185);
});

test('inches and pounds', async () => {
  await page.getByText('in, lb').click();
  await expect.poll(() => field('Height').inputValue(), patience).toBe('72.83');
  await field('Height').fill('5\'9"');
  await expectBuilt('stature', 69);
  await page.getByText('cm, kg').click();
  await expectBuilt('stature', 175.3);
});

test('a person of the thesis is built with warnings; pointing at a measure shows its tape', async () => {
  await page.getByLabel('Examples').selectOption('thesis:2-W1');
  await expectBuilt('stature', 161);
  await page.getByText(/Waist height 110\.0 cm is unusual/).waitFor();
  await field('Hip').hover();
  await advance(page, 1);
  expect(await page.locator('.tape-label[data-pointed=true]').textContent()).toMatch(/^Hip 96\.\d cm/);
});

test('sliders move the body, and lead back', async () => {
  await tab('Shape');
  const slider = page.getByRole('slider', { name: /^1\s+Height$/ });
  const before = Number(await slider.inputValue());
  await slider.fill('2');
  await tab('Measures');
  await expect.poll(() => built('stature'), patience).toBeGreaterThan(170);
  expect(before).toBeLessThan(1);
  await tab('Shape');
  await page.getByText('Ten components').click();
  expect(await page.getByRole('slider').count()).toBe(10);
  await button('Back to the measures').click();
  await tab('Measures');
  await expectBuilt('stature', 161);
});

test('compared with the average: side by side, heat map, same stature', async () => {
  await tab('Compare');
  await page.getByLabel('Compare with', { exact: true }).selectOption('average:female');
  const meanDistance = async () => Number.parseFloat((await page.getByTestId('mean-distance').textContent()) ?? '');
  await expect.poll(meanDistance, patience).toBeGreaterThan(5);
  // Yellow to red, which nothing else in the room is.
  const isHot = (r: number, g: number, b: number) => r > 90 && r > 1.7 * b && r > g;
  const hotPixels = async () => {
    await advance(page, 1);
    return countPixels(await lookAt(page), isHot);
  };
  expect(await hotPixels()).toBe(0);
  await page.getByRole('switch', { name: 'Heat map' }).check();
  await expect.poll(hotPixels, patience).toBeGreaterThan(3);
  await page.getByRole('img', { name: 'Colours of the heat map' }).waitFor();
  const stature = page
    .getByRole('table', { name: 'Differences' })
    .getByRole('row')
    .filter({ hasText: /^Height/ });
  expect(await stature.textContent()).toMatch(/Height161\.0 cm162\.\d cm\+1\d mm/);
  await page.getByRole('switch', { name: 'Same stature' }).check();
  await expect.poll(() => stature.textContent(), patience).toMatch(/^Height161\.0 cm161\.0 cm0/);
  await page.getByText('Overlaid').click();
  await advance(page, 0.5);
});

test('files come out, open in our readers, and go in again', async () => {
  await tab('Files');
  const dressed = readGlb(new Uint8Array((await download(/^GLB/)).bytes));
  expect((dressed.json.meshes as { name: string }[]).map(({ name }) => name)).toContain('trousers');
  await page.getByRole('radiogroup', { name: 'VRM and GLB' }).getByText('Bare').click();
  const glb = await download(/^GLB/);
  expect(glb.name).toBe('2-W1.glb');
  expect((await readMesh(new Uint8Array(glb.bytes))).positions).toHaveLength(13380 * 3);
  const vrm = readGlb(new Uint8Array((await download(/^VRM/)).bytes));
  expect(vrm.json.extensionsUsed).toEqual(['VRMC_vrm']);
  const obj = await download(/^OBJ/);
  const betas = await download(/^Betas, JSON/);
  expect(readBetasJson(betas.bytes.toString()).sex).toBe('female');
  const measures = await download(/^Measures, CSV/);
  expect(readPeople(measures.bytes.toString(), measureNames).people[0].given.stature).toBeCloseTo(1.61, 2);

  // The mesh that was saved is nowhere apart from the body.
  await dropFile(page, 'saved.obj', obj.bytes);
  await expect.poll(() => page.getByTestId('mean-distance').textContent(), patience).toBe('0.0 mm');
  // One's own SMPL model is shaped by its betas; another topology has no heat map.
  const npz = zipBytes(
    Object.entries(smplArrays(24)).map(([name, array]) => ({ name: `${name}.npy`, bytes: npyBytes(array) })),
  );
  await dropFile(page, 'mine.npz', npz);
  await page.getByText('Another topology: no heat map').waitFor();
  await page.getByLabel('Betas of the model').fill('2, x');
  await page.getByText('Up to 10 numbers with commas between them.').waitFor();
  await page.getByLabel('Betas of the model').fill('2, -1');
  await expect.poll(() => page.getByText('commas between them.').count(), patience).toBe(0);
  // Any number of bodies: tables of all, with the thesis's distances where every body has its points.
  const all = page.getByRole('table', { name: 'All measures' });
  await expect.poll(() => all.locator('thead th').count(), patience).toBe(5);
  expect(await all.getByRole('row', { name: /^Arm span/ }).count()).toBe(0);
  await button('Take out mine.npz').click();
  await expect.poll(() => all.getByRole('row', { name: /^Arm span/ }).count(), patience).toBe(1);
  await dropFile(page, 'D.txt', 'HeelLeft, HeadTop, Tallness\n');
  await expect
    .poll(() => all.getByRole('row', { name: /^(Arm span|Tallness)/ }).allTextContents(), patience)
    .toEqual([expect.stringMatching(/^Tallness cm16\d\.\d/)]);
  expect((await download(/^Pairs, CSV$/)).bytes.toString()).toMatch(
    /2-W1,saved\.obj,Tallness,cm,16\d\.\d+,16\d\.\d+,0\n/,
  );
  await page.getByRole('img', { name: 'Difference from 2-W1' }).waitFor();
  await button('Draw').click();
  await page.getByRole('img', { name: 'All bodies, front' }).waitFor();
  // A scan becomes the body; the scan itself stands beside it.
  await tab('Files');
  const scan = { name: 'scan.obj', mimeType: 'model/obj', buffer: obj.bytes };
  await page.getByLabel('Scan to fit a body to').setInputFiles(scan);
  await page.getByText(/^scan: 0\.\d mm from the scan on average/).waitFor();
  expect(await page.getByLabel('Bodies beside the first').getByRole('listitem').allTextContents()).toEqual([
    'scan, fitted',
    'scan, alignment',
    'scan, scan',
  ]);
  expect((await download(/^Save as scanned$/)).bytes.toString('latin1')).toContain('VRMC_vrm');
  // One step of the history.
  await button('Undo (Ctrl+Z)').click();
  await button('Take out saved.obj').waitFor();
  await button('Redo (Ctrl+Shift+Z)').click();
  for (const name of ['fitted', 'alignment', 'scan']) await button(`Take out scan, ${name}`).click();

  await dropFile(page, 'people.csv', 'id,sex,stature_cm,weight_kg\nAda,f,172,64\nBob,m,181,80\nCid,m,tall,70\n');
  await tab('Measures');
  await expectBuilt('stature', 172);
  expect((await noticesOf(page)).join()).toMatch(/people\.csv: line 4, Cid, stature_cm: .*"tall"/);
  await page.getByLabel('Examples').selectOption('file:Bob');
  await expectBuilt('stature', 181);
  await dropFile(page, 'betas.json', betas.bytes);
  await expectBuilt('stature', 161);
  await closeNotices(page);
  await dropFile(page, 'bad.obj', 'not a mesh');
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toMatch(/bad\.obj: .*mesh/);
  await closeNotices(page);
});

test('words shape the body, and are taken back', async () => {
  await tab('Words');
  const word = (name: string) => page.getByRole('radio', { name, exact: true });
  await word('Tall: very').check({ force: true });
  await tab('Measures');
  await expect.poll(() => built('stature'), patience).toBeGreaterThan(169);
  await tab('Words');
  expect(await word('Tall: very').isChecked()).toBe(true);
  await page.keyboard.press('Control+z');
  await expect.poll(() => word('Tall: very').isChecked(), patience).toBe(false);
  await tab('Measures');
  await expectBuilt('stature', 161);
});

test('looks are chosen on the dressed figure, and undone', async () => {
  await tab('Measures');
  await page.getByLabel('Examples').selectOption('thesis:M4');
  await expectBuilt('stature', 194);
  await tab('Looks');
  const figure = page.getByRole('radiogroup', { name: 'Figure' });
  expect(await figure.getByRole('radio', { name: 'Dressed' }).isChecked()).toBe(true);
  const skin = (name: string) => page.getByRole('radio', { name: `Skin: ${name}`, exact: true });
  expect(await skin('Light').isChecked()).toBe(true);
  await skin('Deep').check();
  await page.keyboard.press('Control+z');
  await expect.poll(() => skin('Light').isChecked(), patience).toBe(true);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => skin('Deep').isChecked(), patience).toBe(true);
  await tab('Measures');
  expect(await figure.getByRole('radio', { name: 'Bare' }).isChecked()).toBe(true);
});

test('worn, it is the avatar of the other rooms, as tall as it was built, also on the next visit', async () => {
  await button('Wear this body').click();
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toMatch(/M4 is worn in every room/);
  const isWorn = async () => {
    await goToRoom(page, 'mirror');
    await page.locator('.avatar-card', { hasText: 'M4' }).waitFor();
    // With shoes and hair.
    expect(await page.locator('.avatar-card small').first().textContent()).toMatch(/^VRM 1, 1\.9[67] m, 3\dk/);
    expect(await page.evaluate(() => localStorage.getItem('leib-worn-body'))).toContain('"skin":"deep"');
    await advance(page, 0.5);
    // Between the chin and the brow of a person of 1.94 m, standing.
    expect((await jointAt(page, 'head')).y).toBeGreaterThan(1.6);
    await jointAt(page, 'leftIndexDistal');
  };
  await isWorn();
  await page.reload();
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  await isWorn();
  await goToRoom(page, 'embody');
  await advance(page, 0.5);
  expect((await jointAt(page, 'head')).y).toBeGreaterThan(1.6);
  await page.getByRole('button', { name: 'Default', exact: true }).click();
  await page.locator('.avatar-card', { hasText: 'Tester 1' }).waitFor();
  await page.reload();
  await page.locator('.avatar-card', { hasText: 'Tester 1' }).waitFor();
});

test('one’s own SMPL model is shaped, and worn before the mirror with its rig', async () => {
  await goToRoom(page, 'body');
  await page.getByRole('tab', { name: 'Measures' }).waitFor();
  const { male } = loadBodySpace(new Uint8Array(readFileSync(bodiesFile)));
  const buffer = Buffer.from(npzOfBody(male, 2));
  await page.getByLabel('Your SMPL model').setInputFiles({ name: 'mine_male.npz', mimeType: '', buffer });
  await tab('Shape');
  await page.getByRole('slider', { name: 'SMPL 1' }).fill('2');
  await tab('Measures');
  expect(await page.getByLabel('Body model').inputValue()).toBe('mine_male.npz');
  await button('Wear this body').click();
  await expect.poll(async () => (await noticesOf(page)).join(), patience).toMatch(/is worn in every room now/);
  await goToRoom(page, 'mirror');
  await advance(page, 0.5);
  expect((await jointAt(page, 'head')).y).toBeGreaterThan(1.3);
  await page.getByRole('button', { name: 'Default', exact: true }).click();
  await page.locator('.avatar-card', { hasText: 'Tester 1' }).waitFor();
});

test('every control says what it does', async () => {
  await goToRoom(page, 'body');
  await page.getByRole('tab', { name: 'Measures' }).waitFor();
  for (const name of ['Measures', 'Words', 'Shape', 'Looks', 'Compare', 'Files']) {
    await tab(name);
    expect(await silentControls(page), name).toEqual([]);
  }
});

test('the console shows no errors and no warnings', () => expect(studio.problems).toEqual([]));
