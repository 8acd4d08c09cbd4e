/// <reference path="../../../packages/formats/src/scene/gltfValidator.testing.d.ts" />

import { requireDecoded, trimRecording } from '@leib/core';
import { type PuppetTake, parseTake, recordingOfTake, takeDuration, takeOfRecording, writeTake } from '@leib/puppet';
import { validateBytes } from 'gltf-validator';
import type { Download, Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import {
  advance,
  bytesOf,
  closeNotices,
  distanceOf,
  dropFile,
  noticesOf,
  patience,
  shareStudio,
  thingAt,
  watch,
} from './studioPage.js';

const studio = shareStudio({ room: 'puppet', isBoxPerson: true });
let page: Page;

beforeAll(async () => {
  page = studio.page;
  await page.getByRole('tab', { name: 'Takes' }).click();
  await advance(page, 0.3);
  await page.getByRole('button', { name: 'Record a take' }).waitFor();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const secondsOf = async (take: string) => {
  await advance(page, 0);
  return Number.parseFloat((await page.getByTestId(`seconds-${take}`).textContent()) ?? '');
};
const quiet = { draw: 'none' } as const;
const lips = () => watch(page, 0.7, 1 / 20, (probe) => probe.thingWorld('part:lower lip'));

async function download(name: string): Promise<Uint8Array> {
  const downloading = page.waitForEvent('download');
  await button(new RegExp(`^${name}`)).click();
  const file = await downloading;
  return new Uint8Array(await bytesOf(file));
}

async function savedTake(): Promise<PuppetTake> {
  return requireDecoded(parseTake(new TextDecoder().decode(await download('Take To be opened'))));
}

/** A file that was dropped is read in its own time; panels look at the result when the clock goes on. */
async function untilShown(what: Locator): Promise<void> {
  const isThere = async () => {
    await advance(page, 0);
    return what.count();
  };
  await expect.poll(isThere, patience).toBeGreaterThan(0);
}

/** Opens and closes the mouth with the thumb for a second while it is recorded. */
async function recordMouth(): Promise<void> {
  await page.getByRole('combobox', { name: 'Countdown' }).selectOption('0');
  await page.keyboard.press('r');
  await advance(page, 0.1, quiet);
  await page.keyboard.down(' ');
  await advance(page, 0.5, quiet);
  await page.keyboard.up(' ');
  await advance(page, 0.6, quiet);
  await page.keyboard.press('r');
  await advance(page, 0);
}

/** Half a second of a take that goes on. */
async function beginTake(): Promise<void> {
  await page.getByRole('combobox', { name: 'Countdown' }).selectOption('0');
  await button('Record a take').click();
  await advance(page, 0.5);
  expect(await button(/^Stop/).count()).toBe(1);
}

/** Largest turn of a part away from the take's first frame, radians. */
function turnOf(take: PuppetTake, part: string): number {
  const size = (take.parts.length + 1) * 7;
  const at = (take.parts.indexOf(part) + 1) * 7 + 3;
  let largest = 0;
  for (let frame = 0; frame < take.frameCount; frame++) {
    const dot = [0, 1, 2, 3].reduce((sum, k) => sum + take.joints[at + k] * take.joints[frame * size + at + k], 0);
    largest = Math.max(largest, 2 * Math.acos(Math.min(1, Math.abs(dot))));
  }
  return largest;
}

test('a countdown goes before; a take is recorded by key, plays by itself, and twice the same', async () => {
  await button('Record a take').click();
  await advance(page, 1.2);
  expect(await button(/^Begins in/).textContent()).toBe('Begins in 2 …');
  await button(/^Begins in/).click();
  await recordMouth();
  expect(await secondsOf('Take 1')).toBeCloseTo(1.2, 1);
  expect(await button('Pause (K)').count()).toBe(1);

  await button('Loop').click();
  const replay = async () => {
    await button('Pause (K)').click();
    await page.getByRole('slider', { name: 'Time', exact: true }).fill('0.1');
    await page.keyboard.press('k');
    return (await lips()) as (readonly [number, number, number])[];
  };
  const first = await replay();
  await advance(page, 0);
  const second = await replay();
  const heights = first.map(([, y]) => y);
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.01);
  expect(second).toEqual(first);
});

test('a loop goes on without a jump; without it the take stays at its end', async () => {
  const scrub = page.getByRole('slider', { name: 'Time', exact: true });
  const play = async (isLooped: boolean) => {
    const loop = button('Loop');
    if ((await loop.getAttribute('aria-pressed')) !== String(isLooped)) await loop.click();
    if ((await button('Pause (K)').count()) > 0) await button('Pause (K)').click();
    await scrub.fill('0');
    await page.keyboard.press('k');
    const places = await watch(page, 2.4, 1 / 30, (probe) => probe.thingWorld('part:lower lip'));
    await advance(page, 0);
    return (places as (readonly [number, number, number])[]).map(([, y]) => y);
  };
  const steps = (heights: number[]) => heights.slice(1).map((y, i) => Math.abs(y - heights[i]));
  const once = await play(false);
  expect(await page.getByTestId('take-time').textContent()).toMatch(/^(\d\.\d\d) \/ \1 s$/);
  expect(Math.max(...steps(once.slice(-20)))).toBeLessThan(1e-4);
  const looped = await play(true);
  expect(await button('Pause (K)').count()).toBe(1);
  // The mouth opens in the second round, too, and the seam is no faster than the mouth.
  expect(Math.max(...looped.slice(40)) - Math.min(...looped.slice(40))).toBeGreaterThan(0.01);
  expect(Math.max(...steps(looped))).toBeLessThan(1.3 * Math.max(...steps(once)));
});

test('scrubbing shows a moment; drawing an end inwards cuts the take, and undo brings it back', async () => {
  if ((await button('Pause (K)').count()) > 0) await button('Pause (K)').click();
  const scrub = page.getByRole('slider', { name: 'Time', exact: true });
  await scrub.fill('0');
  await advance(page, 0.8, quiet);
  const shut = await thingAt(page, 'part:lower lip');
  await scrub.fill('0.6');
  await advance(page, 0.8, quiet);
  expect(distanceOf(shut, await thingAt(page, 'part:lower lip'))).toBeGreaterThan(0.01);

  const before = await secondsOf('Take 1');
  const end = page.getByRole('slider', { name: 'End of the take' });
  await end.scrollIntoViewIfNeeded();
  const box = await end.boundingBox();
  const frame = await page.locator('.timeline-body').boundingBox();
  if (!box || !frame) throw new Error('no timeline');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width / 2, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  expect(await secondsOf('Take 1')).toBeCloseTo(before / 2, 1);
  await page.keyboard.press('Control+z');
  expect(await secondsOf('Take 1')).toBe(before);
  await button('Redo (Ctrl+Shift+Z): trim Take 1').click();
  expect(await secondsOf('Take 1')).toBeCloseTo(before / 2, 1);
  await button('Undo (Ctrl+Z): trim Take 1').click();
  expect(await secondsOf('Take 1')).toBe(before);

  await button('Delete Take 1').click();
  await advance(page, 0);
  expect(await page.locator('.puppet-takes li').count()).toBe(0);
  await page.keyboard.press('Control+z');
  expect(await secondsOf('Take 1')).toBe(before);
  await button('Take 1').click();
});

test('slow recording plays at full speed; a live hand plays only the chosen parts over a take', async () => {
  const mouth = await savedTake();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  await recordMouth();
  expect(await secondsOf('Take 2')).toBeCloseTo(0.6, 1);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');

  // The hand is still in the second one: the lower lip stays shut where the hand has it, the head goes with the take.
  await button('Take 1').click();
  await page.getByRole('checkbox', { name: 'Play over Take 1' }).check();
  await page
    .getByRole('group', { name: 'Parts that the hand plays' })
    .getByRole('button', { name: 'upper lip' })
    .click();
  await page.keyboard.press('r');
  await page.keyboard.down('f');
  await advance(page, 1.6, quiet);
  await page.keyboard.up('f');
  await advance(page, 0);
  const over = await savedTake();
  expect(over.name).toBe('Take 1 + hand');
  expect(takeDuration(over)).toBeCloseTo(takeDuration(mouth), 1);
  expect(turnOf(over, 'lower lip')).toBeCloseTo(turnOf(mouth, 'lower lip'), 6);
  expect(Math.abs(turnOf(over, 'upper lip') - turnOf(mouth, 'upper lip'))).toBeGreaterThan(0.02);
  await page.getByRole('checkbox', { name: /^Play over/ }).uncheck();
});

test('one take over another changes only the chosen parts', async () => {
  await button('Take 1').click();
  const mouth = await savedTake();
  await page.getByText('Lay a take over it').click();
  await page.getByRole('combobox', { name: 'Take', exact: true }).selectOption('Take 1 + hand');
  await page.getByRole('group', { name: 'Parts of it' }).getByRole('button', { name: 'upper lip' }).click();
  await button('Lay over').click();
  await untilShown(page.getByTestId('seconds-Take 1 + Take 1 + hand'));
  await advance(page, 0);
  const laid = await savedTake();
  const size = (mouth.parts.length + 1) * 7;
  mouth.parts.forEach((part, i) => {
    const numbers = (take: PuppetTake) => take.joints.filter((_, at) => Math.floor((at % size) / 7) === i + 1);
    const isSame = numbers(mouth).every((value, k) => value === numbers(laid)[k]);
    expect(isSame, part).toBe(part !== 'upper lip');
  });
});

test('exports are valid files: glTF with bones and with shapes, pictures, a video', async () => {
  const mouth = await savedTake();
  const short = { ...takeOfRecording(trimRecording(recordingOfTake(mouth), 0.4, 0.5)), name: 'Short' };
  await dropFile(page, 'short.jsonl', new TextEncoder().encode(writeTake(short)));
  await untilShown(page.getByTestId('seconds-Short'));
  for (const name of ['glTF with bones', 'glTF with shapes']) {
    const bytes = await download(name);
    expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('glTF');
    await advance(page, 0);
  }
  await page.getByRole('combobox', { name: 'Size of the picture' }).selectOption('640 × 360');
  await page.locator('label.segment', { hasText: 'None' }).click();
  const zip = Buffer.from(await download('Pictures Every'));
  const starts = [...zip.toString('latin1').matchAll(/\x89PNG/g)].map(({ index }) => index);
  expect(starts).toHaveLength(4);
  const png = await alphasOf(zip.subarray(starts[0], starts[1]));
  expect(png).toMatchObject({ corner: 0, largest: 255 });

  await advance(page, 0);
  await dropFile(page, 'voice.wav', toneWav(0.5));
  await untilShown(page.locator('.waveform path'));
  const video = Buffer.from(await download('Video'));
  // EBML, which WebM files begin with.
  expect([...video.subarray(0, 4)]).toEqual([0x1a, 0x45, 0xdf, 0xa3]);
  expect(video.includes('A_OPUS')).toBe(true);
});

test('an export that is cancelled leaves nothing, and says so; pictures go into a folder', async () => {
  await closeNotices(page);
  await page.evaluate(() => {
    const files = new Map<string, number>();
    const folder = {
      name: 'frames',
      async getFileHandle(name: string) {
        const write = async (data: Blob) => void files.set(name, data.size);
        return { createWritable: async () => ({ write, close: async () => {} }) };
      },
      async removeEntry(name: string) {
        files.delete(name);
      },
    };
    Object.assign(globalThis, { writtenFiles: files, showDirectoryPicker: async () => folder });
  });
  const written = () =>
    page.evaluate(() => [...(globalThis as unknown as { writtenFiles: Map<string, number> }).writtenFiles]);
  const downloads: string[] = [];
  const note = (file: Download) => void downloads.push(file.suggestedFilename());
  page.on('download', note);
  const cancel = async (name: RegExp, label: string) => {
    // At once, as a take of a second is soon exported.
    await button(name).evaluate(async (element: HTMLButtonElement) => {
      element.click();
      const find = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
      while (!find()) await new Promise((resolve) => setTimeout(resolve, 0));
      find()?.click();
    });
    const said = `${label}: cancelled, nothing was written.`;
    await expect.poll(() => noticesOf(page), patience).toContainEqual(said);
    await closeNotices(page);
    await advance(page, 0);
  };
  await button('Take 1').click();
  await cancel(/^Video/, 'Video');
  await cancel(/^Pictures Every/, 'Pictures');
  await cancel(/^Pictures in a folder/, 'Pictures');
  expect(await written()).toEqual([]);
  page.off('download', note);
  expect(downloads).toEqual([]);

  await button('Short').click();
  await button(/^Pictures in a folder/).click();
  await expect
    .poll(() => noticesOf(page), patience)
    .toContainEqual(expect.stringMatching(/^4 pictures .* into frames/));
  const files = await written();
  expect(files.map(([name]) => name)).toEqual([0, 1, 2, 3].map((i) => expect.stringMatching(`-0000${i}\\.png$`)));
  expect(Math.min(...files.map(([, size]) => size))).toBeGreaterThan(1000);
  await advance(page, 0);
});

test('a sound goes along and is kept; a closed tab loses nothing, nor what is being recorded; a bad take is refused with its line', async () => {
  await closeNotices(page);
  await button('Delete Take 1').click();
  await page.getByRole('textbox', { name: 'Name of the take' }).fill('Croak');
  await page.keyboard.press('Enter');
  await advance(page, 0.2, quiet);
  // What is being recorded is kept up to here.
  await beginTake();

  await page.reload();
  await page.getByRole('tab', { name: 'Takes' }).click();
  await untilShown(page.locator('.puppet-takes li').nth(4));
  expect(await page.locator('.puppet-takes li').count()).toBe(5);
  await button('Croak').click();
  await untilShown(page.locator('.waveform path'));

  const text = new TextDecoder().decode(await download('Take To be opened'));
  await dropFile(page, 'broken.jsonl', new TextEncoder().encode(text.slice(0, text.length - 30)));
  await expect.poll(() => noticesOf(page), patience).toContainEqual(expect.stringMatching(/line \d+/));
  expect(studio.problems).toEqual([]);
});

test('a take has the sound of the microphone; where that is refused it is recorded without', async () => {
  await closeNotices(page);
  await page.getByRole('checkbox', { name: 'Microphone' }).check();
  await recordMouth();
  expect(await noticesOf(page)).toEqual([expect.stringMatching(/^The take is recorded without sound: .* not allowed/)]);
  expect(takeDuration(await savedTake())).toBeCloseTo(1.2, 1);
  expect(await page.locator('.waveform').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Microphone' }).uncheck();

  // A microphone hears in real time, however far the page's clock goes meanwhile; Chromium's own beeps every second.
  await page.context().grantPermissions(['microphone']);
  await page.getByRole('checkbox', { name: 'Microphone' }).check();
  await page.keyboard.press('r');
  const startMs = performance.now();
  while (performance.now() - startMs < 1200) {
    await advance(page, 1 / 60, quiet);
    await page.waitForTimeout(1000 / 60);
  }
  await page.keyboard.press('r');
  const waveform = page.locator('.waveform svg');
  await untilShown(waveform.locator('path'));
  const taken = takeDuration(await savedTake());
  const [, , width] = ((await waveform.getAttribute('viewBox')) ?? '').split(' ').map(Number);
  const line = (await waveform.locator('path').getAttribute('d')) ?? '';
  const peaks = [...line.matchAll(/V([\d.]+)/g)].map(([, low]) => (Number(low) - 10) / 9.5);
  // The clock went no faster than the sound, which is at least as long.
  expect((taken * peaks.length) / width).toBeGreaterThan(taken - 0.25);
  expect(Math.max(...peaks)).toBeGreaterThan(0.05);
  await page.getByRole('checkbox', { name: 'Microphone' }).uncheck();
});

test('a take that is being recorded is kept when another puppet is opened', async () => {
  const list = page.locator('.puppet-takes');
  const count = await list.locator('li').count();
  await beginTake();
  await button('Lamp').click();
  await untilShown(page.getByText('No takes of Lamp yet'));
  expect(await list.locator('li').count()).toBe(0);
  await button('Frog').click();
  await untilShown(list.locator('li').nth(count));
  expect(studio.problems).toEqual([]);
});

/** How opaque a PNG of 640 x 360 is in its corner, and where it is most: 0..255. */
async function alphasOf(png: Uint8Array): Promise<{ corner: number; largest: number }> {
  return page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(640, 360).getContext('2d');
    if (!context) throw new Error('no 2D canvas');
    context.drawImage(image, 0, 0);
    const alphas = context.getImageData(0, 0, 640, 360).data.filter((_, i) => i % 4 === 3);
    return { corner: alphas[0], largest: alphas.reduce((most, alpha) => Math.max(most, alpha), 0) };
  }, Buffer.from(png).toString('base64'));
}

/** A tone as WAV: 8 kHz, 16 bit, mono. */
function toneWav(seconds: number): Uint8Array {
  const count = Math.round(8000 * seconds);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8000, 24);
  bytes.writeUInt32LE(16_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(count * 2, 40);
  for (let i = 0; i < count; i++) bytes.writeInt16LE(Math.round(20_000 * Math.sin(i / 3)), 44 + i * 2);
  return bytes;
}
