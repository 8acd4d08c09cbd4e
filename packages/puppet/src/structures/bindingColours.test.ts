import { expect, test } from 'vitest';
import { bindingColours, partColour, previewCut } from './bindingColours.js';
import { bindParts } from './bindParts.js';
import { isInsidePart } from './influence.js';
import { capsule, meshOfSurfaces } from './shapes.testing.js';
import { bonePart } from './structures.testing.js';

const mesh = meshOfSurfaces(capsule([0, 0, 0], [0, 0, 2], 0.1, 16, 200));
const parts = [bonePart('arm', [0, 0, 0], [0, 0, 0.5], 0.3), bonePart('hand', [0, 0, 0.5], [0, 0, 0.9], 0.3, 'arm')];

test('a place has the colour of the part that holds it, a mixture where two do, and grey where none does', () => {
  const binding = bindParts(mesh, parts);
  const colours = bindingColours(binding, parts.length);
  let [pure, mixed, grey] = [0, 0, 0];
  for (let place = 0; place < mesh.placeCount; place++) {
    const colour = colours.subarray(place * 3, place * 3 + 3);
    const [joint, weight] = [binding.joints[place * 4], binding.weights[place * 4]];
    if (weight < 1) {
      mixed++;
      continue;
    }
    const expected = joint === 0 ? [0.55, 0.55, 0.55] : partColour(joint - 1);
    for (let k = 0; k < 3; k++) expect(colour[k]).toBeCloseTo(expected[k], 5);
    if (joint === 0) grey++;
    else pure++;
  }
  expect(Math.min(pure, mixed, grey)).toBeGreaterThan(100);
});

test('colours of twenty parts differ from each other and from grey, and are colours', () => {
  const colours = [[0.55, 0.55, 0.55], ...Array.from({ length: 20 }, (_, part) => partColour(part))];
  colours.forEach((a, i) => {
    for (const value of a) expect(value >= 0 && value <= 1).toBe(true);
    for (const b of colours.slice(i + 1)) {
      expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeGreaterThan(0.12);
    }
  });
});

test('what a shape would cut is what lies inside it', () => {
  const isCut = previewCut(mesh, parts[0].shape);
  for (let place = 0; place < mesh.placeCount; place++) {
    const [x, y, z] = mesh.positions.subarray(place * 3, place * 3 + 3);
    expect(isCut[place] === 1).toBe(isInsidePart(parts[0], x, y, z));
  }
  expect(isCut.includes(0) && isCut.includes(1)).toBe(true);
});
