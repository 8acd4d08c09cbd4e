import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadMotionOrRecording } from '@leib/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standingPerson } from '../mocap/markedPerson.testing.js';
import { callLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-fit-'));
  writeFileSync(
    at('person.c3d'),
    standingPerson((label) => `Ada:${label}`),
  );
  writeFileSync(
    at('own.c3d'),
    standingPerson((label) => `m${label.charCodeAt(0)}${label.charCodeAt(1)}${label.charCodeAt(2)}`),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('markers become a movement, with the residual of each', async () => {
  const { code, stdout } = await callLeib(['mocap', 'fit', '--in', at('person.c3d'), '--out', at('a.bvh'), '--json']);
  expect(code).toBe(0);
  const summary = JSON.parse(stdout);
  expect(summary).toMatchObject({ frames: 4, hz: 50, up: 'z', leftOut: [], swaps: [] });
  expect(summary.markers).toHaveLength(16);
  for (const { meanMm, missingShare } of summary.markers) {
    expect(meanMm).toBeLessThan(5);
    expect(missingShare).toBe(0);
  }
  const loaded = await loadMotionOrRecording(readFileSync(at('a.bvh')), 'a.bvh', { bvh: { scale: 0.01 } });
  expect(loaded.kind === 'motion' && loaded.motion.frameCount).toBe(4);
});

test('people get a table, the worst marker first', async () => {
  const { code, stdout, stderr } = await callLeib(['mocap', 'fit', '--in', at('person.c3d'), '--out', at('b.glb')]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^marker +bone +mean +95 % +max +missing\n/);
  expect(stdout).toMatch(/b\.glb: 4 frames at 50 Hz, 16 markers, residual [\d.]+ mm, stature 1\.[67]\d* m/);
  expect(stderr).toContain('note: z is up, from the markers of head and feet');
});

test('convert goes the same way', async () => {
  const { code, stderr } = await callLeib(['convert', at('person.c3d'), at('c.joints.jsonl')]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/note: the body was fitted to the markers, [\d.]+ mm off in the mean/);
});

test('joints are compared with another movement of the take', async () => {
  const words = ['mocap', 'fit', '--in', at('person.c3d'), '--out', at('e.joints.jsonl'), '--json'];
  const { stdout } = await callLeib([...words, '--truth', at('c.joints.jsonl')]);
  const { joints } = JSON.parse(stdout);
  expect(joints.map(({ bone }: { bone: string }) => bone)).toContain('leftHand');
  for (const { meanCm } of joints) expect(meanCm).toBeLessThan(0.5);
});

test('a map names the bones of labels of one’s own', async () => {
  const bone: Record<string, string> = { SHO: 'Shoulder', ELB: 'UpperArm', WRA: 'LowerArm', WRB: 'LowerArm' };
  const legs: Record<string, string> = { KNE: 'UpperLeg', ANK: 'LowerLeg', TOE: 'Foot', HEE: 'Foot' };
  const entries = ['L', 'R'].flatMap((side) =>
    Object.entries({ ...bone, ...legs }).map(([name, part]) => [
      `m${side.charCodeAt(0)}${name.charCodeAt(0)}${name.charCodeAt(1)}`,
      { bone: (side === 'L' ? 'left' : 'right') + part },
    ]),
  );
  writeFileSync(at('map.json'), JSON.stringify({ format: 'leib-markers/1', markers: Object.fromEntries(entries) }));
  const words = ['mocap', 'fit', '--in', at('own.c3d'), '--out', at('d.bvh'), '--up', 'z', '--json'];
  const { code, stdout } = await callLeib([...words, '--markers', at('map.json')]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).markers.every(({ by }: { by: string }) => by === 'map')).toBe(true);
});

test.each<[string, string[], RegExp]>([
  ['no input', ['--out', 'x.bvh'], /^leib: --in: expected a value, got nothing/],
  ['labels that say nothing', ['--in', 'own.c3d', '--out', 'x.bvh'], /own\.c3d: markers: expected at least 3 labels/],
  ['an axis that is none', ['--in', 'person.c3d', '--out', 'x.bvh', '--up', 'w'], /--up: expected one of x, y, z/],
  [
    'a map with a wrong bone',
    ['--in', 'person.c3d', '--out', 'x.bvh', '--markers', 'bad.json'],
    /bad\.json.*markers\.A\.bone/,
  ],
  ['a file of another kind', ['--in', 'bad.json', '--out', 'x.bvh'], /bad\.json: C3D: expected a C3D file/],
])('%s: one sentence', async (_, words, message) => {
  writeFileSync(at('bad.json'), JSON.stringify({ format: 'leib-markers/1', markers: { A: { bone: 'tail' } } }));
  const paths = words.map((word) => (/\.(c3d|json|bvh)$/.test(word) ? at(word) : word));
  const { code, stderr } = await callLeib(['mocap', 'fit', ...paths]);
  expect(code).not.toBe(0);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(message);
});

const shared = new URL('../../../../../shared/mocap/', import.meta.url);
const real = ['c3d/02_01.c3d.gz', 'cmu/02_01.bvh.gz'].map((name) => new URL(name, shared));

test.skipIf(real.some((file) => !existsSync(file)))(
  'a real walk: skin moves by millimetres, joints as CMU has them',
  async () => {
    const [markers, truth] = real.map((file) => fileURLToPath(file));
    const words = ['mocap', 'fit', '--in', markers, '--out', at('real.bvh'), '--truth', truth, '--json'];
    const { stdout } = await callLeib(words);
    const { joints, ...summary } = JSON.parse(stdout);
    expect(summary).toMatchObject({ frames: 343, up: 'z', leftOut: [], swaps: [], unmarked: [] });
    expect(summary.meanResidual).toBeLessThan(0.0035);
    expect(summary.stature).toBeCloseTo(1.73, 1);
    for (const { meanCm, movingCm } of joints) {
      // The other body has some joints elsewhere.
      expect(meanCm).toBeLessThan(9);
      expect(movingCm).toBeLessThan(3.2);
    }
  },
);
