import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { fittedTrunk } from './fittedTrunk.generated.js';
import { buildMirrorNet, type MirrorNetData, solveMirrorNet } from './mirrorNet.js';
import { EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT } from './trunkFeatures.js';
import { EVEN_OUTPUT_COUNT, LEVEL_COUNT, ODD_OUTPUT_COUNT } from './trunkOutputs.js';

function randomNet(random: () => number): MirrorNetData {
  const numbers = (count: number) => Array.from({ length: count }, () => 2 * random() - 1);
  return {
    evenCount: 3,
    oddCount: 2,
    hiddenCount: 4,
    evenOutputCount: 2,
    oddOutputCount: 3,
    evenMeans: numbers(3),
    evenScales: numbers(3),
    oddScales: numbers(2),
    clip: 0.8,
    hidden: numbers(4 * 6),
    output: numbers(5 * 4),
    outputBias: numbers(2),
  };
}

test.each(seeds(30))('mirrored inputs give mirrored outputs (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const net = buildMirrorNet(randomNet(random));
  const even = Float64Array.from({ length: 3 }, () => 4 * random() - 2);
  const odd = Float64Array.from({ length: 2 }, () => 4 * random() - 2);
  const [out, mirrored] = [new Float64Array(5), new Float64Array(5)];
  solveMirrorNet(net, even, odd, out);
  solveMirrorNet(
    net,
    even,
    odd.map((value) => -value),
    mirrored,
  );
  for (let i = 0; i < 5; i++) expect(mirrored[i]).toBeCloseTo(i < 2 ? out[i] : -out[i], 12);
});

test('it is the formula', () => {
  const data = randomNet(seededRandom(7));
  const out = new Float64Array(5);
  const [even, odd] = [
    [0.3, -0.2, 0.5],
    [0.4, -0.6],
  ];
  solveMirrorNet(buildMirrorNet(data), Float64Array.from(even), Float64Array.from(odd), out);
  const clip = (value: number) => Math.max(-0.8, Math.min(0.8, value));
  const e = even.map((value, i) => clip((value - data.evenMeans[i]) * data.evenScales[i]));
  const o = odd.map((value, i) => clip(value * data.oddScales[i]));
  let expected = data.outputBias[1];
  for (let h = 0; h < 4; h++) {
    const row = data.hidden.slice(h * 6, h * 6 + 6);
    const a = e.reduce((sum, value, i) => sum + value * row[i], row[5]);
    const b = o.reduce((sum, value, i) => sum + value * row[3 + i], 0);
    expected += (data.output[4 + h] * (Math.tanh(a + b) + Math.tanh(a - b))) / 2;
  }
  expect(out[1]).toBeCloseTo(expected, 12);
});

test('the fitted trunk is whole, small, and says where it comes from', () => {
  const { net, provenance, standing, chestShares, headShares } = fittedTrunk;
  expect([net.evenCount, net.oddCount]).toEqual([EVEN_FEATURE_COUNT, ODD_FEATURE_COUNT]);
  expect([net.evenOutputCount, net.oddOutputCount]).toEqual([EVEN_OUTPUT_COUNT, ODD_OUTPUT_COUNT]);
  expect(net.hidden.length).toBe(net.hiddenCount * (EVEN_FEATURE_COUNT + ODD_FEATURE_COUNT + 1));
  expect(net.output.length).toBe(net.hiddenCount * (EVEN_OUTPUT_COUNT + ODD_OUTPUT_COUNT));
  expect(net.hidden.length + net.output.length + net.outputBias.length).toBeLessThan(2000);
  expect([standing.length, chestShares.length, headShares.length]).toEqual([LEVEL_COUNT, LEVEL_COUNT, LEVEL_COUNT]);
  expect(provenance.clipCount).toBeGreaterThan(0);
  expect(Object.keys(provenance.errors)).toContain('validation');
});
