import { expect, test } from 'vitest';
import { compareBodies } from './compareBodies.js';
import { comparisonTables } from './comparisonTables.js';
import { ellipsoidFigure, figureLandmarks } from './figure.testing.js';
import { parseNamedVertices } from './namedVertices.js';

const names = { indices: new Map(Object.entries(figureLandmarks())), vertexCount: null };
const figure = (name: string, width: number, height: number, depth: number) => ({
  name,
  surface: ellipsoidFigure(width, height, depth),
  names,
});
const bodies = [figure('thin', 0.4, 1.6, 0.2), figure('tall', 0.4, 2, 0.2), figure('wide', 0.8, 1.6, 0.3)];
const distances = [
  { from: 'HeelLeft', to: 'HeadTop', name: 'Height' },
  { from: 'HipRight', to: 'HipLeft', name: 'HipWidth' },
  { from: 'BackBellyButton', to: 'BellyButton', name: 'BellyDepth' },
];

test('every pair: second minus first, of every measure', () => {
  const { measures, values, pairs, notes } = compareBodies(bodies, { distances, circumferences: ['BellyButton'] });
  expect(measures.map(({ name }) => name)).toEqual([
    ...[
      'BoxWidth',
      'BoxHeight',
      'BoxDepth',
      'Height',
      'HipWidth',
      'BellyDepth',
      'AroundBellyButton',
      'Volume',
      'Weight',
    ],
  ]);
  expect(pairs.map(({ first, second }) => [first, second])).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  expect(notes).toEqual([]);
  const [toTall, toWide] = pairs;
  [0, 0.4, 0, 0.4, 0, 0].forEach((expected, k) => {
    expect(toTall.differences[k]).toBeCloseTo(expected, 9);
  });
  [0.4, 0, 0.1, 0, 0.4, 0.1].forEach((expected, k) => {
    expect(toWide.differences[k]).toBeCloseTo(expected, 9);
  });
  // Ramanujan's second approximation of an ellipse's girth, and the volume of an ellipsoid; a mesh lies inside both.
  bodies.forEach((_, i) => {
    const [a, h, b] = values[i].slice(0, 3).map((size) => (size as number) / 2);
    const t = (a - b) ** 2 / (a + b) ** 2;
    const girth = Math.PI * (a + b) * (1 + (3 * t) / (10 + Math.sqrt(4 - 3 * t)));
    expect(values[i][6]).toBeLessThan(girth);
    expect(values[i][6]).toBeGreaterThan(0.99 * girth);
    const volume = (4 / 3) * Math.PI * a * b * h;
    expect(values[i][7]).toBeLessThan(volume);
    expect(values[i][7]).toBeGreaterThan(0.98 * volume);
    expect(values[i][8]).toBeCloseTo((values[i][7] as number) * 1010, 9);
  });
});

test('same stature: heights agree, and a taller body of the same build becomes the same body', () => {
  const scaledUp = { ...bodies[0], name: 'scaled', surface: ellipsoidFigure(0.5, 2, 0.25) };
  const plain = compareBodies([bodies[0], scaledUp]);
  expect(plain.pairs[0].meanDistance).toBeGreaterThan(0.1);
  const { values, pairs, bodies: placed } = compareBodies([bodies[0], scaledUp], { stature: 'mean' });
  expect(values.map(([, height]) => height)).toEqual([expect.closeTo(1.8, 9), expect.closeTo(1.8, 9)]);
  expect(pairs[0].maxDistance).toBeLessThan(1e-9);
  expect(placed.map(({ scale }) => scale)).toEqual([expect.closeTo(1.125, 9), expect.closeTo(0.9, 9)]);
  expect(compareBodies(bodies, { stature: 1.7 }).values.map(([, height]) => height)).toEqual(
    bodies.map(() => expect.closeTo(1.7, 9)),
  );
});

test('the distance of surfaces is that of the same vertices, wherever the bodies stood', () => {
  const moved = { ...bodies[0], name: 'moved', surface: ellipsoidFigure(0.4, 1.6, 0.2) };
  for (let at = 0; at < moved.surface.positions.length; at += 3) moved.surface.positions[at] += 3;
  const [pair] = compareBodies([bodies[0], moved]).pairs;
  expect(pair.maxDistance).toBeLessThan(1e-9);
  const other = { name: 'other', surface: ellipsoidFigure(0.4, 1.6, 0.2, 20, 20), names: null };
  expect(compareBodies([bodies[0], other]).pairs[0].meanDistance).toBeNull();
});

test('a tape goes round the part that its vertex is on', () => {
  // Two legs side by side: the tape must not go around both.
  const leg = ellipsoidFigure(0.2, 1, 0.2);
  const count = leg.positions.length / 3;
  const positions = new Float64Array(count * 6);
  positions.set(leg.positions.map((value, i) => (i % 3 === 0 ? value - 0.3 : value)));
  positions.set(
    leg.positions.map((value, i) => (i % 3 === 0 ? value * 2 + 0.3 : value)),
    count * 3,
  );
  const triangles = Uint32Array.of(...leg.triangles, ...leg.triangles.map((index) => index + count));
  const { BellyButton } = figureLandmarks();
  const indices = new Map([
    ['Left', BellyButton],
    ['Right', BellyButton + count],
  ]);
  const legs = { name: 'legs', surface: { positions, triangles }, names: { indices, vertexCount: null } };
  const { values } = compareBodies([legs], { circumferences: ['Left', 'Right'] });
  expect(values[0][3]).toBeCloseTo(Math.PI * 0.2, 2);
  expect(values[0][4]).toBeGreaterThan(0.9);
  expect(values[0][4]).toBeLessThan(1.1);
});

test('what is not closed has no weight, and that is said', () => {
  const { surface } = bodies[0];
  const open = { name: 'open', names, surface: { ...surface, triangles: surface.triangles.slice(3) } };
  const cloud = { name: 'cloud', names: null, surface: { ...surface, triangles: new Uint32Array() } };
  const { values, pairs, notes } = compareBodies([open, cloud, bodies[1]]);
  expect(values.map((row) => row.at(-1))).toEqual([null, null, expect.any(Number)]);
  expect(pairs.every(({ differences }) => differences.at(-1) === null)).toBe(true);
  expect(notes).toEqual([
    'open: no volume and weight, because the surface is not closed (3 edges are open or bad)',
    'cloud: no volume and weight, because the surface is not closed (it has no triangles)',
  ]);
});

test('named vertices that are for another mesh stop everything', () => {
  const smpl = parseNamedVertices('HeadTop = 412\nHeelLeft = 3466');
  const wrong = { ...bodies[0], names: smpl };
  expect(() => compareBodies([wrong], { distances: [distances[0]] })).toThrow(
    'thin: expected 6890 vertices (SMPL) as in the vertices file, got 738',
  );
  expect(() => compareBodies(bodies, { circumferences: ['Nose'] })).toThrow(
    'thin: expected a name of the vertices file for a circumference, got "Nose"',
  );
  expect(() => compareBodies([{ ...bodies[0], names: null }], { distances })).toThrow(
    'thin: expected named vertices for distances and circumferences, got none',
  );
});

test('tables: one row a pair and measure, one row a body, and a text to read', () => {
  const comparison = compareBodies([{ ...bodies[0], name: 'Fit, "best"' }, bodies[1]], { distances: [distances[1]] });
  const rows = comparisonTables(comparison).pairsCsv.split('\n');
  expect(rows[0]).toBe('first,second,measure,unit,first_value,second_value,difference');
  expect(rows[1]).toBe('"Fit, ""best""",tall,BoxWidth,cm,40,40,0');
  expect(rows[2]).toBe('"Fit, ""best""",tall,BoxHeight,cm,160,200,40');
  expect(rows[4]).toBe('"Fit, ""best""",tall,HipWidth,cm,40,40,0');
  expect(rows.filter((row) => row.includes('Surface')).map((row) => row.split(',').slice(3).length)).toEqual([5, 5]);
  expect(rows.at(-1)).toBe('');
  const [header, first] = comparisonTables(comparison).bodiesCsv.split('\n');
  expect(header).toBe('body,vertices,scale,BoxWidth_cm,BoxHeight_cm,BoxDepth_cm,HipWidth_cm,Volume_l,Weight_kg');
  expect(first.startsWith('"Fit, ""best""",738,1,40,160,20,40,')).toBe(true);
  const text = comparisonTables(comparison).text;
  expect(text).toMatch(/^Fit, "best" and tall$/m);
  expect(text).toMatch(/^ {2}BoxHeight +160\.00 +200\.00 +\+40\.00 {2}cm$/m);
});

test('six bodies of 13380 vertices: fifteen pairs, every measure', () => {
  const six = Array.from({ length: 6 }, (_, i) => ({
    name: `body ${i}`,
    surface: ellipsoidFigure(0.4 + 0.02 * i, 1.7, 0.2, 100, 136),
    names: { indices: new Map(Object.entries(figureLandmarks(100, 136))), vertexCount: null },
  }));
  const { pairs, values } = compareBodies(six, { distances, circumferences: ['BellyButton', 'HipLeft'] });
  expect(pairs).toHaveLength(15);
  expect(values.flat()).not.toContain(null);
});
