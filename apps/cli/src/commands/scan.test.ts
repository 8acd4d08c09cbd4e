import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeGroundGrid, layOutScan, museumScan, POINT_INTS, ScanIntake, type TreeTile } from '@leib/formats/scan';
import { randomPoints, writeE57, writeLas, writeLaz, writePlyPoints } from '@leib/formats/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partition, writePoints } from '../scan/partition.js';
import { buildLeib, callLeib, runLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-scan-'));
const at = (name: string) => join(folder, name);
const known = randomPoints(3000, 2);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(() => {
  writeFileSync(at('a.las'), writeLas(known, 4, 7));
  writeFileSync(at('a.ply'), writePlyPoints(known, 'ascii'));
  writeFileSync(at('a.e57'), writeE57(known));
  writeFileSync(at('a.laz'), writeLaz(randomPoints(300, 9)));
});

const filesOf = (name: string) =>
  Object.fromEntries(
    readdirSync(at(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name)).toString('base64')]),
  );

test('PLY, LAS and E57 of the same points become the same folder, twice the same bits', async () => {
  for (const [input, name] of [
    ['a.las', 'one'],
    ['a.las', 'again'],
    ['a.ply', 'ply'],
    ['a.e57', 'e57'],
  ])
    expect((await callLeib(['scan', 'convert', at(input), at(name), '--name', 'cloud'])).stderr).toBe('');
  expect(filesOf('again')).toEqual(filesOf('one'));
  expect(filesOf('ply')['r.glb']).toBe(filesOf('one')['r.glb']);
  expect(filesOf('e57')['r.glb']).toBe(filesOf('one')['r.glb']);
  expect(Object.keys(filesOf('one')).sort()).toEqual(['ground.bin', 'r.glb', 'scan.json', 'tileset.json']);
});

test('several files become one scan, LAZ among them, and nothing is left beside it', async () => {
  const { code, stdout } = await callLeib(['scan', 'convert', at('a.las'), at('a.laz'), at('both'), '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ points: 3300, name: 'both', leftOut: 0 });
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  decodeGroundGrid(readFileSync(at('both/ground.bin')));
  const info = await callLeib(['scan', 'info', at('both')]);
  expect(info.stdout).toContain('both: 3300 points in 1 tiles');
  expect((await callLeib(['scan', 'info', at('a.laz')])).stdout).toContain('LAZ, 300 points with intensities');
});

test('a real process converts, and says so', async () => {
  buildLeib();
  const { code, stdout } = await runLeib(['scan', 'convert', at('a.e57'), at('process')]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('3000 points in 1 tiles')]);
});

describe('what cannot be done is said in a line, and nothing is written', () => {
  test.each([
    ['a folder that has something in it', ['a.las', '.'], 'expected a folder that is new or empty'],
    ['a file that is not there', ['none.las', 'x'], 'none.las'],
    ['an axis that is none', ['a.las', 'x', '--up', 'w'], '--up: expected y or z'],
    ['a unit that is none', ['a.las', 'x', '--unit', 'mile'], '--unit: expected m, cm'],
    ['no folder', ['a.las'], 'expected a value, got nothing'],
  ])('%s', async (_name, words, message) => {
    const call = words.map((word) => (word.startsWith('-') || ['w', 'mile'].includes(word) ? word : at(word)));
    const { code, stderr } = await callLeib(['scan', 'convert', ...call]);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect(existsSync(at('x'))).toBe(false);
  });

  test('a cut and a damaged file', async () => {
    writeFileSync(at('cut.las'), writeLas(known, 4, 7).subarray(0, 9000));
    const laz = writeLaz(randomPoints(50, 1));
    laz.fill(255, laz.length - 20);
    writeFileSync(at('bad.laz'), laz);
    for (const name of ['cut.las', 'bad.laz']) {
      const { code, stderr } = await callLeib(['scan', 'convert', at(name), at('x')]);
      expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(stderr).toMatch(/cut off|chunk|expected/);
    }
  });
});

test('points that do not fit into memory at once become the same points as those that do', async () => {
  const file = museumScan(400);
  const count = file.about.count;
  const run = async (memoryPoints: number) => {
    const intake = new ScanIntake({ up: 'z', metresPerUnit: 1 });
    const files = ['p', 'q'].map((name) => openSync(at(`${name}${memoryPoints}`), 'wx+')) as [number, number];
    let taken = 0;
    for await (const batch of museumScan(400).batches()) {
      const packed = new Int32Array(batch.count * POINT_INTS);
      const here = intake.take(batch, file.about, packed);
      writePoints(files[0], taken, packed.subarray(0, here * POINT_INTS));
      taken += here;
    }
    let done = 0;
    const layout = layOutScan(intake, () => {});
    const root = partition({ files, first: 0, count }, layout.cube, '', layout.work, (points) => (done += points), {
      memoryPoints,
    });
    for (const one of files) closeSync(one);
    expect(done).toBe(count);
    return root;
  };
  const sum = (tile: TreeTile): number => tile.children.reduce((all, child) => all + sum(child), tile.pointCount);
  const [inMemory, onDisk] = [await run(1e9), await run(1500)];
  expect([sum(inMemory), sum(onDisk)]).toEqual([count, count]);
  expect([onDisk.min, onDisk.max]).toEqual([inMemory.min, inMemory.max]);
  // Where a cube is divided depends on what fits; which points its coarsest tile has does not.
  expect(onDisk.pointCount).toBe(inMemory.pointCount);
});
