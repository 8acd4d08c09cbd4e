import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFiles, studioInputs } from './build.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-build-'));
  write('package-lock.json', '{}');
  write('packages/core/src/index.ts', 'export {};');
  write('apps/studio/index.html', '<p>');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const hash = () => hashFiles(folder, studioInputs(folder));

test.each([
  'package-lock.json',
  'packages/core/src/index.ts',
  'packages/core/src/deep/new.ts',
  'packages/core/package.json',
  'packages/body/assets/body.vrm',
  'apps/studio/public/body.glb',
  'apps/studio/src/new.tsx',
])('a change of %s asks for a new build', (path) => {
  const before = hash();
  write(path, 'changed');
  expect(hash()).not.toBe(before);
});

test.each([
  'packages/core/src/index.test.ts',
  'packages/core/dist/index.js',
  'apps/studio/dist/index.html',
  'apps/studio/node_modules/.vite/x',
  'apps/server/src/index.ts',
  'docs/page.md',
  'packages/core/README.md',
  'apps/studio/tsconfig.tsbuildinfo',
])('a change of %s does not', (path) => {
  const before = hash();
  write(path, 'changed');
  expect(hash()).toBe(before);
});

test('the same words in another file are a change', () => {
  write('packages/core/src/a.ts', 'x');
  const before = hash();
  rmSync(join(folder, 'packages/core/src/a.ts'));
  write('packages/core/src/b.ts', 'x');
  expect(hash()).not.toBe(before);
});
