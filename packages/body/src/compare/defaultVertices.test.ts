import { describe, expect, test } from 'vitest';
import { shippedBodies } from '../estimate/bodySpace.testing.js';
import { createShapedBody, shapeBody } from '../shape/shapeBody.js';
import { parseNamedVertices } from './namedVertices.js';

interface FileSystem {
  readFileSync(path: URL, encoding: 'utf8'): string;
}

const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as FileSystem;
const space = await shippedBodies();
const { indices, vertexCount } = parseNamedVertices(
  fs.readFileSync(new URL('../../assets/leib-vertices.txt', import.meta.url), 'utf8'),
);

test('the default body has twenty places of its own, under the names of SMPL’s', () => {
  expect(vertexCount).toBe(space.neutral.vertexCount);
  expect(indices.size).toBe(20);
  expect([...indices.keys()].filter((name) => name.endsWith('Left')).length).toBe(8);
});

describe.each(['female', 'male', 'neutral'] as const)(
  'on %s bodies, thin and heavy, they are where their names say',
  (sex) => {
    test.each([-2, 0, 3])('weight %i', (weight) => {
      const model = space[sex];
      const { positions } = (() => {
        const shaped = createShapedBody(model);
        shapeBody(model, [0, weight], shaped);
        return shaped;
      })();
      const place = (name: string) => {
        const at = (indices.get(name) as number) * 3;
        return { x: positions[at], y: positions[at + 1], z: positions[at + 2] };
      };
      let [low, high] = [Infinity, -Infinity];
      for (let at = 1; at < positions.length; at += 3) {
        low = Math.min(low, positions[at]);
        high = Math.max(high, positions[at]);
      }
      const stature = high - low;
      const level = (name: string) => (place(name).y - low) / stature;
      expect(level('HeadTop')).toBeGreaterThan(0.99);
      expect(level('HeelLeft')).toBeLessThan(0.02);
      // From the crown down.
      const order = [
        'HeadTop',
        'ShoulderTop',
        'ShoulderLeft',
        'NippleLeft',
        'BellyButton',
        'HipLeft',
        'Crotch',
        'HeelLeft',
      ];
      const levels = order.map(level);
      expect(levels).toEqual(levels.toSorted((a, b) => b - a));
      for (const name of indices.keys()) {
        if (!name.endsWith('Left') || name === 'HeelLeft') continue;
        const [left, right] = [place(name), place(name.replace('Left', 'Right'))];
        expect(left.x).toBeGreaterThan(0.05);
        expect(right.x).toBeCloseTo(-left.x, 2);
        expect(right.y).toBeCloseTo(left.y, 2);
      }
      for (const name of ['HeadTop', 'BellyButton', 'BackBellyButton', 'Crotch']) {
        expect(Math.abs(place(name).x)).toBeLessThan(0.005);
      }
      expect(place('BellyButton').z - place('BackBellyButton').z).toBeGreaterThan(0.1);
      expect(Math.abs(level('BellyButton') - level('BackBellyButton'))).toBeLessThan(0.03);
      expect(place('FingerTipLeft').x).toBeGreaterThan(place('EllbowLeft').x + 0.3);
    });
  },
);
