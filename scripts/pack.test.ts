import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildTypes } from './build.mjs';
import { walkEntry } from './entryGraph.mjs';
import { checkPacked, listAll } from './pack.mjs';
import { root } from './project.mjs';
import { publicPackages } from './publicPackages.mjs';

let packed: ReturnType<typeof listAll>;

beforeAll(async () => {
  if (!process.env.LEIB_BUILT) {
    const { ok, output } = await buildTypes();
    if (!ok) throw new Error(output);
  }
  packed = listAll(root);
});

test('every tarball holds what its package exports and imports, licence and notice, and no tests', () => {
  expect(packed.flatMap(checkPacked)).toEqual([]);
});

test('a package that lacks something is refused with what it lacks', () => {
  const core = packed.find(({ name }) => name === '@leib/core');
  if (!core) throw new Error('expected @leib/core');
  const files = core.files.filter(
    (file) => file !== 'NOTICE' && file !== 'src/errors.ts' && file !== 'dist/solvers.js',
  );
  expect(checkPacked({ ...core, files: [...files, 'src/errors.test.ts'] })).toEqual([
    '@leib/core: no NOTICE',
    '@leib/core: src/errors.test.ts: a test, or a part of tests',
    '@leib/core: src/errors.ts: an export, and not packed',
    '@leib/core: dist/solvers.js: an export, and not packed',
    '@leib/core: dist/errors.d.ts.map: leads to src/errors.ts, which is not packed',
    '@leib/core: dist/errors.js.map: leads to src/errors.ts, which is not packed',
  ]);
});

test.each(publicPackages(root))('$path carries licence and notice, and is built before it is packed', (one) => {
  for (const file of ['LICENSE', 'NOTICE']) {
    expect(readFileSync(join(one.dir, file), 'utf8'), file).toBe(readFileSync(join(root, file), 'utf8'));
  }
  expect(one.manifest.scripts.prepack).toBe('node ../../scripts/prepack.mjs');
});

test.each(publicPackages(root))('$path: its README names every door', ({ dir, manifest }) => {
  const readme = readFileSync(join(dir, 'README.md'), 'utf8');
  const doors = Object.keys(manifest.exports ?? {}).map((door) => `${manifest.name}${door.slice(1)}`);
  expect(doors.filter((door) => !readme.includes(door))).toEqual([]);
});

test('three is one: packages that import it leave it to the app', () => {
  for (const { name, manifest } of packed) {
    expect(Object.keys(manifest.dependencies ?? {}), name).not.toContain('three');
  }
  expect(packed.find(({ name }) => name === '@leib/three')?.manifest.peerDependencies).toHaveProperty('three');
});

/** Packages that an installation of one brings, ours and others'. */
function broughtBy(wanted: string): string[] {
  const byName = new Map(packed.map((one) => [one.name, one.manifest]));
  const needed = new Set<string>();
  const visit = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const next of Object.keys(byName.get(name)?.dependencies ?? {})) visit(next);
  };
  visit(wanted);
  return [...needed];
}

test('the published command does not bring the peers of the benchmarks', () => {
  for (const peer of ['@leib/lab', '@babylonjs/core', 'jolt-physics', 'three', 'three-old', 'three-ik']) {
    expect(broughtBy('@leib/cli')).not.toContain(peer);
  }
});

describe('doors for pages', () => {
  /** Only these lead to MuJoCo, which asks for a module of Node's in Node. */
  const engineDoors = ['@leib/reembody/mujoco'];
  const doors = publicPackages(root)
    .filter(({ path }) => path.startsWith('packages/'))
    .flatMap(({ dir, manifest }) =>
      Object.entries(manifest.exports as Record<string, { default?: string; webpack?: string }>)
        .filter(([, target]) => target.default !== undefined)
        .map(([door, target]) => ({ door: `${manifest.name}${door.slice(1)}`, dir, target })),
    );

  test.each(doors.filter(({ door }) => !engineDoors.includes(door)))(
    '$door reaches nothing of Node’s, no MuJoCo, and no asset but three’s decoders',
    ({ dir, target }) => {
      for (const conditions of [[], ['webpack']]) {
        const { nodeModules, packages, assets } = walkEntry(join(dir, target.default ?? ''), conditions);
        // Draco and KTX2: a browser fetches them for files that need them.
        const ours = [...assets].filter(([, from]) => !from.includes('/three/examples/jsm/loaders/'));
        const named = [...nodeModules, ...ours].map(([what, from]) => `${relative(root, from)}: ${what}`);
        expect(named).toEqual([]);
        expect([...packages]).not.toContain('@mujoco/mujoco');
      }
    },
  );

  test('the walk sees what the engine’s door leads to, and that webpack gets the engine as an asset', () => {
    const engine = doors.find(({ door }) => door === '@leib/reembody/mujoco');
    const plain = walkEntry(join(engine?.dir ?? '', engine?.target.default ?? ''));
    expect([...plain.nodeModules.keys()]).toEqual(['module']);
    expect([...plain.assets.keys()]).toEqual(['mujoco.wasm']);
    const webpack = walkEntry(join(engine?.dir ?? '', engine?.target.webpack ?? ''));
    expect([...webpack.nodeModules.keys()]).toEqual([]);
    expect([...webpack.assets.keys()]).toEqual(['@mujoco/mujoco', '@mujoco/mujoco/mujoco.wasm']);
  });

  test('an app with avatars installs no engine', () => {
    expect(broughtBy('@leib/three')).not.toContain('@mujoco/mujoco');
  });
});
