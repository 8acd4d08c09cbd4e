import { describe, expect, test } from 'vitest';
import type { PuppetPart } from '../file/puppetFile.js';
import type { PuppetMesh } from '../model/puppetMesh.js';
import { bindParts } from './bindParts.js';
import { capsule, insideOut, meshOfSurfaces, sheet, type TestSurface, withHoles } from './shapes.testing.js';
import { bonePart, boxPart } from './structures.testing.js';

/** A palm with two fingers, 10 mm apart. */
const hand = (change: (finger: TestSurface) => TestSurface = (finger) => finger) =>
  meshOfSurfaces(
    capsule([-0.04, 0, 0], [0.04, 0, 0], 0.03),
    change(capsule([-0.015, 0, 0], [-0.015, 0, 0.12], 0.01)),
    change(capsule([0.015, 0, 0], [0.015, 0, 0.12], 0.01)),
  );

const inside = (part: PuppetPart): PuppetPart => {
  if (part.shape.kind !== 'bone') return part;
  return { ...part, shape: { ...part.shape, influence: { ...part.shape.influence, throughAir: false } } };
};

/** Least and greatest weight of the only part over places that are asked for. */
function weightRange(mesh: PuppetMesh, part: PuppetPart, isAsked: (x: number, y: number, z: number) => boolean) {
  const { joints, weights } = bindParts(mesh, [part]);
  let [least, most, count] = [1, 0, 0];
  for (let place = 0; place < mesh.placeCount; place++) {
    const [x, y, z] = mesh.positions.subarray(place * 3, place * 3 + 3);
    if (!isAsked(x, y, z)) continue;
    let weight = 0;
    for (let k = place * 4; k < place * 4 + 4; k++) if (joints[k] === 1) weight += weights[k];
    [least, most, count] = [Math.min(least, weight), Math.max(most, weight), count + 1];
  }
  expect(count).toBeGreaterThan(10);
  return { least, most };
}

const finger = bonePart('finger', [-0.015, 0, 0.04], [-0.015, 0, 0.125], 0.06);
const isOwn = (x: number, _: number, z: number) => x < 0 && z > 0.05;
const isOther = (x: number, _: number, z: number) => x > 0 && z > 0.07;

describe('a bone that does not reach through the air', () => {
  test.each([
    ['closed', hand()],
    ['with holes', hand((surface) => withHoles(surface, 7))],
    ['with a finger inside out', hand(insideOut)],
    ['with loose sheets around it', meshOfSurfaces(...loose())],
  ])('holds its own finger and not the next one: %s', (_, mesh) => {
    expect(weightRange(mesh, inside(finger), isOwn).least).toBe(1);
    expect(weightRange(mesh, inside(finger), isOther).most).toBe(0);
    expect(weightRange(mesh, finger, isOther).most).toBeGreaterThan(0.5);
  });

  test('reaches along an open sheet that encloses nothing', () => {
    const mesh = meshOfSurfaces(sheet([-0.1, 0, 0], [0.2, 0, 0], [0, 0, 1]));
    const part = inside(bonePart('flag', [0, 0, 0.1], [0, 0, 0.9], 0.3));
    expect(weightRange(mesh, part, (_x, _y, z) => z > 0.2 && z < 0.8).least).toBe(1);
  });

  test('reaches the next piece of a limb that is made of pieces', () => {
    const mesh = meshOfSurfaces(capsule([0, 0, 0], [0, 0, 0.4], 0.05), capsule([0, 0, 0.52], [0, 0, 0.9], 0.05));
    const part = inside(bonePart('arm', [0, 0, 0], [0, 0, 0.9], 0.15));
    expect(weightRange(mesh, part, (_x, _y, z) => z > 0.5 && z < 0.85).least).toBe(1);
  });
});

function loose(): TestSurface[] {
  return [
    capsule([-0.04, 0, 0], [0.04, 0, 0], 0.03),
    capsule([-0.015, 0, 0], [-0.015, 0, 0.12], 0.01),
    capsule([0.015, 0, 0], [0.015, 0, 0.12], 0.01),
    sheet([-0.05, -0.05, -0.05], [0.1, 0, 0], [0, 0.1, 0]),
  ];
}

test('a patch that is much of a small shell and little of the surface is taken along', () => {
  const shoe = capsule([0, 0, 0.95], [0, 0, 1.05], 0.11, 12, 12);
  const mesh = meshOfSurfaces(capsule([0, 0, 0], [0, 0, 1], 0.1, 16, 80), capsule([0, 5, 0], [0, 5, 3], 1), shoe);
  const part = boxPart('leg', [0, 0, 0.5], [0.2, 0.2, 0.52]);
  expect(weightRange(mesh, part, (_x, y, z) => y < 1 && z > 1.05).least).toBe(1);
});

test('a small patch that no part reaches is taken along, a large one stays with the whole puppet', () => {
  const mesh = meshOfSurfaces(capsule([0, 0, 0], [0, 0, 1], 0.1, 16, 80));
  const short = bonePart('arm', [0, 0, 0.5], [0, 0, 1], 0.2);
  if (short.shape.kind !== 'bone') throw new Error('expected a bone');
  // The tip at z = 1.1 lies outside; so does the other half of the model.
  const reach = { ...short.shape.influence.reach, front: 0.3, back: 0.3 };
  const part = { ...short, shape: { ...short.shape, influence: { ...short.shape.influence, reach, n: 0.3 } } };
  const tip = weightRange(mesh, part, (_x, _y, z) => z > 1.06);
  expect(tip.least).toBe(1);
  expect(weightRange(mesh, part, (_x, _y, z) => z < 0.3).most).toBe(0);
});
