import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTypes } from './build.mjs';
import { checkPacked, packAll } from './pack.mjs';
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
