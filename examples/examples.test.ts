import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boneNumber } from '@leib/core';
import { readBvh } from '@leib/formats';
import { type RunningServer, startServer } from '@leib/server';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs';

const root = join(import.meta.dirname, '..');
/** Height of the floor in the pictures of embody-head-and-hands, pixels from the top. */
const FLOOR = 275;
let folder: string;

/** Examples import the built packages, as an app outside the repository does. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-examples-'));
  if (process.env.LEIB_BUILT) return;
  const { status, stdout } = run('scripts/build.mjs', 'packages/formats', 'packages/body', 'packages/three');
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...words: string[]) {
  return spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
}

test('every example is listed in the README, and what is listed is there', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const listed = Array.from(readme.matchAll(/^\| \[([\w-]+)\]/gm), ([, name]) => name);
  const folders = readdirSync(import.meta.dirname).filter((name) =>
    statSync(join(import.meta.dirname, name)).isDirectory(),
  );
  expect(listed.toSorted()).toEqual(folders.toSorted());
});

test('all are sound TypeScript', () => {
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', import.meta.dirname, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

test('two-bone-arm says where the elbow is', () => {
  const { status, stdout, stderr } = run('examples/two-bone-arm/main.ts');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^hand 0\.2 m ahead: reached, elbow at -0\.2 1\.\d+ -?0\.\d+\nhand 0\.4 .*\nhand 0\.6 m ahead: too far, /,
  );
});

test('retarget-bvh writes a clip that moves like the first, on a smaller body', async () => {
  const out = join(folder, 'child.bvh');
  const { status, stderr } = run('examples/retarget-bvh/main.ts', 'examples/retarget-bvh/wave.bvh', out);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const { motion: first } = await readBvh(readFileSync(join(root, 'examples/retarget-bvh/wave.bvh')));
  const { motion: child } = await readBvh(readFileSync(out));
  expect(child.frameCount).toBe(first.frameCount);
  expect(child.skeleton.jointCount).toBeGreaterThan(first.skeleton.jointCount);
  expect(child.rootPositions[1]).toBeGreaterThan(0.5);
  expect(child.rootPositions[1]).toBeLessThan(0.8 * first.rootPositions[1]);
});

test('embody-head-and-hands draws ten moments of a person who walks', () => {
  const out = join(folder, 'embody.svg');
  const { status, stdout, stderr } = run('examples/embody-head-and-hands/main.ts', out);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(/10 moments of 55 joints, by head and hands\n$/);
  const figures = readFileSync(out, 'utf8').split('<g>').slice(1);
  expect(figures.length).toBe(10);
  for (const figure of figures) {
    expect(figure.match(/<circle/g)?.length).toBe(3);
    const lowest = Math.max(...Array.from(figure.matchAll(/y2="([\d.]+)"/g), ([, y]) => Number(y)));
    expect(Math.abs(lowest - FLOOR)).toBeLessThan(20);
  }
  const heads = figures.map((figure) => Number(/<circle cx="([\d.]+)"/.exec(figure)?.[1]));
  // At walking pace, to the right: 150 pixels are a metre.
  for (let i = 2; i < heads.length; i++) expect((heads[i] - heads[i - 1]) / 150).toBeCloseTo(0.4, 1);
  // The feet lead in turn: both by more than 30 cm, and none for longer than two moments. A leg's last line ends at the toes.
  const toes = (figure: string, side: 'near' | 'far') =>
    Number([...figure.matchAll(new RegExp(`x2="([\\d.]+)" y2="2[4-9][\\d.]+" class="${side}"`, 'g'))].at(-1)?.[1]);
  const leads = figures.slice(2).map((figure) => (toes(figure, 'near') - toes(figure, 'far')) / 150);
  expect(leads.filter((metres) => metres > 0.3).length).toBeGreaterThan(1);
  expect(leads.filter((metres) => metres < -0.3).length).toBeGreaterThan(1);
  for (let i = 2; i < leads.length; i++) {
    expect(new Set(leads.slice(i - 2, i + 1).map(Math.sign)).size).toBeGreaterThan(1);
  }
});

/** A page of an example, bundled with plain Vite. */
async function bundle(name: string): Promise<string> {
  const outDir = join(folder, name);
  await build({
    root: join(import.meta.dirname, name),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  });
  return outDir;
}

describe('three-avatar', () => {
  let server: RunningServer;
  let browser: Browser | null = null;

  beforeAll(async () => {
    const outDir = await bundle('three-avatar');
    server = await startServer({ port: 0, studioDir: outDir });
    const executablePath = findChromium();
    if (executablePath) browser = await chromium.launch({ executablePath, args: chromiumFlags });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('bundles with plain Vite', () => {
    expect(existsSync(join(folder, 'three-avatar/index.html'))).toBe(true);
  });

  test.skipIf(!findChromium())('shows a person who moves', async () => {
    const page = await (browser as Browser).newPage({ viewport: { width: 160, height: 160 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.setDefaultTimeout(250_000);
    await page.goto(server.url);
    await page.waitForSelector('canvas');
    // Nothing, and then the first picture, would be two.
    const pictures = new Set<string>();
    const look = async () => pictures.add((await page.screenshot()).toString('base64')).size;
    await expect.poll(look, { timeout: 250_000 }).toBeGreaterThan(3);
    expect(errors).toEqual([]);
  });
});

test.skipIf(!findChromium())('together: two pages of one server see each other’s head where it is', async () => {
  const server = await startServer({ port: 0, studioDir: await bundle('together') });
  const browser = await chromium.launch({ executablePath: findChromium() as string, args: chromiumFlags });
  try {
    const errors: string[] = [];
    const open = async (name: string) => {
      const page = await browser.newPage({ viewport: { width: 120, height: 120 } });
      page.on('pageerror', (error) => errors.push(error.message));
      page.setDefaultTimeout(250_000);
      await page.goto(`${server.url}?name=${name}`);
      return page;
    };
    const [ada, bo] = await Promise.all([open('Ada'), open('Bo')]);
    type Page = typeof ada;
    /** Where somebody's own head is, and where the head of the one whom they see is, with that one's name. */
    const look = (page: Page) => page.evaluate(lookInPage, boneNumber.head);
    await expect
      .poll(async () => [(await look(ada))?.name, (await look(bo))?.name], { timeout: 250_000 })
      .toEqual(['Bo', 'Ada']);
    const before = await look(ada);
    await ada.waitForTimeout(2000);
    // Both walk, and stop: then nothing is between where a head is and where it is seen.
    await Promise.all([ada, bo].map((page) => page.evaluate(stopInPage)));
    const gaps = async () => {
      const [first, second] = [await look(ada), await look(bo)];
      return Math.max(apart(first?.own, second?.seen), apart(second?.own, first?.seen));
    };
    await expect.poll(gaps, { timeout: 250_000 }).toBeLessThan(0.03);
    expect(apart(before?.own, (await look(ada))?.own)).toBeGreaterThan(0.1);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});

interface Body {
  readonly skeleton: { readonly boneToJoint: ArrayLike<number> };
  readonly pose: { readonly worldPositions: Float64Array };
}

/** What the page has put there for the console. */
interface PageOfTogether {
  readonly person: Body & { readonly scales: { readonly shown: number } };
  readonly source: { readonly state: Record<'forward' | 'turn', { wish: number }> };
  readonly others: {
    readonly people: ReadonlyMap<string, { readonly name: string; readonly actor: Body & { readonly scale: number } }>;
  };
}

function lookInPage(head: number) {
  const { person, others } = globalThis as unknown as Partial<PageOfTogether>;
  const [other] = others?.people.values() ?? [];
  if (!person || !other) return null;
  const headOf = ({ skeleton, pose }: Body, scale: number) => {
    const at = skeleton.boneToJoint[head] * 3;
    return Array.from(pose.worldPositions.subarray(at, at + 3), (value) => value * scale);
  };
  const { name, actor } = other;
  return { name, own: headOf(person, person.scales.shown), seen: headOf(actor, actor.scale) };
}

function stopInPage() {
  const { state } = (globalThis as unknown as PageOfTogether).source;
  state.forward.wish = 0;
  state.turn.wish = 0;
}

/** Metres; infinite where one is not known. */
function apart(a: readonly number[] | undefined, b: readonly number[] | undefined): number {
  return a && b ? Math.hypot(...a.map((value, i) => value - b[i])) : Number.POSITIVE_INFINITY;
}
