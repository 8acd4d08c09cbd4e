import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@leib/server';
import { chromium, type Page } from 'playwright';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * From a hand's event to the picture, in the room Puppet, for each source: `npm run measure-hands -w @leib/studio`.
 * Devices are fakes that feed the real parsers; mouse and keys are Playwright's; the camera is Chromium's own fake one,
 * which films a rendered hand. Prints one JSON object, and fails where a source other than the webcam takes longer than
 * a frame.
 */

const FRAME_MS = 1000 / 60;
const SECONDS = Number(process.argv[2] ?? 6);

/** What is costly to draw in software: the figures are about the hand, not about a rasteriser. */
const plainLooks = '* { backdrop-filter: none !important; box-shadow: none !important; transition: none !important; }';

type Play = (page: Page) => Promise<void>;

/** What happens while a source is measured; fakes move by themselves. */
const wait: Play = (page) => page.waitForTimeout(SECONDS * 1000);
const plays: Readonly<Record<string, Play>> = {
  screen: async (page) => {
    const endMs = performance.now() + SECONDS * 1000;
    for (let i = 0; performance.now() < endMs; i++) {
      await page.mouse.move(200 + 60 * Math.sin(i / 5), 120 + 40 * Math.cos(i / 7));
      if (i % 10 === 0) await page.keyboard.down('f');
      if (i % 10 === 5) await page.keyboard.up('f');
    }
  },
  gamepad: wait,
  midi: wait,
  lucid: wait,
  recording: wait,
  webcam: (page) => page.waitForTimeout(SECONDS * 2000),
};

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist') });
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const browser = await chromium.launch({
  executablePath,
  args: [
    ...chromiumTestFlags,
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${filmOfHand()}`,
  ],
});
try {
  const page = await openRoom();
  const sources: Record<string, unknown> = {};
  for (const [kind, play] of Object.entries(plays)) {
    sources[kind] = await measure(page, kind, play);
    console.error(kind, JSON.stringify(sources[kind]));
  }
  const times = await page.evaluate(() => globalThis.leibStudio?.times);
  const machine = { cores: cpus().length, processor: cpus()[0].model, load: loadavg()[0], renderer: 'software' };
  const late = Object.entries(sources).filter(
    ([kind, figures]) => kind !== 'webcam' && !((figures as { p50Ms: number }).p50Ms < FRAME_MS),
  );
  console.log(JSON.stringify({ machine, frame: times, sources, late: late.map(([kind]) => kind) }, null, 2));
  if (late.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}

async function openRoom(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 560 },
    deviceScaleFactor: 0.15,
    permissions: ['camera'],
  });
  const page = await context.newPage();
  await page.addInitScript(installFakeDevices);
  await page.goto(`${server.url}#/puppet`);
  await page.addStyleTag({ content: plainLooks });
  await page.getByRole('tab', { name: /play/i }).click();
  return page;
}

async function measure(page: Page, kind: string, play: Play): Promise<unknown> {
  const card = page.getByLabel('First hand');
  if (kind === 'recording') await dropHand(page);
  else await card.locator('select').first().selectOption(kind);
  // Mouse and keys play only while they move; the others as soon as they are open.
  if (kind !== 'screen') await card.locator('[data-look=on]').waitFor({ timeout: 60_000 });
  await play(page);
  const words = (await card.locator('.hand-state small').textContent({ timeout: 30_000 })) ?? '';
  const [p50Ms, p95Ms] = (words.match(/\d+(\.\d+)?(?= ms)/g) ?? []).map(Number);
  return { p50Ms, p95Ms };
}

/** Eight seconds of a hand that opens and closes. */
async function dropHand(page: Page): Promise<void> {
  const lines = Array.from({ length: 480 }, (_, i) => {
    const bend = 0.5 - 0.5 * Math.cos(i / 10);
    return JSON.stringify({ t: i / 60, bends: Array(5).fill(bend), position: [0, 0, 0], rotation: [0, 0, 0, 1] });
  });
  const text = ['{"format":"leib-hand/1","hz":60}', ...lines].join('\n');
  await page.getByLabel('Model or puppet file').setInputFiles({
    name: 'hand.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(text),
  });
}

/** A film of pictures (MJPEG is JPEG after JPEG): a second of an open hand, a second of a fist. */
function filmOfHand(): string {
  const pictures = ['open', 'fist'].map((name) => readFileSync(join(root, `apps/studio/fixtures/hands/${name}.jpg`)));
  const path = join(mkdtempSync(join(tmpdir(), 'leib-hand-')), 'hand.mjpeg');
  writeFileSync(path, Buffer.concat(pictures.flatMap((picture) => Array<Buffer>(30).fill(picture))));
  return path;
}

/**
 * Fakes of a gamepad, MIDI and a LucidGlove that move all the time. Runs in the page before its scripts, so
 * it must not use anything from outside itself.
 */
function installFakeDevices(): void {
  const offer = (name: string, value: unknown) =>
    Object.defineProperty(Navigator.prototype, name, { configurable: true, get: () => value });
  const bend = () => 0.5 + 0.5 * Math.sin(performance.now() / 300);

  let pad: unknown = null;
  setInterval(() => {
    const buttons = Array.from({ length: 17 }, (_, i) => ({ value: i === 7 ? bend() : 0 }));
    pad = { connected: true, timestamp: performance.now(), buttons, axes: [0, 0, 0, 0] };
  }, 4);
  offer('getGamepads', () => [pad]);

  const input = Object.assign(new EventTarget(), { name: 'Faders', state: 'connected' });
  setInterval(() => {
    const data = Uint8Array.of(0xb0, 1, Math.round(bend() * 127));
    input.dispatchEvent(Object.assign(new Event('midimessage'), { data }));
  }, 4);
  offer('requestMIDIAccess', async () => Object.assign(new EventTarget(), { inputs: new Map([['1', input]]) }));

  offer('serial', {
    requestPort: async () => {
      const port = Object.assign(new EventTarget(), {
        readable: null as ReadableStream<Uint8Array> | null,
        writable: new WritableStream<Uint8Array>(),
        open: async () => {
          port.readable = new ReadableStream({
            start: (sink) => {
              setInterval(() => {
                const value = Math.round(bend() * 1023);
                sink.enqueue(new TextEncoder().encode(`A${value}B${value}C${value}D${value}E${value}\n`));
              }, 4);
            },
          });
        },
        close: async () => {},
      });
      return port;
    },
  });
}
