import {
  addEffector,
  buildPuppetModel,
  createPuppet,
  createPuppetState,
  type PuppetPart,
  puppetMeshOf,
  stepPuppet,
} from '@leib/puppet';
import { BoxGeometry } from 'three';
import { expect, test } from 'vitest';
import { ReachView, reachCorners } from './gripViews.js';

test('what two shells have in common is drawn: all of it is inside both, and on one of them', () => {
  const shells = [
    { effector: 1, centreWorld: [0, 0, 0] as const, min: 0, max: 1 },
    { effector: 1, centreWorld: [1, 0, 0] as const, min: 0.3, max: 0.8 },
  ];
  const corners = reachCorners(shells);
  const points = Array.from({ length: corners.length / 3 }, (_, i) => corners.slice(i * 3, i * 3 + 3));
  expect(points.length).toBeGreaterThan(500);
  // A corner lies up to half an edge outside where the shells cut each other.
  const edge = 0.15;
  let onFirst = 0;
  for (const [x, y, z] of points) {
    const [a, b] = [Math.hypot(x, y, z), Math.hypot(x - 1, y, z)];
    expect(a).toBeLessThan(1 + edge);
    expect(b).toBeGreaterThan(0.3 - edge);
    expect(b).toBeLessThan(0.8 + edge);
    if (Math.abs(a - 1) < 1e-6) onFirst++;
  }
  expect(onFirst).toBeGreaterThan(100);
  expect(onFirst).toBeLessThan(points.length);
  expect(reachCorners([shells[0], { ...shells[1], centreWorld: [3, 0, 0] }])).toEqual([]);
});

test('it is drawn while an inner effector is dragged, not for the tip, and gone afterwards', async () => {
  const box = new BoxGeometry(0.1, 0.6, 0.1, 2, 6, 2);
  const mesh = puppetMeshOf(
    Float64Array.from(box.getAttribute('position').array),
    Uint32Array.from(box.getIndex()?.array ?? []),
  );
  const free = { min: -3, max: 3 };
  // Bent: a straight chain between held ends has one place only for each of its points.
  const points = [
    [0, -0.3, 0],
    [0.1, -0.1, 0],
    [0.1, 0.1, 0],
    [0, 0.3, 0],
  ] as const;
  const parts = points.slice(1).map(
    ([x, y], i): PuppetPart => ({
      name: `part ${i}`,
      parent: i === 0 ? null : `part ${i - 1}`,
      shape: {
        kind: 'box',
        pivot: [...points[i]],
        centre: [(x + points[i][0]) / 2, (y + points[i][1]) / 2, 0],
        rotation: [0, 0, 0, 1],
        halfSize: [0.12, 0.11, 0.06],
      },
      joint: {
        limits: { kind: 'planes', rotation: [0, 0, 0, 1], x: free, y: free, z: free },
        weight: 1,
        maxStep: null,
        spring: null,
      },
      region: null,
    }),
  );
  const empty = createPuppet('post', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const chained = addEffector({ ...empty, parts }, 'part 2');
  const [chain] = chained.chains;
  const file = {
    ...chained,
    chains: [{ ...chain, tip: 'fixed' as const }],
    effectors: [1, 3].map((point) => ({ name: `point ${point}`, chain: chain.name, point, turns: false })),
  };
  const model = await buildPuppetModel(file, mesh);
  const state = createPuppetState(model);
  const view = new ReachView();
  const cornersWith = (effectors: number[]) => {
    const drags = effectors.map((effector) => ({
      effector,
      positionWorld: [0.05, 0, 0] as const,
      rotationWorld: null,
    }));
    stepPuppet(model, state, { hands: [], drags, turns: [] }, 1 / 60);
    view.update(model, state);
    return view.cornerCount;
  };
  expect(cornersWith([])).toBe(0);
  expect(cornersWith([0])).toBeGreaterThan(100);
  expect(cornersWith([1])).toBe(0);
  expect(cornersWith([])).toBe(0);
  view.dispose();
});
