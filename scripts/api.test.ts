import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { compareReports, makeReports } from './api.mjs';
import { buildTypes } from './build.mjs';
import { root } from './project.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-api-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  if (process.env.LEIB_BUILT) return;
  const { ok, output } = await buildTypes();
  if (!ok) throw new Error(output);
});

/** A package with one door that re-exports from a second file. */
function writePackage(door: string, inner: string): void {
  const dir = join(folder, 'packages/one');
  mkdirSync(join(dir, 'dist'), { recursive: true });
  const exports = { '.': { 'leib-source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' } };
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: '@leib/one', exports }));
  writeFileSync(join(dir, 'dist/index.d.ts'), door);
  writeFileSync(join(dir, 'dist/inner.d.ts'), inner);
}

function reportOf(door: string, inner: string): string {
  writePackage(door, inner);
  return makeReports(folder).get('one.api.md')?.text ?? '';
}

test('a report holds each exported name with its signature, sorted, without comments', () => {
  const report = reportOf(
    "export { step as stepAll, type Options } from './inner.js';\nexport { vec3 } from 'gl-matrix';\n",
    `/** Says; much { about it. */
export interface Options {
    /** Metres. */
    readonly height: number;
}
export declare function step(options: Options, ...rest: { a: string; }[]): void;
export declare function step(name: ";}"): void;
declare const hidden = 1;
export {};
`,
  );
  expect(report.slice(report.indexOf('```ts'))).toBe(`\`\`\`ts
interface Options {
    readonly height: number;
}

function step(options: Options, ...rest: { a: string; }[]): void;
function step(name: ";}"): void;

export { vec3 } from 'gl-matrix';
\`\`\`
`);
});

test('private members of a class and names that are not exported stay out', () => {
  const report = reportOf(
    "export { Thing } from './inner.js';\n",
    'export declare class Thing {\n    #private;\n    private secret;\n    dispose(): void;\n}\nexport declare const other = 1;\n',
  );
  expect(report).toContain('class Thing {\n    dispose(): void;\n}');
  expect(report).not.toMatch(/secret|private|other/);
});

test('a changed signature is shown as a removed and an added line', () => {
  writePackage("export { a } from './inner.js';\n", 'export declare const a = 1;\n');
  mkdirSync(join(folder, 'api'));
  const reports = makeReports(folder);
  writeFileSync(join(folder, 'api/one.api.md'), reports.get('one.api.md')?.text ?? '');
  writePackage("export { a } from './inner.js';\n", 'export declare const a = 2;\n');
  const lines = compareReports(folder);
  expect(lines).toContain('  - const a = 1;');
  expect(lines).toContain('  + const a = 2;');
});

test('the committed reports are those of this tree', () => {
  const lines = compareReports(root);
  expect(lines.join('\n'), 'The public API has changed. If that is meant, run: npm run api').toBe('');
});
