import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BodyModel, createShapedBody, loadBodySpace, shapeBody } from '@leib/body';
import { isFullRun, seededRandom, seeds } from '@leib/core/testing';
import { fitHeadset, isInsideHeadset } from '@leib/three';
import { describe, expect, test } from 'vitest';

const bodies = createRequire(import.meta.url).resolve('@leib/body/leib-bodies.bin');
const space = loadBodySpace(new Uint8Array(readFileSync(bodies)));

/** The part of a model that does not depend on its betas: which vertices belong to the head, and all triangles. */
function partsOf(model: BodyModel) {
  const joint = model.jointNames.indexOf('head');
  const own = new Set([joint]);
  model.parents.forEach((parent, child) => {
    if (own.has(parent)) own.add(child);
  });
  const isHead = new Uint8Array(model.vertexCount);
  for (let vertex = 0; vertex < model.vertexCount; vertex++) {
    let share = 0;
    for (let k = 0; k < 4; k++) {
      if (own.has(model.skinJoints[vertex * 4 + k])) share += model.skinWeights[vertex * 4 + k];
    }
    isHead[vertex] = share >= 0.5 ? 1 : 0;
  }
  const triangles = Array.from({ length: model.triangles.length / 3 }, (_, i) =>
    Array.from(model.triangles.subarray(i * 3, i * 3 + 3)),
  );
  return { joint, isHead, triangles, shaped: createShapedBody(model) };
}

/** The head as the room reads it from an avatar: vertices bound to the head joint by half or more, in its space. */
function headOf(
  model: BodyModel,
  { joint, isHead, triangles, shaped }: ReturnType<typeof partsOf>,
  betas: readonly number[],
) {
  shapeBody(model, betas, shaped);
  const inHead = (vertex: number, k: number) => shaped.positions[vertex * 3 + k] - shaped.joints[joint * 3 + k];
  const positions: number[] = [];
  for (let vertex = 0; vertex < model.vertexCount; vertex++) {
    if (isHead[vertex]) positions.push(inHead(vertex, 0), inHead(vertex, 1), inHead(vertex, 2));
  }
  const distance = (a: number, b: number) =>
    Math.hypot(inHead(a, 0) - inHead(b, 0), inHead(a, 1) - inHead(b, 1), inHead(a, 2) - inHead(b, 2));
  let longestEdge = 0;
  for (const [a, b, c] of triangles) {
    if (!isHead[a] || !isHead[b] || !isHead[c]) continue;
    longestEdge = Math.max(longestEdge, distance(a, b), distance(b, c), distance(c, a));
  }
  const eye = (side: 'leftEye' | 'rightEye', k: number) => shaped.joints[model.jointNames.indexOf(side) * 3 + k];
  const eyes = [0, 1, 2].map((k) => (eye('leftEye', k) + eye('rightEye', k)) / 2 - shaped.joints[joint * 3 + k]);
  // Everything of the body at the height of the head, with neck and shoulders.
  const near = triangles.filter((corners) => corners.some((vertex) => inHead(vertex, 1) > -0.02));
  return { positions, longestEdge, eyes: eyes as [number, number, number], near, inHead };
}

/** Bodies per sex. */
const bodyCount = isFullRun ? 40 : 8;

describe.each(['female', 'male', 'neutral'] as const)('a headset on %s heads', (sex) => {
  const model = space[sex];
  const parts = partsOf(model);

  test.each(seeds(bodyCount))('cuts nothing of the body, whatever its betas (seed %i)', (seed) => {
    const random = seededRandom(seed);
    // Up to five standard deviations either way, beyond any real person.
    const betas = Array.from({ length: model.betaCount }, () => 10 * random() - 5);
    const { positions, longestEdge, eyes, near, inHead } = headOf(model, parts, betas);
    const fit = fitHeadset({ positions, eyes }, longestEdge);
    for (const [a, b, c] of near) {
      // Corners, edges and inner points of every triangle.
      for (let i = 0; i <= 4; i++) {
        for (let j = 0; i + j <= 4; j++) {
          const [u, v, w] = [i / 4, j / 4, (4 - i - j) / 4];
          const x = u * inHead(a, 0) + v * inHead(b, 0) + w * inHead(c, 0);
          const y = u * inHead(a, 1) + v * inHead(b, 1) + w * inHead(c, 1);
          const z = u * inHead(a, 2) + v * inHead(b, 2) + w * inHead(c, 2);
          if (isInsideHeadset(fit, x, y, z)) expect.fail(`${x.toFixed(4)}, ${y.toFixed(4)}, ${z.toFixed(4)} is inside`);
        }
      }
    }
    // It is in front of the eyes, close to the face.
    expect(fit.front - eyes[2]).toBeLessThan(0.16);
    expect(fit.front).toBeGreaterThan(eyes[2]);
  });
});

test('a headset that is pushed into the face would be found', () => {
  const { positions, longestEdge, eyes, near, inHead } = headOf(space.neutral, partsOf(space.neutral), []);
  const fit = fitHeadset({ positions, eyes }, longestEdge);
  const pushed = { ...fit, back: fit.back.map((z) => z - 0.03) };
  expect(near.some(([a]) => isInsideHeadset(pushed, inHead(a, 0), inHead(a, 1), inHead(a, 2)))).toBe(true);
  const tight = { ...fit, strap: fit.strap.map((value) => value * 0.9) };
  expect(near.some(([a]) => isInsideHeadset(tight, inHead(a, 0), inHead(a, 1), inHead(a, 2)))).toBe(true);
});
