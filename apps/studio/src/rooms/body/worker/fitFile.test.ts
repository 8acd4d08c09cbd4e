import { readFileSync } from 'node:fs';
import { createShapedBody, loadBodySpace, shapeBody } from '@leib/body';
import { writePly } from '@leib/formats';
import { expect, test } from 'vitest';
import { fitFile } from './fitFile.js';

const file = new URL('../../../../../../packages/body/assets/leib-bodies.bin', import.meta.url);
const { male } = loadBodySpace(new Uint8Array(readFileSync(file)));

test('a mesh of a body, lying and in centimetres: its betas, and the scan upright on the floor', async () => {
  const shaped = createShapedBody(male);
  shapeBody(male, [1.5, -1], shaped);
  const lying = new Float64Array(shaped.positions.length);
  for (let at = 0; at < lying.length; at += 3) {
    const [x, y, z] = shaped.positions.subarray(at, at + 3);
    lying.set([100 * x + 40, -100 * z, 100 * y - 7], at);
  }
  const mesh = { name: '', positions: lying, triangles: male.triangles, groups: [] };
  const shares: number[] = [];
  const fit = await fitFile([male], writePly(mesh), (share) => shares.push(share));
  expect([fit.sex, fit.method]).toEqual(['male', 'vertices']);
  expect(fit.betas[0]).toBeCloseTo(1.5, 1);
  expect(fit.betas[1]).toBeCloseTo(-1, 1);
  expect(fit.residual.mean).toBeLessThan(0.001);
  expect(fit.notes).toEqual(['The unit is assumed to be cm.']);
  // Upright: every vertex is where the body has it, and so is the alignment.
  for (const positions of [fit.scan.positions, fit.posed.positions, fit.alignment.positions, fit.scanned]) {
    const worst = positions.reduce((most, value, i) => Math.max(most, Math.abs(value - shaped.positions[i])), 0);
    expect(worst).toBeLessThan(0.005);
  }
});

test('too few points are an error', async () => {
  const bytes = new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\n');
  await expect(fitFile([male], bytes, () => {})).rejects.toThrow('expected at least 100 points, got 3');
});
