import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@leib/server';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTypes } from './build.mjs';
import { chromiumFlags, findChromium } from './chromium.mjs';
import { blocksOf } from './docBlocks.mjs';
import { checkPacked, installPacked, packAll } from './pack.mjs';
import { root } from './project.mjs';
import { publicPackages } from './publicPackages.mjs';

let folder: string;
let packed: Awaited<ReturnType<typeof packAll>>;

beforeAll(async () => {
  if (!process.env.LEIB_BUILT) {
    const { ok, output } = await buildTypes();
    if (!ok) throw new Error(output);
  }
  folder = mkdtempSync(join(tmpdir(), 'leib-pack-'));
  packed = await packAll(root, join(folder, 'tarballs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every tarball holds what its package exports and imports, and no tests', () => {
  expect(packed.flatMap(checkPacked)).toEqual([]);
});

test.each(publicPackages(root))('$path carries the licence', ({ dir }) => {
  expect(readFileSync(join(dir, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
});

test('three is one: packages that import it leave it to the app', () => {
  for (const { name, manifest } of packed) {
    expect(Object.keys(manifest.dependencies ?? {}), name).not.toContain('three');
  }
  expect(packed.find(({ name }) => name === '@leib/three')?.manifest.peerDependencies).toHaveProperty('three');
});

test('the published command does not bring the peers of the benchmarks', () => {
  const byName = new Map(packed.map((one) => [one.name, one.manifest]));
  const needed = new Set<string>();
  const visit = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const next of Object.keys(byName.get(name)?.dependencies ?? {})) visit(next);
  };
  visit('@leib/cli');
  for (const peer of ['@leib/benchmarks', '@babylonjs/core', 'jolt-physics', 'three', 'three-old', 'three-ik']) {
    expect([...needed]).not.toContain(peer);
  }
});

describe('an empty Vite app outside the repository, with the packed packages and the README’s example', () => {
  let app: string;
  const bin = (name: string) => join(root, 'node_modules/.bin', name);
  const run = (command: string, ...words: string[]) => spawnSync(command, words, { cwd: app, encoding: 'utf8' });

  beforeAll(async () => {
    app = mkdtempSync(join(tmpdir(), 'leib-app-'));
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const example = blocksOf('README.md', readme).find(({ language }) => language === 'ts');
    writeFileSync(join(app, 'main.ts'), example?.text ?? '');
    writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="main.ts"></script>');
    writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      lib: ['ES2023', 'DOM'],
      types: ['webxr', 'vite/client'],
    };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['main.ts'] }));
    await installPacked(packed, app, ['vite']);
  });
  afterAll(() => rmSync(app, { recursive: true, force: true }));

  test('compiles, also against the declarations of every package', () => {
    const { stdout, status } = run(bin('tsc'), '--pretty', 'false');
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  test.skipIf(!findChromium())('builds, and in Chromium the body moves', async () => {
    const { status, stderr } = run(bin('vite'), 'build', '--logLevel', 'error', '--configLoader', 'native');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const server = await startServer({ port: 0, studioDir: join(app, 'dist') });
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
    try {
      const page = await browser.newPage({ viewport: { width: 160, height: 160 } });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.setDefaultTimeout(250_000);
      await page.goto(server.url);
      await page.waitForSelector('canvas');
      // The camera stands still. The page before its first picture, and the first one, are two.
      const pictures = new Set<string>();
      const look = async () => pictures.add((await page.screenshot()).toString('base64')).size;
      await expect.poll(async () => (await look()) > 4 || errors.length > 0, { timeout: 250_000 }).toBe(true);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
    }
  });

  test('the installed command runs, and says where benchmarks are found', () => {
    const leib = join(app, 'node_modules/@leib/cli/bin/leib.mjs');
    expect(run(process.execPath, leib, '--version').stdout.trim()).toBe(packed[0].manifest.version);
    const { status, stderr } = run(process.execPath, leib, 'bench', '--quick');
    expect(stderr).toMatch(/^leib: bench: expected the package @leib\/benchmarks, .*repository.*\n$/);
    expect(status).toBe(1);
  });
});
