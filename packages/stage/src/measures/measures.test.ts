import { createQuat, createVec3, quat, requireDecoded, vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { decodeStageDoc } from '../stageDoc.js';
import { measuresCsv } from './measuresCsv.js';
import {
  areaOfPolygon,
  areaText,
  distanceBetween,
  heightBetween,
  lengthText,
  onPlane,
  valueOfMeasure,
} from './measureValue.js';
import { type Measure, readMark, type SceneMark, type SceneNote, type ScenePoint, thingOfMark } from './sceneMark.js';

type Random = () => number;

const scaled = (points: readonly ScenePoint[], by: number) =>
  points.map(([x, y, z]): ScenePoint => [x * by, y * by, z * by]);

/** Turned, and carried to somewhere within 100 m. */
function moved(points: readonly ScenePoint[], random: Random): readonly ScenePoint[] {
  const axis = vec3.normalize(createVec3(), [random() - 0.5, random() - 0.5, random() - 0.5]);
  const turn = quat.setAxisAngle(createQuat(), axis, random() * 6);
  const by = [0, 1, 2].map(() => (random() - 0.5) * 200) as unknown as ScenePoint;
  return points.map((point) => {
    const [x, y, z] = vec3.add(createVec3(), vec3.transformQuat(createVec3(), point, turn), by);
    return [x, y, z];
  });
}

/** A star around the origin on the floor, corners in order: its area by the shoelace formula. */
function randomPolygon(random: Random): { readonly corners: readonly ScenePoint[]; readonly area: number } {
  const count = 3 + Math.floor(random() * 9);
  const corners = Array.from({ length: count }, (_, i): ScenePoint => {
    const angle = ((i + 0.8 * random()) / count) * 2 * Math.PI;
    const radius = 0.2 + 2 * random();
    return [radius * Math.cos(angle), 0, radius * Math.sin(angle)];
  });
  const twice = corners.map(([x, , z], i) => {
    const [nextX, , nextZ] = corners[(i + 1) % count];
    return x * nextZ - nextX * z;
  });
  return { corners, area: Math.abs(twice.reduce((sum, part) => sum + part, 0)) / 2 };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

test.each(seeds(40))(
  'area and perimeter are the same wherever the polygon lies and from which corner it is told (%i)',
  (seed) => {
    const random = seededRandom(seed);
    const { corners, area } = randomPolygon(random);
    const there = areaOfPolygon(moved(corners, random));
    expect(there.area).toBeCloseTo(area, 9);
    const sides = corners.map((corner, i) => distanceBetween(corner, corners[(i + 1) % corners.length]));
    expect(there.perimeter).toBeCloseTo(sumOf(sides), 9);
    expect(there.offPlane).toBeLessThan(1e-9);
    expect(there.isCrossed).toBe(false);
    const from = Math.floor(random() * corners.length);
    const turned = [...corners.slice(from), ...corners.slice(0, from)];
    expect(areaOfPolygon(turned).area).toBeCloseTo(area, 9);
    expect(areaOfPolygon(turned.toReversed()).area).toBeCloseTo(area, 9);
  },
);

test.each(seeds(20))(
  'twice as large, lengths are twice and areas four times as large; the order of two points does not matter (%i)',
  (seed) => {
    const random = seededRandom(seed);
    const { corners } = randomPolygon(random);
    const by = 0.1 + 5 * random();
    const [once, more] = [areaOfPolygon(corners), areaOfPolygon(scaled(corners, by))];
    expect(more.area / once.area).toBeCloseTo(by * by, 6);
    expect(more.perimeter / once.perimeter).toBeCloseTo(by, 6);
    const [a, b] = moved(corners, random);
    expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(corners[0], corners[1]), 9);
    expect(distanceBetween(b, a)).toBe(distanceBetween(a, b));
    const { up, across } = heightBetween(a, b);
    expect(Math.hypot(up, across)).toBeCloseTo(distanceBetween(a, b), 9);
    expect(heightBetween(b, a)).toEqual({ up, across });
    const turnedAbout = [a, b].map(([x, y, z]): ScenePoint => [z, y, -x]);
    expect(heightBetween(turnedAbout[0], turnedAbout[1]).up).toBeCloseTo(up, 12);
  },
);

test('a corner off the plane and sides that cross are said; a flat polygon says neither', () => {
  const square: readonly ScenePoint[] = [
    [0, 0, 0],
    [2, 0, 0],
    [2, 0, 2],
    [0, 0, 2],
  ];
  expect(valueOfMeasure({ what: 'area', points: square })).toMatchObject({
    value: 4,
    unit: 'm²',
    text: '4.000 m²',
    details: 'perimeter 8.000 m',
  });
  const bent = square.map(([x, y, z], i): ScenePoint => [x, i === 0 ? 0.4 : y, z]);
  expect(areaOfPolygon(bent).offPlane).toBeGreaterThan(0.05);
  expect(valueOfMeasure({ what: 'area', points: bent }).details).toContain('off a plane');
  const bow = [square[0], square[2], square[1], square[3]];
  expect(valueOfMeasure({ what: 'area', points: bow }).details).toContain('sides cross');
  const line = areaOfPolygon([
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 2],
  ]);
  expect([line.area, line.normal]).toEqual([0, [0, 1, 0]]);
});

test('seen along its normal a polygon goes round counter-clockwise, with its own lengths', () => {
  const random = seededRandom(7);
  const there = moved(randomPolygon(random).corners, random);
  const { normal, middle, area } = areaOfPolygon(there);
  const flat = onPlane(there, normal, middle);
  const twice = flat.map(([x, y], i) => x * flat[(i + 1) % flat.length][1] - flat[(i + 1) % flat.length][0] * y);
  expect(sumOf(twice) / 2).toBeCloseTo(area, 9);
  expect(Math.hypot(flat[1][0] - flat[0][0], flat[1][1] - flat[0][1])).toBeCloseTo(
    distanceBetween(there[0], there[1]),
    9,
  );
});

test('values are read in the unit that suits their size', () => {
  expect([0.0047, 0.047, 0.4712, 4.71, 47.104, 0.9996, 0.0999].map(lengthText)).toEqual([
    '4.7 mm',
    '47 mm',
    '47.1 cm',
    '4.710 m',
    '47.10 m',
    '1.000 m',
    '10.0 cm',
  ]);
  expect([0.00471, 0.471, 47.104].map(areaText)).toEqual(['47.1 cm²', '0.471 m²', '47.10 m²']);
  expect(
    valueOfMeasure({
      what: 'height',
      points: [
        [0, 1, 0],
        [3, 3, 4],
      ],
    }),
  ).toMatchObject({ text: '2.000 m', details: '5.000 m across' });
});

const common = { author: 'p1', authorName: 'Ada', atMs: Date.UTC(2026, 0, 2, 3, 4, 5) };
const tape: Measure = {
  id: 'm1',
  kind: 'measure',
  what: 'distance',
  name: 'Door',
  points: [
    [0, 0, 0],
    [-3, 0, 4],
  ],
  ...common,
};
const note: SceneNote = {
  id: 'n1',
  kind: 'note',
  name: 'Note 1',
  points: [[1, 2, 3]],
  text: 'A "crack",\nhere',
  picture: 'a'.repeat(64),
  ...common,
};

test('a mark goes into a document and comes out of it as it was', () => {
  const things = [tape, note].map(thingOfMark);
  const doc = requireDecoded(decodeStageDoc(JSON.stringify({ format: 'leib-stage/1', actors: {}, things })));
  expect(doc.things.map(readMark)).toEqual([tape, note]);
});

test.each([
  [tape, { points: [[0, 0, 0]] }],
  [
    tape,
    {
      points: [
        [0, 0, 0],
        [0, 0],
      ],
    },
  ],
  [
    tape,
    {
      points: [
        [0, 0, 0],
        [0, 0, 1e9],
      ],
    },
  ],
  [
    tape,
    {
      points: [
        [0, 0, 0],
        ['0', 0, 1],
      ],
    },
  ],
  [tape, { what: 'area' }],
  [tape, { what: 'weight' }],
  [tape, { name: 'x'.repeat(81) }],
  [tape, { extra: 1 }],
  [note, { picture: '../../etc/passwd' }],
  [note, { text: 'x'.repeat(2001) }],
  [note, { points: [] }],
] as [SceneMark, object][])('what strangers write wrongly is no mark: %#', (mark, wrong) => {
  const thing = thingOfMark(mark);
  expect(readMark({ ...thing, settings: { ...thing.settings, ...wrong } })).toBeNull();
});

test('the table has a row for each mark, its places, and no formula', () => {
  const [evil, tab] = ['=HYPERLINK("http://x")', '\tcmd'];
  const marks = [
    tape,
    { ...note, name: evil, authorName: '@Eve' },
    { ...tape, id: 'm2', name: tab, authorName: '+1' },
    { ...tape, id: '-m3' },
  ];
  const chair = { id: 'c', kind: 'model', pose: [0, 0, 0, 0, 0, 0, 1] as const, settings: {} };
  const lines = measuresCsv([chair, ...marks.map(thingOfMark)]).split('\r\n');
  expect(lines[0]).toBe('id,kind,name,value,unit,author,time,note,x1,y1,z1,x2,y2,z2');
  expect(lines[1]).toBe('m1,distance,Door,5,m,Ada,2026-01-02T03:04:05.000Z,,0,0,0,-3,0,4');
  expect(lines[2]).toBe(
    `n1,note,"'=HYPERLINK(""http://x"")",,,'@Eve,2026-01-02T03:04:05.000Z,"A ""crack"",\nhere",1,2,3,,,`,
  );
  expect(lines[3]).toMatch(/^m2,distance,'\tcmd,5,m,'\+1,/);
  expect(lines[4]).toMatch(/^'-m3,/);
  expect(lines).toHaveLength(6);
});
