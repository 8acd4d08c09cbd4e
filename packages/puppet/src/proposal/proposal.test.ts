import { expect, test } from 'vitest';
import { checkPuppet } from '../file/parsePuppet.js';
import type { PuppetFile } from '../file/puppetFile.js';
import { createPuppet } from '../file/puppetSchema.js';
import { endOf, pivotOf } from '../model/partSkeleton.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { bindParts } from '../structures/bindParts.js';
import { capsule, meshOfSurfaces, withHoles } from '../structures/shapes.testing.js';
import { proposeBone } from './proposeBone.js';
import { proposeStructure } from './proposeStructure.js';
import { findPuppetLimbs } from './puppetLimbs.js';

/** A body, a head, two arms that hang a little, two legs with a bend in the knee. */
const trunk = capsule([0, 0.75, 0], [0, 1.2, 0], 0.16);
const head = capsule([0, 1.3, 0], [0, 1.6, 0], 0.1);
const limbs = [1, -1].flatMap((side) => [
  capsule([0.1 * side, 1.25, 0], [0.75 * side, 1.1, 0], 0.055, 16, 40),
  capsule([0.1 * side, 0.75, 0], [0.12 * side, 0.42, 0.06], 0.07),
  capsule([0.12 * side, 0.42, 0.06], [0.12 * side, 0.06, -0.03], 0.06),
]);
const figure = meshOfSurfaces(trunk, head, ...limbs);
const found = findPuppetLimbs(figure);
const empty = createPuppet('figure', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
const proposed = proposeStructure(empty, found);

const near = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const wholeness = (file: PuppetFile) => {
  const checked = checkPuppet(file);
  return checked.ok ? 'whole' : `${checked.path}: ${checked.reason}`;
};

test('parts that give way leave no references to them', () => {
  const part = { ...proposed.parts[0], name: 'old' };
  const other = { ...proposed.parts[0], name: 'older' };
  const lips = [{ upper: 'old', lower: 'older', gap: 0.01 }];
  const second = { ...empty.hands[0], name: 'second', carries: { kind: 'part', part: 'old', turns: 1 } as const };
  const before = { ...empty, parts: [part, other], skin: { ...empty.skin, lips }, hands: [...empty.hands, second] };
  expect(wholeness(before)).toBe('whole');
  expect(wholeness(proposeStructure(before, found))).toBe('whole');
});

test('a model with limbs becomes a puppet with a chain, an effector and a finger for each', () => {
  expect(wholeness(proposed)).toBe('whole');
  const names = ['head', 'left arm', 'left leg', 'right arm', 'right leg'];
  expect(proposed.chains.map(({ name }) => name).sort()).toEqual(names);
  expect(proposed.effectors.map(({ chain }) => chain).sort()).toEqual(names);
  expect(new Set(proposed.hands[0].connections.map(({ finger }) => finger)).size).toBe(5);
});

test('arms that can meet grasp, lips that stay too; short ones do not', () => {
  const lastOf = (side: string) => proposed.chains.find(({ name }) => name === `${side} arm`)?.parts.at(-1);
  expect(proposed.stage.grasps.map(({ parts }) => parts)).toEqual([[lastOf('left'), lastOf('right')]]);
  const lips = [{ upper: 'head', lower: 'left leg 1', gap: 0.01 }];
  const names = proposed.parts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([lips[0].lower]));
  const head = proposed.parts.find(({ name }) => name.startsWith('head'))?.name ?? '';
  const again = proposeStructure(
    { ...proposed, skin: { ...proposed.skin, lips: [{ ...lips[0], upper: head }] } },
    found,
  );
  expect(again.stage.grasps.map(({ parts }) => parts)).toEqual([
    [lastOf('left'), lastOf('right')],
    [head, 'left leg 1'],
  ]);
  const stubs = found.bones.map(({ from, to, ...bone }) => {
    const end = from.map((value, k) => value + 0.2 * (to[k] - value)) as [number, number, number];
    return { ...bone, from, to: end };
  });
  const short = proposeStructure(empty, { ...found, bones: stubs });
  expect(short.chains.map(({ name }) => name)).toEqual(expect.arrayContaining(['left arm', 'right arm']));
  expect(short.stage.grasps).toEqual([]);
});

test.each([
  ['left arm', [0.19, 1.23, 0], [0.79, 1.09, 0]],
  ['right arm', [-0.19, 1.23, 0], [-0.79, 1.09, 0]],
  ['left leg', [0.11, 0.6, 0.03], [0.12, 0.02, -0.04]],
])('the chain of the %s runs along it', (name, base, tip) => {
  const chain = proposed.chains.find((one) => one.name === name);
  const parts = proposed.parts.filter((part) => chain?.parts.includes(part.name));
  expect(parts.length).toBeGreaterThan(1);
  expect(near(pivotOf(parts[0]), base)).toBeLessThan(0.09);
  expect(near(endOf(parts[parts.length - 1]), tip)).toBeLessThan(0.06);
  parts.slice(1).forEach((part, i) => {
    expect(near(pivotOf(part), endOf(parts[i]))).toBeLessThan(1e-9);
  });
});

test('a joint lies where the knee bends', () => {
  const knees = proposed.parts.filter(({ name }) => name.startsWith('left leg')).map((part) => endOf(part));
  expect(Math.min(...knees.map((knee) => near(knee, [0.12, 0.42, 0.06])))).toBeLessThan(0.05);
});

test('each limb is held by its own bones, the middle of the body by none of them', () => {
  const { joints, weights } = bindParts(figure, proposed.parts);
  const limbAt = (place: number) =>
    weights[place * 4] > 0.5 ? (proposed.parts[joints[place * 4] - 1]?.name.replace(/ \d$/, '') ?? 'whole') : 'shared';
  const count = countPlaces(figure, limbAt);
  expect(count((x, y) => x > 0.3 && y > 1).get('left arm')).toBeGreaterThan(0.95);
  expect(count((x, y) => x < -0.3 && y > 1).get('right arm')).toBeGreaterThan(0.95);
  expect(count((x, y) => x > 0 && y < 0.45).get('left leg')).toBeGreaterThan(0.95);
  const belly = count((x, y) => Math.abs(x) < 0.17 && y > 0.85 && y < 0.95);
  expect((belly.get('left arm') ?? 0) + (belly.get('right arm') ?? 0)).toBe(0);
});

function countPlaces(mesh: PuppetMesh, nameOf: (place: number) => string) {
  return (isAsked: (x: number, y: number) => boolean) => {
    const shares = new Map<string, number>();
    const places = Array.from({ length: mesh.placeCount }, (_, place) => place).filter((place) =>
      isAsked(mesh.positions[place * 3], mesh.positions[place * 3 + 1]),
    );
    for (const place of places) {
      const name = nameOf(place);
      shares.set(name, (shares.get(name) ?? 0) + 1 / places.length);
    }
    return shares;
  };
}

test('a click on a limb gives its bone, linked to the one before; a second click gives none', () => {
  const upper = proposeBone(found, [0.3, 1.15, 0], []);
  if (upper === null) throw new Error('expected a bone');
  expect(upper.name).toBe('left arm 1');
  expect(upper.parent).toBe(null);
  const lower = proposeBone(found, [0.74, 1.05, 0], [upper]);
  expect(lower?.name).toMatch(/^left arm/);
  const all = proposed.parts.filter(({ name }) => name.startsWith('left arm'));
  const last = proposeBone(found, [0.74, 1.05, 0], all.slice(0, -1));
  expect(last?.parent).toBe(all[all.length - 2].name);
  expect(last && near(pivotOf(last), endOf(all[all.length - 2]))).toBeLessThan(1e-9);
  expect(proposeBone(found, [0.3, 1.15, 0], [upper])).toBe(null);
  expect(proposeBone(found, [0.5, 0.5, 2], [])).toBe(null);
});

test('a click on the body gives a bone along it', () => {
  const body = proposeBone(found, [0, 0.95, 0.16], []);
  expect(body?.name).toMatch(/body|spine/);
});

test('a model with a hundred tips keeps the longest, and fits into a file', () => {
  const spikes = Array.from({ length: 100 }, (_, i) => {
    const [a, y] = [2.4 * i, 1 - (2 * i + 1) / 100];
    const [x, z] = [Math.sqrt(1 - y * y) * Math.cos(a), Math.sqrt(1 - y * y) * Math.sin(a)];
    const length = i % 10 === 0 ? 0.9 : 0.7;
    return capsule([0.2 * x, 0.2 * y, 0.2 * z], [length * x, length * y, length * z], 0.025, 6, 12);
  });
  const mesh = meshOfSurfaces(capsule([0, 0, 0], [0, 0.01, 0], 0.25), ...spikes);
  const file = proposeStructure(empty, findPuppetLimbs(mesh));
  expect(wholeness(file)).toBe('whole');
  expect(file.chains).toHaveLength(16);
  const isLong = ({ parts }: { readonly parts: readonly string[] }) => {
    const last = file.parts.find(({ name }) => name === parts[parts.length - 1]);
    return last !== undefined && Math.hypot(...endOf(last)) > 0.8;
  };
  expect(file.chains.filter(isLong).length).toBeGreaterThan(8);
});

test.each([
  ['a ball', [capsule([0, 0, 0], [0, 0.01, 0], 0.3)], 1],
  ['a worm', [capsule([0, 0, -1], [0, 0, 1], 0.1, 16, 60)], 4],
  ['a figure with holes', [trunk, head, ...limbs].map((surface) => withHoles(surface, 9)), 5],
])('%s can be played, too', (_, surfaces, leastParts) => {
  const mesh = meshOfSurfaces(...surfaces);
  const file = proposeStructure(empty, findPuppetLimbs(mesh));
  expect(wholeness(file)).toBe('whole');
  expect(file.parts.length).toBeGreaterThanOrEqual(leastParts);
  expect(file.hands[0].connections.length).toBeGreaterThan(0);
});
