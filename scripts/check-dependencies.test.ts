import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDependencies } from './check-dependencies.mjs';
import { findCycles } from './findCycles.mjs';

type Tree = Record<string, string | object>;

const config = (...references: string[]) => ({
  compilerOptions: { lib: ['ES2023'], types: [] },
  references: references.map((path) => ({ path })),
});
const manifest = (name: string, ...dependencies: string[]) => ({
  name: `@leib/${name}`,
  exports: { '.': './src/index.ts' },
  dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, '*'])),
});

/** A small sound house; each test below breaks one thing in it. */
const sound: Tree = {
  'package.json': { devDependencies: { vitest: '*' } },
  'packages/core/package.json': manifest('core', 'gl-matrix'),
  'packages/core/tsconfig.json': config(),
  'packages/core/src/index.ts': `export { b } from './b.js'; export type { A } from './a.js';`,
  'packages/core/src/a.ts': `import type { b } from './b.js'; export type A = typeof b;`,
  'packages/core/src/b.ts': `import { vec3 } from 'gl-matrix'; export const b = vec3;`,
  'packages/core/src/b.test.ts': `import { readFileSync } from 'node:fs'; import { test } from 'vitest'; import './b.js'; test('', () => void readFileSync); Math.random();`,
  'packages/tracking/package.json': manifest('tracking', '@leib/core'),
  'packages/tracking/tsconfig.json': config('../core'),
  'packages/tracking/src/index.ts': `export { b } from '@leib/core';`,
  'packages/three/package.json': manifest('three', '@leib/core', 'three'),
  'packages/three/tsconfig.json': config('../core'),
  'packages/three/src/index.ts': `import * as THREE from 'three'; import { b } from '@leib/core'; export const c = [THREE, b];`,
  'apps/server/package.json': manifest('server'),
  'apps/server/tsconfig.json': config(),
  'apps/server/src/index.ts': `import { createServer } from 'node:http'; export const d = createServer;`,
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-house-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(changes: Tree): string[] {
  for (const [path, content] of Object.entries({ ...sound, ...changes })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return checkDependencies(folder);
}

test('a sound house passes: Node in tests and in the server is fine', () => {
  expect(check({})).toEqual([]);
});

const upward: Tree = {
  'packages/core/package.json': manifest('core', 'gl-matrix', '@leib/three'),
  'packages/core/tsconfig.json': config('../three'),
};

/** A studio with layers, and files of its src beside them. */
function studio(files: Record<string, string>): Tree {
  return {
    'apps/studio/package.json': manifest('studio'),
    'apps/studio/tsconfig.json': config(),
    'apps/studio/src/main.ts': `import { app } from './app/app.js'; export const main = app;`,
    'apps/studio/src/app/app.ts': `import { stage } from '../world/stage.js'; export const app = stage; export type App = typeof app;`,
    'apps/studio/src/world/stage.ts': `export const stage = 1;`,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`apps/studio/src/${path}`, text])),
  };
}

test('the layers of the studio pass when imports point down', () => {
  expect(check(studio({}))).toEqual([]);
});

test('a lazily loaded file may name a type of the file that loads it', () => {
  const changes = {
    'packages/tracking/src/command.ts': `export type Options = number; export const load = () => import('./work.js');`,
    'packages/tracking/src/work.ts': `import type { Options } from './command.js'; export const work = (options: Options) => options;`,
  };
  expect(check(changes)).toEqual([]);
});

test.each<[rule: string, changes: Tree, where: string, what: string]>([
  [
    'a circle of types between files',
    {
      'packages/tracking/src/a.ts': `import type { B } from './b.js'; export type A = B;`,
      'packages/tracking/src/b.ts': `import { type A } from './a.js'; export type B = A | 1;`,
    },
    'packages/tracking/src/a.ts',
    'in a circle',
  ],
  [
    'an import that points up',
    { ...upward, 'packages/core/src/up.ts': `import { c } from '@leib/three'; export const e = c;` },
    'packages/core/src/up.ts:1',
    'core must not import three',
  ],
  [
    'a type import that points up',
    { ...upward, 'packages/core/src/up.ts': `import type { c } from '@leib/three'; export type E = typeof c;` },
    'packages/core/src/up.ts:1',
    'core must not import three',
  ],
  [
    'an export from above',
    { ...upward, 'packages/core/src/up.ts': `\nexport * from '@leib/three';` },
    'packages/core/src/up.ts:2',
    'core must not import three',
  ],
  [
    'a dynamic import from above',
    { ...upward, 'packages/core/src/up.ts': `export const e = () => import('@leib/three');` },
    'packages/core/src/up.ts:1',
    'core must not import three',
  ],
  [
    'an inline type import from above',
    { ...upward, 'packages/core/src/up.ts': `export type E = import('@leib/three').C;` },
    'packages/core/src/up.ts:1',
    'core must not import three',
  ],
  [
    'an import between neighbours',
    {
      'packages/net/package.json': manifest('net', '@leib/three'),
      'packages/net/tsconfig.json': config('../three'),
      'packages/net/src/index.ts': `export { c } from '@leib/three';`,
    },
    'packages/net/src/index.ts:1',
    'net must not import three',
  ],
  [
    'a type import that points up inside the studio',
    studio({ 'rooms/wear.ts': `import type { App } from '../app/app.js'; export type Wear = App;` }),
    'apps/studio/src/rooms/wear.ts:1',
    'rooms must not import app',
  ],
  [
    'an import that points up inside the studio',
    studio({ 'ui/button.tsx': `import { stage } from '../world/stage.js'; export const button = stage;` }),
    'apps/studio/src/ui/button.tsx:1',
    'ui must not import world',
  ],
  [
    'a folder of the studio without a place',
    studio({ 'attic/box.ts': `import { stage } from '../world/stage.js'; export const box = stage;` }),
    'apps/studio/src/attic/box.ts:1',
    'folder "attic" has no place',
  ],
  [
    'a package without a place',
    { 'packages/cellar/package.json': manifest('cellar') },
    'packages/cellar',
    'has no place',
  ],
  [
    'a package under another name',
    { 'apps/server/package.json': manifest('servant') },
    'apps/server/package.json',
    'the name is not',
  ],
  [
    'three.js in core',
    {
      'packages/core/package.json': manifest('core', 'gl-matrix', 'three'),
      'packages/core/src/x.ts': `import { Vector3 } from 'three'; export const e = Vector3;`,
    },
    'packages/core/src/x.ts:1',
    'core must not import "three"',
  ],
  [
    'Node in core',
    { 'packages/core/src/x.ts': `import { readFileSync } from 'node:fs'; export const e = readFileSync;` },
    'packages/core/src/x.ts:1',
    "Node's",
  ],
  [
    'Node without its prefix',
    { 'packages/tracking/src/x.ts': `import { readFileSync } from 'fs'; export const e = readFileSync;` },
    'packages/tracking/src/x.ts:1',
    "Node's",
  ],
  [
    'chance in core',
    { 'packages/core/src/x.ts': `export const e = () => Math.random();` },
    'packages/core/src/x.ts:1',
    'must not use Math.random',
  ],
  [
    'time in core',
    { 'packages/core/src/x.ts': `export const e = () =>\n  performance.now();` },
    'packages/core/src/x.ts:2',
    'must not use performance',
  ],
  [
    'the DOM in core',
    { 'packages/core/tsconfig.json': { compilerOptions: { lib: ['ES2023', 'DOM'], types: [] } } },
    'packages/core/tsconfig.json',
    'without the DOM',
  ],
  [
    'ambient types in core',
    { 'packages/core/tsconfig.json': { compilerOptions: { lib: ['ES2023'], types: ['node'] } } },
    'packages/core/tsconfig.json',
    'ambient types',
  ],
  [
    'a relative import across the border',
    { 'packages/tracking/src/x.ts': `export { b } from '../../core/src/b.js';` },
    'packages/tracking/src/x.ts:1',
    'crosses the border',
  ],
  [
    'an import past the front door',
    { 'packages/tracking/src/x.ts': `export { b } from '@leib/core/src/b.js';` },
    'packages/tracking/src/x.ts:1',
    'front door',
  ],
  [
    'a package that imports itself by name',
    { 'packages/tracking/src/x.ts': `export { b } from '@leib/tracking';` },
    'packages/tracking/src/x.ts:1',
    'relative path',
  ],
  [
    'a circle of two files',
    { 'packages/tracking/src/x.ts': `import './y.js';`, 'packages/tracking/src/y.ts': `import './x.js';` },
    'packages/tracking/src/',
    'in a circle',
  ],
  [
    'a circle of three files, one link dynamic',
    {
      'packages/tracking/src/x.ts': `import './y.js';`,
      'packages/tracking/src/y.tsx': `export const e = () => import('./z.js');`,
      'packages/tracking/src/z.ts': `export * from './x.js';`,
    },
    'packages/tracking/src/',
    'in a circle',
  ],
  [
    'a package that is not declared',
    { 'packages/tracking/src/x.ts': `import { e } from 'undeclared/inner'; export const f = e;` },
    'packages/tracking/src/x.ts:1',
    '"undeclared" is imported but not declared',
  ],
  [
    'a development tool outside tests',
    { 'packages/tracking/src/x.ts': `import { test } from 'vitest'; export const f = test;` },
    'packages/tracking/src/x.ts:1',
    '"vitest" is imported but not declared',
  ],
  [
    'a package that is declared for nothing',
    { 'packages/tracking/package.json': manifest('tracking', '@leib/core', 'left-pad') },
    'packages/tracking/package.json',
    '"left-pad" is declared but imported nowhere',
  ],
  [
    'a missing build reference',
    { 'packages/tracking/tsconfig.json': config() },
    'packages/tracking/tsconfig.json',
    'lacks @leib/core',
  ],
])('%s is found', (_rule, changes, where, what) => {
  const violations = check(changes);
  expect(
    violations.some((line) => line.startsWith(where) && line.includes(what)),
    violations.join('\n'),
  ).toBe(true);
});

test('the command says that a tree is sound, and ends with 1 and a line for what is not', () => {
  const run = () => spawnSync(process.execPath, ['scripts/check-dependencies.mjs', folder], { encoding: 'utf8' });
  check({});
  expect(run()).toMatchObject({ status: 0, stdout: 'All imports point down.\n', stderr: '' });
  check({ 'packages/core/src/x.ts': `export const e = () =>\n  performance.now();` });
  const { status, stderr } = run();
  expect(stderr).toMatch(/^packages\/core\/src\/x\.ts:2: .*performance.*\n$/);
  expect(status).toBe(1);
});

test('every circle is found once, and as a path that closes', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', ['e']],
    ['f', ['a', 'd']],
  ]);
  expect(findCycles(graph)).toEqual([
    ['e', 'e'],
    ['a', 'b', 'c', 'a'],
  ]);
});
