import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShapedBody, readBetasJson, shapeBody, writeBetasJson } from '@leib/body';
import { writeObj } from '@leib/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBodySpace } from '../body/readModel.js';
import { callLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leib-batch-'));
  writeFileSync(
    at('people.csv'),
    'id,sex,stature_cm,weight_kg,crotch_height_cm,arm_length_cm\nAda,f,172,64,84,60\nBob,m,181,80,83,62\n',
  );
  // Ada was scanned: her fit as betas, and a mesh that is 3 % larger.
  mkdirSync(at('bodies/Ada'), { recursive: true });
  const { female } = await readBodySpace();
  const shaped = createShapedBody(female);
  shapeBody(female, [1, 0.5], shaped);
  const positions = shaped.positions.map((value) => 1.03 * value);
  writeFileSync(
    at('bodies/Ada/Alignment.obj'),
    writeObj({ name: '', positions, triangles: female.triangles, groups: [] }),
  );
  const betas = { name: 'Ada', sex: 'female' as const, betas: [1, 0.5] };
  writeFileSync(at('bodies/Ada/Fit-betas.json'), writeBetasJson(betas, female.betaNames));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the bodies of every person are compared, with tables and charts for all of them', async () => {
  const pairs = ['--pairs', 'Alignment:Fit,Take 3:Take 4'];
  const words = [
    '--people',
    at('people.csv'),
    '--bodies',
    at('bodies'),
    '--takes',
    '3,4',
    '--out',
    at('out'),
    ...pairs,
    '--images',
    'row-front',
  ];
  const { code, stdout, stderr } = await callLeib(['body', 'batch', ...words]);
  expect([stderr, code]).toEqual(['', 0]);
  expect(stdout).toContain('2 people, Alignment → Fit, Take 3 → Take 4; 8 charts');
  expect(readdirSync(at('out/Ada')).sort()).toEqual(['bodies.csv', 'comparison.txt', 'pairs.csv', 'row-front.svg']);
  expect(readFileSync(at('out/Bob/bodies.csv'), 'utf8').split('\n')).toHaveLength(4);
  const rows = readFileSync(at('out/people.csv'), 'utf8').trim().split('\n');
  const height = rows.find((row) => row.startsWith('Ada,f,Alignment,Fit,BoxHeight,cm,'))?.split(',') ?? [];
  expect(Number(height[7]) / Number(height[6])).toBeCloseTo(1 / 1.03, 4);
  // Bob has no scan: he is in the second pair only. All twelve distances of the thesis are there without files.
  expect(rows.filter((row) => row.startsWith('Bob,m,Alignment'))).toEqual([]);
  expect(rows.filter((row) => /^Bob,m,Take 3,Take 4,(ArmSpan|Inseam|BellyDepth),/.test(row))).toHaveLength(3);
  const chart = readFileSync(at('out/chart-women-1-measures.svg'), 'utf8');
  expect(chart).toMatch(/<title>ArmSpan, Ada: -\d+\.\d\d<\/title>/);
  expect(readFileSync(at('out/chart-men-people.svg'), 'utf8')).toContain('<title>Bob, Take 3 → Take 4:');
  expect(readFileSync(at('out/summary.csv'), 'utf8')).toMatch(/Take 3,Take 4,Inseam,cm,2,\d\.\d+,\d\.\d+,(Ada|Bob)/);
});

test('words become a body that the room opens', async () => {
  const words = ['tall=2', 'slim=1', '--sex', 'male', '--out', at('words.json'), '--json'];
  const { code, stdout } = await callLeib(['body', 'words', ...words]);
  expect(code).toBe(0);
  const { measures, ratings, betas } = JSON.parse(stdout);
  expect(measures.stature).toBeGreaterThan(1.84);
  expect(ratings.tall).toBeGreaterThan(1.3);
  expect(readBetasJson(readFileSync(at('words.json'), 'utf8'))).toEqual({ name: 'From words', sex: 'male', betas });
});

describe('errors are one line', () => {
  test.each([
    [['batch', '--out', 'x'], 2, '--people: expected --people or --bodies, got neither'],
    [['batch', '--out', 'x', '--bodies', 'none'], 1, 'expected a readable file, got no such file or folder'],
    [['batch', '--out', 'x', '--people', 'thesis', '--pairs', 'Fit'], 2, '--pairs: expected FIRST:SECOND, got "Fit"'],
    [['batch', '--out', 'x', '--people', 'thesis', '--takes', '5'], 2, '--takes: expected 1, 2, 3 or 4'],
    [['words', 'pretty=1'], 2, '<ratings>: expected one of tall, petite'],
    [['words', 'tall=3'], 2, '<ratings> tall: expected a rating from -2 to 2, got "3"'],
  ])('%j', async (words, expected, what) => {
    const { code, stderr } = await callLeib([
      'body',
      ...words.map((word) => (word === 'x' || word === 'none' ? at(word) : word)),
    ]);
    expect(stderr).toContain(what);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(code).toBe(expected);
  });
});
