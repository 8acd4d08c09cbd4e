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
import { readGlb, readMesh } from '@leib/formats';
import { describe, expect, test } from 'vitest';
import { averageBody, type BodySpec, firstBody } from '../bodySpec.js';
import { presetBody, presetNames, thesisBody } from '../presets.js';
import type { CompareRequest, Shown, ShowRequest } from './bodyServiceTypes.js';
import { createBodyService } from './createBodyService.js';

const bytes = readFileSync(new URL('../../../../../../packages/body/assets/leib-bodies.bin', import.meta.url));
const partsFile = new URL('../../../../../../packages/body/assets/leib-parts.bin', import.meta.url);
const readParts = async () => new Uint8Array(readFileSync(partsFile));
const service = createBodyService(loadBodySpace(new Uint8Array(bytes)), readParts);
const request = (body: BodySpec, more: Partial<ShowRequest> = {}): ShowRequest => ({
  body,
  others: [],
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

describe('other bodies', () => {
  const first = (shown: Shown) => shown.others[0].shown;
  const tall: BodySpec = { ...averageBody('male', '4'), measures: { stature: 1.9 } };

  test('distances are 0 from the same body, and larger from another', () => {
    const same = service.show(request(tall, { others: [{ kind: 'body', body: tall }] }));
    expect(first(same)?.maxDistance).toBeLessThan(1e-9);
    const other = service.show(request(tall, { others: [{ kind: 'body', body: averageBody('male') }] }));
    expect(first(other)?.meanDistance).toBeGreaterThan(0.01);
    expect(first(other)?.distances).toHaveLength(first(same)?.distances?.length ?? 0);
  });

  test('at the same stature they are closer, and have equal heights', () => {
    const other = { kind: 'body', body: averageBody('male') } as const;
    const own = service.show(request(tall, { others: [other] }));
    const scaled = service.show(request(tall, { others: [other], sameStature: true }));
    expect(first(scaled)?.measured[0]).toBeCloseTo(scaled.body?.measured[0] ?? 0, 3);
    expect(first(scaled)?.meanDistance).toBeLessThan((first(own)?.meanDistance ?? 0) / 2);
  });

  test('another take of the same person asks for fewer measures', () => {
    const person = thesisBody('W1', '1') as BodySpec;
    const other = first(service.show(request(person, { others: [{ kind: 'take', take: '4' }] })));
    expect(other?.name).toBe('W1, take 4');
    expect(other?.measured[0]).toBeCloseTo(person.measures.stature ?? 0, 3);
    expect(Math.abs((other?.measured[measureIndex('waist')] ?? 0) - (person.measures.waist ?? 0))).toBeGreaterThan(
      0.01,
    );
  });

  test('a take is built from the measures, also where the first body was shaped by hand', () => {
    const shaped: BodySpec = { ...tall, betas: [-3] };
    const other = first(service.show(request(shaped, { others: [{ kind: 'take', take: '4' }] })));
    expect(other?.measured[0]).toBeCloseTo(1.9, 3);
  });

  test('a saved OBJ opened again is the same body, and has the same measures', async () => {
    const { bytes: obj } = await service.write('obj', tall, 'dressed');
    expect(await service.openFile('tall.obj', obj)).toMatchObject({ kind: 'mesh', vertexCount: 13380 });
    const shown = service.show(request(tall, { others: [{ kind: 'file', name: 'tall.obj', betas: [] }] }));
    expect(first(shown)?.maxDistance).toBeLessThan(1e-6);
    expect(first(shown)?.measured[measureIndex('waist')]).toBeCloseTo(
      shown.body?.measured[measureIndex('waist')] ?? 0,
      5,
    );
  });

  test('a file that was never opened is a problem, one that is not a mesh an error', async () => {
    const shown = service.show(request(tall, { others: [{ kind: 'file', name: 'gone.obj', betas: [] }] }));
    expect(first(shown)).toBeNull();
    expect(shown.others[0].problem).toMatch(/gone\.obj .*open it again/);
    await expect(service.openFile('x.obj', new TextEncoder().encode('hello'))).rejects.toThrow(/expected a mesh/);
    await expect(service.openFile('x.npz', new TextEncoder().encode('hello'))).rejects.toThrow();
  });
});

describe('all bodies compared', () => {
  const tall: BodySpec = { ...averageBody('male', '4'), name: 'Tall', measures: { stature: 1.9 } };
  const compared: CompareRequest = {
    body: tall,
    others: [
      { kind: 'body', body: averageBody('male') },
      { kind: 'body', body: { ...averageBody('male'), measures: { stature: 1.6 } } },
    ],
    sameStature: false,
    vertices: [],
    distances: null,
    circumferences: ['BellyButton'],
  };

  test('boxes, the thesis’s distances and circumferences of any number of bodies, every pair', () => {
    const { bodies, measures, values, pairsCsv, bodiesCsv, text, dots, notes } = service.compare(compared);
    expect(bodies).toEqual(['Tall', 'Average man', 'Average man (2)']);
    const of = (name: string) => measures.findIndex((measure) => measure.name === name);
    expect(values.map((row) => Number(row[of('Height')]?.toFixed(1)))).toEqual([1.9, 1.8, 1.6]);
    expect(measures.filter(({ kind }) => kind === 'distance')).toHaveLength(12);
    expect(values[0][of('AroundBellyButton')]).toBeGreaterThan(0.6);
    expect(
      pairsCsv
        .trim()
        .split('\n')
        .filter((row) => row.includes(',ArmSpan,')),
    ).toHaveLength(3);
    expect(bodiesCsv.split('\n')).toHaveLength(5);
    expect(text).toContain('Tall and Average man (2)');
    expect(dots.map((list) => list?.length)).toEqual([20, 20, 20]);
    expect(notes).toEqual([]);
  });

  test('own files of vertices and distances replace the built-in ones; wrong ones are named', () => {
    const vertices = [{ name: 'V.txt', text: '# vertexCount = 13380\nTop = 881\nHeel = 12820\n' }];
    const distances = { name: 'D.txt', text: 'Top, Heel, Tallness\n' };
    const { measures, places } = service.compare({ ...compared, vertices, distances });
    expect(measures.filter(({ kind }) => kind === 'distance').map(({ name }) => name)).toEqual(['Tallness']);
    expect(places).toEqual(['Top', 'Heel']);
    const wrong = { name: 'D.txt', text: 'Top, Toe, Tallness\n' };
    expect(() => service.compare({ ...compared, vertices, distances: wrong })).toThrow(/D\.txt: .*line 1.*"Toe"/);
  });

  test('a point cloud is kept and compared by its box only', () => {
    const positions = Float64Array.from({ length: 900 }, (_, i) => (i % 3 === 1 ? (i / 900) * 1.7 : Math.sin(i) * 0.2));
    const surface = { positions, triangles: new Uint32Array() };
    expect(service.keepMesh('cloud', surface)).toMatchObject({ kind: 'cloud', vertexCount: 300 });
    const others = [{ kind: 'file', name: 'cloud', betas: [] }] as const;
    const { measures, values, notes } = service.compare({ ...compared, others });
    expect(measures.some(({ kind }) => kind === 'distance')).toBe(false);
    expect(values[1][1]).toBeCloseTo(1.7, 1);
    expect(notes.join()).toMatch(/cloud: no vertices file for 300 vertices/);
    expect(service.show(request(tall, { others })).others[0].shown?.triangles).toHaveLength(0);
  });

  test('one picture shows all of them: as many as there are', () => {
    const picture = {
      view: 'left',
      arrangement: 'row',
      background: 'white',
      hasDots: true,
      hasHeatMap: false,
    } as const;
    const { width, height, pixels } = service.draw(compared, picture);
    // Along a line at the height of the shins, each body is one or more dark runs with white between them.
    const row = Math.floor(0.7 * height);
    const isWhite = (x: number) => pixels[(row * width + x) * 4] > 250;
    const runs = Array.from({ length: width - 1 }, (_, x) => isWhite(x) && !isWhite(x + 1)).filter(Boolean);
    expect(runs).toHaveLength(3);
    // Far from the first body the others are red or yellow.
    const red = (image: Uint8ClampedArray | Uint8Array) => {
      let count = 0;
      for (let i = 0; i < image.length; i += 4) if (image[i] - image[i + 2] > 120) count++;
      return count;
    };
    const heated = service.draw(compared, { ...picture, hasDots: false, hasHeatMap: true });
    expect(red(heated.pixels)).toBeGreaterThan(10 * red(pixels) + 1000);
  });

  test('two takes of many people become charts', async () => {
    const people = thesisPeople.slice(4, 7).map(({ id, sex, measures: given }) => ({ id, sex, given }));
    const shares: number[] = [];
    const { charts, csv } = await service.comparePeople({ people, first: '1', second: '4' }, (s) => shares.push(s));
    expect(charts.map(({ title }) => title)).toEqual([
      'Take 1 → Take 4, women',
      'Mean difference by person, women',
      'Take 1 → Take 4, men',
      'Mean difference by person, men',
    ]);
    expect(charts[0].series).toEqual(['W1', 'W2']);
    expect(csv).toMatch(/M5,m,Take 1,Take 4,ArmSpan,cm,/);
    expect(shares.at(-1)).toBe(1);
  });

  test('what trackers see of a wearer becomes measures', () => {
    const usual = service.measureWearer('male', {});
    expect(usual).toEqual({});
    const tallOne = service.measureWearer('male', { headHeight: 1.75, wristSpan: 1.6 });
    const shortOne = service.measureWearer('male', { headHeight: 1.4, wristSpan: 1.2 });
    expect(Object.keys(tallOne)).toEqual(['stature', 'armLength']);
    expect((tallOne.stature ?? 0) - (shortOne.stature ?? 0)).toBeGreaterThan(0.25);
    expect(tallOne.armLength).toBeGreaterThan(shortOne.armLength ?? 9);
  });
});

test('a model of the user’s that is not open: nothing is built, and it is said why', () => {
  const shown = service.show(request({ ...averageBody('male', '4'), model: 'mine.npz' }));
  expect([shown.body, shown.problem]).toEqual([null, 'mine.npz was opened in another visit; open it again.']);
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
    expect((await readMesh(obj.bytes)).triangles).toHaveLength(service.info.triangles.length);
  });

  test('a body is saved as a scan has it, vertex by vertex; a scan of another body is refused', async () => {
    const own = (await readMesh((await service.write('glb', body, 'bare')).bytes)).positions;
    const scanned = own.map((value, i) => value + 0.004 * Math.sin(i));
    const saved = (await readMesh((await service.write('glb', body, 'dressed', scanned)).bytes)).positions;
    expect(Math.max(...saved.map((value, i) => Math.abs(value - scanned[i])))).toBeLessThan(1e-5);
    await expect(service.write('vrm', body, 'bare', scanned.subarray(3))).rejects.toThrow(
      'expected 13380 vertices, got 13379',
    );
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
