import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShapedBody, readBetasJson, shapeBody } from '@leib/body';
import { seededRandom } from '@leib/core/testing';
import { readGlb, writePly } from '@leib/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBodySpace } from '../body/readModel.js';
import { buildLeib, callLeib, runLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);
const betas = [1, -0.5, 0.3, 0.2, -1];

beforeAll(async () => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-fit-'));
  const { male } = await readBodySpace();
  const shaped = createShapedBody(male);
  shapeBody(male, betas, shaped);
  const mesh = { name: '', triangles: male.triangles, groups: [] };
  writeFileSync(at('body.ply'), writePly({ ...mesh, positions: shaped.positions }));
  // The same body as a scan: Z up, millimetres, noisy, a part missing, only every third point.
  const random = seededRandom(1);
  const points: number[] = [];
  for (let p = 0; p < shaped.positions.length; p += 9) {
    const [x, y, z] = shaped.positions.subarray(p, p + 3);
    if (z > 0.05 && x > 0 && y > 1) continue;
    points.push(1000 * x + 2 * random(), -1000 * z + 2 * random(), 1000 * y + 2 * random());
  }
  const cloud = { name: '', positions: Float64Array.from(points), triangles: new Uint32Array(), groups: [] };
  writeFileSync(at('scan.ply'), writePly(cloud));
  writeFileSync(at('few.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a mesh of the model’s own vertices: betas, and the sex that fits', async () => {
  const { code, stdout } = await runLeib(['body', 'fit', at('body.ply'), '--json']);
  expect(code).toBe(0);
  const [body] = JSON.parse(stdout).bodies;
  expect([body.model, body.method]).toEqual(['male', 'vertices']);
  const found = Object.values(body.betas) as number[];
  found.forEach((beta, i) => {
    expect(beta).toBeCloseTo(betas[i] ?? 0, 1);
  });
  expect(body.residual.mean).toBeLessThan(0.0005);
});

test('a scan in other axes and units: files that `body measure` reads', async () => {
  const words = ['--model', 'male', '--out', at('out'), '--alignment'];
  const { code, stdout, stderr } = await callLeib(['body', 'fit', at('scan.ply'), ...words]);
  expect(code).toBe(0);
  expect(stderr).toContain('the unit is assumed to be mm');
  expect(stdout).toMatch(
    /^scan: male, \d\.\d mm mean and \d\.\d mm at 95 % from the scan, 100 % used, [\d.]+ s\n {2}betas /,
  );
  const found = readFileSync(at('out/scan-betas.txt'), 'utf8').split('\n')[1].split(' ').map(Number);
  expect(Math.abs(found[0] - betas[0])).toBeLessThan(0.1);
  expect(Math.abs(found[1] - betas[1])).toBeLessThan(0.15);
  // The file that the Body room opens, and the rigged avatars: the fit, and as scanned.
  const saved = readBetasJson(readFileSync(at('out/scan-betas.json'), 'utf8'));
  expect([saved.name, saved.sex, saved.model]).toEqual(['scan', 'male', undefined]);
  expect(saved.betas[0]).toBeCloseTo(found[0], 3);
  for (const name of ['scan.vrm', 'scan-scanned.vrm']) {
    const { json } = readGlb(new Uint8Array(readFileSync(at(`out/${name}`))));
    expect([json.extensionsUsed, (json.skins as object[]).length]).toEqual([['VRMC_vrm'], 1]);
  }
  for (const name of ['fit', 'posed', 'alignment']) {
    expect(
      readFileSync(at(`out/scan-${name}.obj`), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('v ')).length,
    ).toBe(13380);
  }
  // A body of ours is measured at its landmarks, from a model or from its mesh alike.
  const bodies = [`male@${at('out/scan-betas.txt')}`, `male@${betas.join()}`, at('body.ply')];
  const measured = await runLeib(['body', 'measure', ...bodies, '--json']);
  expect(measured.code).toBe(0);
  const [fitted, model, mesh] = JSON.parse(measured.stdout).bodies;
  expect(Math.abs(fitted.measures.stature.value - mesh.measures.stature.value)).toBeLessThan(0.005);
  expect(mesh.measures.shoulderBreadth.certainty).toBe('measured');
  expect(Object.keys(model.measures).length).toBeGreaterThan(20);
  for (const [name, { value }] of Object.entries(model.measures) as [string, { value: number }][]) {
    expect(mesh.measures[name].value, name).toBeCloseTo(value, 4);
  }
});

describe('errors are one line', () => {
  test.each([
    [['fit', 'few.obj'], 1, 'few.obj: scan: expected at least 100 points, got 3'],
    [['fit', 'none.obj'], 1, 'expected a readable file, got no such file'],
    [
      ['fit', '--model', 'robot', 'few.obj'],
      2,
      '--model: expected female, male, neutral or a .npz or .pkl file, got "robot"',
    ],
    [['fit', '--alignment', 'few.obj'], 2, '--alignment: expected --out with it'],
    [['fit'], 2, '<meshes>: expected a value, got nothing'],
    [['measure', '--density', '3', 'few.obj'], 2, '--density: expected kg/m³ from 500 to 2000, got "3"'],
  ])('%j', async (words, expected, what) => {
    const { code, stderr } = await callLeib([
      'body',
      ...words.map((word) => (word.endsWith('.obj') ? at(word) : word)),
    ]);
    expect(stderr).toContain(what);
    expect(stderr).toMatch(/^leib: .+\n$/);
    expect(code).toBe(expected);
  });
});
