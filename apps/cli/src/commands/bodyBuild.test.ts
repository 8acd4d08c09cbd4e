import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMesh } from '@leib/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLeib, callLeib, runLeib, startLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-build-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const columns =
  'stature_cm,weight_kg,crotch_height_cm,arm_length_cm,chest_cm,waist_cm,hip_cm,waist_height_cm,shoulder_breadth_cm,thigh_cm,ankle_cm,hip_height_cm';
const header = `id,sex,${columns}`;
const ann = 'Ann,f,165,60,77,54,90,80,98,98,43,58,21,82';
const bob = 'Bob,m,182,85,87,61,104,92,102,109,51,62,23,91';

async function build(lines: readonly string[], words: readonly string[] = [], call = callLeib) {
  writeFileSync(at('people.csv'), `${lines.join('\n')}\n`);
  const result = await call(['body', 'build', '--measurements', at('people.csv'), '--out', at('out'), ...words]);
  const rows = (name: string) =>
    readFileSync(join(at('out'), name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  return { ...result, rows };
}

test('the built bodies have the given measures', async () => {
  const { code, rows } = await build([header, ann, bob], ['--take', '1', '--mesh'], runLeib);
  expect(code).toBe(0);
  const [head, ...measured] = rows('measured.csv');
  expect(head.join(',')).toBe(header);
  for (const [k, given] of [ann, bob].entries()) {
    given.split(',').forEach((cell, column) => {
      if (column < 2) expect(measured[k][column]).toBe(cell);
      else expect(Math.abs(Number(measured[k][column]) - Number(cell))).toBeLessThan(0.15);
    });
  }
  expect(rows('betas.csv')).toHaveLength(3);
  expect(rows('refused.csv')).toHaveLength(1);
  const { positions } = await readMesh(readFileSync(join(at('out'), 'Ann.glb')));
  const heights = positions.filter((_, i) => i % 3 === 1);
  expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(1.65, 2);
});

test('a person who cannot be built is a row with field and reason; the others are built; the exit code is 1', async () => {
  const { code, stderr, rows } = await build(
    [
      header,
      ann,
      'Cid,m,180,80,85,60,100,8,100,108,50,60,23,90',
      'Dan,x,180,,,,,,,,,,,',
      'Eve,f,tall,,,,,,,,,,,',
      'Fay,f,,,,,,,,,,,,',
    ],
    ['--take', '1'],
    runLeib,
  );
  expect(code).toBe(1);
  expect(stderr).toContain('4 of 5 people refused');
  expect(
    rows('refused.csv')
      .slice(1)
      .map(([id, line, field]) => [id, line, field]),
  ).toEqual([
    ['Cid', '3', 'waist_cm'],
    ['Dan', '4', 'sex'],
    ['Eve', '5', 'stature_cm'],
    ['Fay', '6', ''],
  ]);
  expect(readFileSync(join(at('out'), 'refused.csv'), 'utf8')).toContain('"expected f, m or n, got ""x"""');
  expect(rows('measured.csv').map(([id]) => id)).toEqual(['id', 'Ann']);
});

test('a take uses its own measures only', async () => {
  const nonsense = 'Ann,f,165,60,77,54,90,8,98,98,43,58,21,82';
  expect((await build([header, nonsense], ['--take', '4'])).code).toBe(0);
  expect((await build([header, nonsense], ['--take', '3'])).code).toBe(0);
  expect((await build([header, nonsense], ['--take', '2'])).code).toBe(1);
});

test.each([
  [['name,sex,stature_cm', 'A,f,165'], 'line 1: expected a column "id" in the header, got none'],
  [[''], 'got an empty file'],
  [[header, '"Ann,f,165'], 'line 2: expected a closing quotation mark, got the end of the file'],
])('a file without people is an error: %j', async (lines, message) => {
  const { code, stderr } = await build(lines);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test('a missing file and a wrong take are errors', async () => {
  const missing = await callLeib(['body', 'build', '--measurements', at('no.csv'), '--out', at('none')]);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.stderr).toContain('expected a readable file, got no such file');
  expect(
    (await callLeib(['body', 'build', '--measurements', at('people.csv'), '--out', at('none'), '--take', '5'])).code,
  ).toBe(2);
  expect(existsSync(at('none'))).toBe(false);
});

test('ids that would be one file are two, and a sex that every object has is a refused row', async () => {
  const { code, stderr, rows } = await build(
    [
      header,
      ann.replace('Ann', 'a/b'),
      bob.replace('Bob', 'a_b'),
      ...['constructor', '__proto__', 'toString'].map((sex) => `${sex},${sex},180,,,,,,,,,,,`),
    ],
    ['--mesh'],
  );
  expect(code).toBe(1);
  expect(rows('measured.csv').map(([id]) => id)).toEqual(['id', 'a/b', 'a_b']);
  expect(
    rows('refused.csv')
      .slice(1)
      .map((row) => row.slice(0, 4)),
  ).toEqual([
    ['constructor', '4', 'sex', expect.stringContaining('expected f')],
    ['__proto__', '5', 'sex', expect.stringContaining('expected f')],
    ['toString', '6', 'sex', expect.stringContaining('expected f')],
  ]);
  expect(stderr).toContain('a_b: its mesh is a_b-2.glb');
  const [first, second] = await Promise.all(
    ['a_b.glb', 'a_b-2.glb'].map(async (name) => (await readMesh(readFileSync(join(at('out'), name)))).positions),
  );
  const heightOf = (positions: Float64Array) => Math.max(...positions.filter((_, i) => i % 3 === 1));
  expect(heightOf(second) - heightOf(first)).toBeCloseTo(0.17, 1);
});

test('a build that is killed leaves what an earlier one has made, whole', async () => {
  await build([header, ann], ['--mesh']);
  const filesOf = () => readdirSync(at('out')).map((name) => [name, readFileSync(join(at('out'), name), 'utf8')]);
  const before = filesOf();
  const people = Array.from({ length: 300 }, (_, i) => bob.replace('Bob', i === 0 ? 'Ann' : `Bob ${i}`));
  writeFileSync(at('many.csv'), `${[header, ...people].join('\n')}\n`);
  const words = ['body', 'build', '--measurements', at('many.csv'), '--out', at('out'), '--mesh'];
  const child = startLeib(words, { LEIB_PROGRESS: 'on' });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'exit');
  await expect.poll(() => stderr, { timeout: 120_000, interval: 5 }).toMatch(/ of 300: /);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(filesOf()).toEqual(before);
});
