import { expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { defaultLandmarks } from '../measure/bodyLandmarks.js';
import { buildMannequin, smoothMannequin } from './mannequin.js';

test('the chest is calmed, and nothing elsewhere moves', async () => {
  const { female } = await shippedBodies();
  const mannequin = buildMannequin(female, defaultLandmarks);
  const positions = female.meanPositions.slice();
  smoothMannequin(mannequin, positions);
  const chosen = new Set(mannequin.vertices);
  let farthest = 0;
  for (let vertex = 0; vertex < female.vertexCount; vertex++) {
    const moved = Math.max(
      ...[0, 1, 2].map((k) => Math.abs(positions[vertex * 3 + k] - female.meanPositions[vertex * 3 + k])),
    );
    if (!chosen.has(vertex)) expect(moved).toBe(0);
    farthest = Math.max(farthest, moved);
  }
  expect(farthest).toBeGreaterThan(0.002);
  expect(farthest).toBeLessThan(0.03);
  // A place that stood out stands out less over its surroundings.
  const bump = (p: Float64Array) => {
    const at = mannequin.vertices.indexOf(defaultLandmarks.nipples[0]);
    const around = mannequin.neighbours.subarray(mannequin.starts[at], mannequin.starts[at + 1]);
    const mean = around.reduce((sum, vertex) => sum + p[vertex * 3 + 2], 0) / around.length;
    return Math.abs(p[defaultLandmarks.nipples[0] * 3 + 2] - mean);
  };
  expect(bump(positions)).toBeLessThan(0.3 * bump(female.meanPositions));
});
