import { readFileSync } from 'node:fs';
import {
  defaultLooks,
  loadBodySpace,
  measureIndex,
  measureNames,
  readBetasJson,
  readPeople,
  thesisPeople,
} from '@leib/body';
import { readGlb, readMesh, readObj } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { averageBody, type BodySpec, firstBody } from '../bodySpec.js';
import { presetBody, presetNames, thesisBody } from '../presets.js';
import type { ShowRequest } from './bodyServiceTypes.js';
import { createBodyService } from './createBodyService.js';

const bytes = readFileSync(new URL('../../../../../../packages/body/assets/leib-bodies.bin', import.meta.url));
const partsFile = new URL('../../../../../../packages/body/assets/leib-parts.bin', import.meta.url);
const readParts = async () => new Uint8Array(readFileSync(partsFile));
const service = createBodyService(loadBodySpace(new Uint8Array(bytes)), readParts);
const request = (body: BodySpec, more: Partial<ShowRequest> = {}): ShowRequest => ({
  body,
  other: null,
  pose: 'relaxed',
  sameStature: false,
  ...more,
});
const measured = (body: BodySpec, name: (typeof measureNames)[number]) =>
  service.show(request(body)).body?.measured[measureIndex(name)];

describe('from measures', () => {
  test('the body has the given measures in either pose, and the others have expected values', () => {
    const body: BodySpec = { ...averageBody('male', '2'), measures: { stature: 1.83, waist: 0.95 } };
    for (const pose of ['relaxed', 'tPose'] as const) {
      const shown = service.show(request(body, { pose }));
      expect(shown.body?.measured[measureIndex('stature')]).toBeCloseTo(1.83, 3);
      expect(shown.body?.measured[measureIndex('waist')]).toBeCloseTo(0.95, 2);
      expect(shown.expected.find(({ name }) => name === 'hip')?.deviation).toBeGreaterThan(0.01);
      expect(shown.body?.positions.every(Number.isFinite)).toBe(true);
    }
  });

  test('a measure outside of the take is ignored', () => {
    const body: BodySpec = { ...averageBody('male', '4'), measures: { stature: 1.8, thigh: 0.8 } };
    expect(measured(body, 'thigh')).toBeLessThan(0.7);
  });

  test('an impossible measure is a finding, and no body is built', async () => {
    const shown = service.show(request({ ...averageBody('female'), measures: { waist: 0.08 } }));
    expect(shown.body).toBeNull();
    expect(shown.findings).toMatchObject([{ name: 'waist', severity: 'impossible' }]);
    const impossible = { ...averageBody('female'), measures: { waist: 0.08 } };
    for (const figure of ['bare', 'dressed'] as const) {
      await expect(service.write('glb', impossible, figure)).rejects.toThrow(/waist/);
    }
  });

  test('betas set by hand are the body', () => {
    const shown = service.show(request({ ...firstBody, betas: [2, 0, 0] }));
    expect(shown.body?.betas.slice(0, 3)).toEqual([2, 0, 0]);
    expect(measured({ ...firstBody, betas: [2] }, 'stature')).toBeGreaterThan(measured(firstBody, 'stature') ?? 9);
  });

  test.each(presetNames)('the preset %s is built for each sex', (preset) => {
    for (const sex of ['female', 'male', 'neutral'] as const) {
      const shown = service.show(request(presetBody(preset, sex, service.info.usual[sex], '2')));
      expect(shown.body).not.toBeNull();
      expect(shown.findings).toEqual([]);
    }
  });

  test('so are the twenty people of the thesis', () => {
    for (const { id } of thesisPeople) {
      const body = thesisBody(id, '1');
      expect(body && service.show(request(body)).body).not.toBeNull();
    }
    expect(thesisBody('unknown', '1')).toBeNull();
  });
});

describe('a second body', () => {
  const tall: BodySpec = { ...averageBody('male', '4'), measures: { stature: 1.9 } };

  test('distances are 0 from the same body, and larger from another', () => {
    const same = service.show(request(tall, { other: { kind: 'body', body: tall } }));
    expect(same.other?.maxDistance).toBeLessThan(1e-9);
    const other = service.show(request(tall, { other: { kind: 'body', body: averageBody('male') } }));
    expect(other.other?.meanDistance).toBeGreaterThan(0.01);
    expect(other.other?.distances).toHaveLength(same.other?.distances?.length ?? 0);
  });

  test('at the same stature they are closer, and have equal heights', () => {
    const other = { kind: 'body', body: averageBody('male') } as const;
    const own = service.show(request(tall, { other }));
    const scaled = service.show(request(tall, { other, sameStature: true }));
    expect(scaled.other?.measured[0]).toBeCloseTo(scaled.body?.measured[0] ?? 0, 3);
    expect(scaled.other?.meanDistance).toBeLessThan((own.other?.meanDistance ?? 0) / 2);
  });

  test('another take of the same person asks for fewer measures', () => {
    const person = thesisBody('W1', '1') as BodySpec;
    const { other } = service.show(request(person, { other: { kind: 'take', take: '4' } }));
    expect(other?.name).toBe('W1, take 4');
    expect(other?.measured[0]).toBeCloseTo(person.measures.stature ?? 0, 3);
    expect(Math.abs((other?.measured[measureIndex('waist')] ?? 0) - (person.measures.waist ?? 0))).toBeGreaterThan(
      0.01,
    );
  });

  test('a saved OBJ opened again is the same body, and has the same measures', async () => {
    const { bytes: obj } = await service.write('obj', tall, 'dressed');
    expect(await service.openFile('tall.obj', obj)).toMatchObject({ kind: 'mesh', vertexCount: 13380 });
    const shown = service.show(request(tall, { other: { kind: 'file', name: 'tall.obj', betas: [] } }));
    expect(shown.other?.maxDistance).toBeLessThan(1e-6);
    expect(shown.other?.measured[measureIndex('waist')]).toBeCloseTo(
      shown.body?.measured[measureIndex('waist')] ?? 0,
      5,
    );
  });

  test('a file that was never opened is a problem, one that is not a mesh an error', async () => {
    const shown = service.show(request(tall, { other: { kind: 'file', name: 'gone.obj', betas: [] } }));
    expect(shown.other).toBeNull();
    expect(shown.otherProblem).toMatch(/gone\.obj .*open it again/);
    await expect(service.openFile('x.obj', new TextEncoder().encode('hello'))).rejects.toThrow(/expected a mesh/);
    await expect(service.openFile('x.npz', new TextEncoder().encode('hello'))).rejects.toThrow();
  });
});

describe('files', () => {
  const body: BodySpec = { ...averageBody('female', '4'), name: 'Ann/B', measures: { stature: 1.7, weight: 62 } };

  test('bodies open in our readers', async () => {
    const glb = await service.write('glb', body, 'bare');
    expect(glb.name).toBe('Ann_B.glb');
    expect((await readMesh(glb.bytes)).positions).toHaveLength(13380 * 3);
    for (const figure of ['bare', 'dressed'] as const) {
      const vrm = await service.write('vrm', body, figure);
      expect(readGlb(vrm.bytes).json.extensionsUsed).toEqual(['VRMC_vrm']);
    }
    const obj = await service.write('obj', body, 'bare');
    expect(readObj(obj.bytes).triangles).toHaveLength(service.info.triangles.length);
  });

  test('a dressed body is saved with its parts and colours, as it is shown', async () => {
    const deep: BodySpec = { ...body, looks: { ...defaultLooks, skin: 'deep', hair: 'none' } };
    const { json } = readGlb((await service.write('vrm', deep, 'dressed')).bytes);
    const names = (json.meshes as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['skin', 'top', 'trousers', 'brows', 'leftShoe', 'rightEye']));
    expect(names).not.toContain('hair');
    const parts = await service.dress(request(deep));
    expect(parts.map(({ name }) => name)).toEqual(names);
    const light = await service.dress(request({ ...deep, looks: defaultLooks }));
    const skinOf = (list: typeof parts) => list.find(({ name }) => name === 'skin')?.colour[0] ?? Number.NaN;
    expect(skinOf(parts)).toBeLessThan(0.3 * skinOf(light));
  });

  test('saved numbers give the same body', async () => {
    const text = async (kind: 'betasJson' | 'betasCsv' | 'measuresCsv') =>
      new TextDecoder().decode((await service.write(kind, body, 'bare')).bytes);
    const { betas, sex } = readBetasJson(await text('betasJson'));
    expect(measured({ ...firstBody, sex, betas }, 'stature')).toBeCloseTo(1.7, 3);
    const { people } = readPeople(await text('measuresCsv'), measureNames);
    expect(people[0].given.weight).toBeCloseTo(62, 1);
    expect((await text('betasCsv')).split('\n')).toHaveLength(3);
  });
});
