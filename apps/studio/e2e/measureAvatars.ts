import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '@leib/server';
import { type Browser, chromium, type Page } from 'playwright';
import { buildStudio } from '../../../scripts/build.mjs';
import { chromiumTestFlags, findChromium } from '../../../scripts/chromium.mjs';
import { root } from '../../../scripts/project.mjs';

/**
 * How avatars from elsewhere stand: `npm run measure-avatars -w @leib/studio -- FOLDER`. Puts each VRM, GLB or glTF file
 * of a folder on the stage under each source and prints one line of JSON per avatar: bones (or why they are refused or
 * poor), load time, and for each
 * source the height of the lower foot above its height at rest (of its ankle, or of its toes where it stands on them),
 * of the higher ankle, and the straighter knee's bend, medians over the source's first seconds. `--clip FILE` and `--recording FILE` replace our own short ones; `--pictures FOLDER` saves each
 * avatar after two seconds of the demo.
 */

// Node finds a TypeScript file only by its full name.
const { bvhText, trackingText } = (await import(
  new URL('./fixtures.ts', import.meta.url).href
)) as typeof import('./fixtures.js');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clip: { type: 'string' },
    recording: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    pictures: { type: 'string' },
  },
});
const [folder] = positionals;
if (!folder) throw new Error('expected a folder of avatars, got none; add it behind "--"');

/** npm runs this in the studio's folder; paths are as the caller wrote them. */
const callerPath = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);
const seconds = Number(options.seconds);

const { ok, output } = await buildStudio();
if (!ok) throw new Error(output);
const server = await startServer({ port: 0, studioDir: join(root, 'apps/studio/dist') });
const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: chromiumTestFlags });
try {
  let page: Page | null = null;
  for (const name of readdirSync(callerPath(folder)).filter((file) => /\.(vrm|glb|gltf)$/i.test(file))) {
    page ??= await openPage(browser);
    const measured = await measureAvatar(page, join(callerPath(folder), name));
    console.log(JSON.stringify(measured));
    if ('keys' in measured) continue;
    // What was not worn has left a notice or a dialog.
    await page.context().close();
    page = null;
  }
} finally {
  await browser.close();
  await server.close();
}

async function openPage(within: Browser): Promise<Page> {
  const context = await within.newContext({
    viewport: { width: 1280, height: 960 },
    deviceScaleFactor: options.pictures === undefined ? 0.2 : 0.5,
  });
  const page = await context.newPage();
  // No tour over the pictures.
  await page.addInitScript(() => localStorage.setItem('leib-tours-seen', 'mirror'));
  await page.goto(`${server.url}?clock=manual#/mirror`);
  await page.getByRole('button', { name: 'Enter VR' }).waitFor();
  return page;
}

async function measureAvatar(page: Page, path: string) {
  const avatar = basename(path);
  const first = await worn(page);
  const startedMs = await drop(page, avatar, readFileSync(path));
  const refusal = page.locator('.notice[data-kind=error] p');
  const doubts = page.getByRole('dialog', { name: 'Bones of this avatar' }).getByRole('status');
  const isOpen = async () => (await refusal.count()) + (await doubts.count()) > 0;
  while (same(await worn(page), first) && !(await isOpen())) await page.waitForTimeout(10);
  const loadMs = Math.round(performance.now() - startedMs);
  const [poor] = await doubts.allTextContents();
  if (poor !== undefined) return { avatar, poor, loadMs };
  const [refused] = await refusal.allTextContents();
  if (refused !== undefined) return { avatar, refused, loadMs };
  await page.getByRole('button', { name: /^Mouse, keys/ }).click();
  const { convention = '', guessedCount = 0, statureMetres = Number.NaN } = (await worn(page)) ?? {};
  const mapping = guessedCount > 0 ? `${convention}, ${guessedCount} guessed` : convention;
  const keys = await measureStanding(page);
  await page.getByRole('button', { name: /^Demo/ }).click();
  if (options.pictures !== undefined) {
    await page.evaluate(() => globalThis.leibStudio?.advance(2));
    await page.screenshot({ path: join(callerPath(options.pictures), `${avatar}.png`) });
  }
  const demo = await measureStanding(page);
  const clip = await play(page, options.clip, 'clip.bvh', bvhText);
  const recording = await play(page, options.recording, 'recording.jsonl', trackingText);
  return { avatar, mapping, statureM: round(statureMetres), loadMs, keys, demo, clip, recording };
}

function worn(page: Page) {
  return page.evaluate(() => globalThis.leibStudio?.avatar ?? null);
}

function same(a: Awaited<ReturnType<typeof worn>>, b: Awaited<ReturnType<typeof worn>>): boolean {
  return a?.name === b?.name && a?.statureMetres === b?.statureMetres;
}

async function play(page: Page, path: string | undefined, name: string, ours: string) {
  const file = path === undefined ? null : callerPath(path);
  const shown = file === null ? name : basename(file);
  await drop(page, shown, file === null ? Buffer.from(ours) : readFileSync(file));
  await page.locator('.source-row, .source-picker, body', { hasText: shown }).first().waitFor();
  return measureStanding(page);
}

/** Medians over the first seconds of the running source, without its first half second. */
async function measureStanding(page: Page) {
  const samples = await page.evaluate(async (length) => {
    const { leibStudio: studio } = globalThis;
    if (!studio) throw new Error('the page has no leibStudio');
    await studio.advance(0.5, { draw: 'none' });
    const taken = [];
    for (let time = 0; time < length; time += 0.1) {
      await studio.advance(0.1, { draw: 'none' });
      const legs = (['left', 'right'] as const).map((side) =>
        (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((bone) => studio.jointWorld(`${side}${bone}`)),
      );
      const toes = (['left', 'right'] as const).map((side) => studio.jointWorld(`${side}Toes`)?.[1] ?? Number.NaN);
      const { ankleHeight = Number.NaN, toesHeight = null } = studio.avatar ?? {};
      taken.push({ ankleHeight, toesHeight, legs, toes });
    }
    return taken;
  }, seconds);
  const feet = samples.map(({ ankleHeight, toesHeight, legs, toes }) => {
    const ankles = legs.map(([, , ankle]) => (ankle?.[1] ?? Number.NaN) - ankleHeight);
    const lowest = Math.min(...ankles, ...(toesHeight === null ? [] : toes.map((height) => height - toesHeight)));
    return { lowest, highest: Math.max(...ankles) };
  });
  const bends = samples.map(({ legs }) => Math.min(...legs.map(kneeBend)));
  return {
    footCm: centimetres(median(feet.map(({ lowest }) => lowest))),
    otherFootCm: centimetres(median(feet.map(({ highest }) => highest))),
    kneeDeg: Math.round(median(bends)),
  };
}

/** Degrees by which a knee is bent: of hip, knee and ankle. */
function kneeBend([hip, knee, ankle]: readonly (ArrayLike<number> | null | undefined)[]): number {
  if (!hip || !knee || !ankle) return Number.NaN;
  const a = [0, 1, 2].map((k) => knee[k] - hip[k]);
  const b = [0, 1, 2].map((k) => ankle[k] - knee[k]);
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (Math.acos(Math.min(1, dot / (Math.hypot(...a) * Math.hypot(...b)))) * 180) / Math.PI;
}

/** Lets go of a file over the page; returns when it did, milliseconds. */
async function drop(page: Page, name: string, content: Buffer): Promise<number> {
  const dataTransfer = await page.evaluateHandle(
    ({ fileName, data }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (char) => char.charCodeAt(0))], fileName));
      return transfer;
    },
    { fileName: name, data: content.toString('base64') },
  );
  const droppedMs = performance.now();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
  return droppedMs;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function centimetres(metres: number): number {
  return Math.round(metres * 1000) / 10;
}
