import { expect, test } from 'vitest';
import { buildTestBody } from '../testing.js';
import { buildTrunk } from './buildTrunk.js';
import { EVEN_TOLD_COUNT, ODD_TOLD_COUNT } from './hipsGain.js';
import { EVEN_OUTPUT_COUNT, ODD_OUTPUT_COUNT, OUT_PELVIS_COS, OUT_PELVIS_SIN, OUT_X, OUT_YZ } from './trunkOutputs.js';

const { even, odd, evenPlace, oddPlace } = buildTrunk(buildTestBody()).hipsGain;

/** What the corrected estimate says of each thing told, per unit told: rows of H K. */
function echo(gain: Float64Array, told: readonly (readonly number[])[]): number[][] {
  return told.map((row) =>
    told.map((_, k) => row.reduce((sum, value, i) => sum + value * gain[i * told.length + k], 0)),
  );
}

const pick = (count: number, at: number) => Array.from({ length: count }, (_, i) => (i === at ? 1 : 0));

test('what a tracker on the hips tells is what comes out, nearly: it is trusted', () => {
  const evenEcho = echo(even, [
    pick(EVEN_OUTPUT_COUNT, OUT_YZ),
    pick(EVEN_OUTPUT_COUNT, OUT_YZ + 1),
    pick(EVEN_OUTPUT_COUNT, OUT_PELVIS_COS),
    [...evenPlace.subarray(0, EVEN_OUTPUT_COUNT)],
    [...evenPlace.subarray(EVEN_OUTPUT_COUNT)],
  ]);
  const oddEcho = echo(odd, [pick(ODD_OUTPUT_COUNT, 0), pick(ODD_OUTPUT_COUNT, OUT_PELVIS_SIN - OUT_X), [...oddPlace]]);
  for (const [rows, count] of [
    [evenEcho, EVEN_TOLD_COUNT],
    [oddEcho, ODD_TOLD_COUNT],
  ] as const) {
    for (let row = 0; row < count; row++) {
      for (let k = 0; k < count; k++) expect(Math.abs(rows[row][k] - (row === k ? 1 : 0))).toBeLessThan(0.25);
    }
  }
});

test('hips that are turned turn the chest along, in part', () => {
  const chestSin = OUT_PELVIS_SIN - OUT_X + 1;
  const share = odd[chestSin * ODD_TOLD_COUNT + 1];
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(1);
});
