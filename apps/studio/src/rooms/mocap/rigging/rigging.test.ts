import { writeObj } from '@leib/formats';
import { type RigPoint, type RigPoints, requiredRigPoints, rigMesh } from '@leib/mocap';
import { expect, test } from 'vitest';
import { bendSurface } from './bendSurface.js';
import { openRigDraft, shownRigPoints, turnRigDraft, usualRigPoints } from './rigDraft.js';

type Box = readonly [least: RigPoint, greatest: RigPoint];

/** A figure of boxes in the T-pose: trunk, head, arms, legs, feet. */
const boxes: readonly Box[] = [
  [
    [-0.17, 0.85, -0.1],
    [0.17, 1.42, 0.1],
  ],
  [
    [-0.08, 1.41, -0.09],
    [0.08, 1.7, 0.1],
  ],
  [
    [0.16, 1.31, -0.04],
    [0.85, 1.4, 0.04],
  ],
  [
    [-0.85, 1.31, -0.04],
    [-0.16, 1.4, 0.04],
  ],
  [
    [0.04, 0.02, -0.06],
    [0.16, 0.86, 0.06],
  ],
  [
    [-0.16, 0.02, -0.06],
    [-0.04, 0.86, 0.06],
  ],
  [
    [0.04, 0, -0.06],
    [0.16, 0.06, 0.2],
  ],
  [
    [-0.16, 0, -0.06],
    [-0.04, 0.06, 0.2],
  ],
];

function boxFigure(scale = 1): File {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const [least, greatest] of boxes) {
    const first = positions.length / 3;
    for (let corner = 0; corner < 8; corner++) {
      for (let k = 0; k < 3; k++) positions.push(scale * (corner & (1 << k) ? greatest[k] : least[k]));
    }
    const quads = [
      [0, 4, 6, 2],
      [1, 3, 7, 5],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 2, 3, 1],
      [4, 5, 7, 6],
    ];
    for (const [a, b, c, d] of quads) triangles.push(...[a, b, c, a, c, d].map((vertex) => first + vertex));
  }
  const mesh = {
    name: 'boxes',
    positions: Float64Array.from(positions),
    triangles: Uint32Array.from(triangles),
    groups: [],
  };
  return new File([writeObj(mesh)], 'boxes.obj');
}

test('a mesh in centimetres stands in metres on the floor', async () => {
  const draft = await openRigDraft(boxFigure(100));
  expect(draft.name).toBe('boxes');
  expect(draft.placement.unit).toBe('cm');
  expect(Math.max(...draft.surface.positions.filter((_, at) => at % 3 === 1))).toBeCloseTo(1.7, 5);
  expect(draft.named).toBeNull();
});

test('four quarter turns bring a mesh back to where it was', async () => {
  const draft = await openRigDraft(boxFigure());
  for (const axis of ['x', 'y'] as const) {
    let turned = draft;
    for (let n = 0; n < 4; n++) turned = turnRigDraft(turned, axis);
    turned.surface.positions.forEach((value, at) => {
      // It stands in the middle of its bounds afterwards.
      if (at % 3 !== 2) expect(value).toBeCloseTo(draft.surface.positions[at], 6);
    });
  }
});

test('usual points are complete, lie left and right alike, and give worked-out ones to show', async () => {
  const draft = await openRigDraft(boxFigure());
  const points = usualRigPoints(draft);
  for (const bone of requiredRigPoints) expect(points[bone]).toBeDefined();
  expect((points.leftHand as RigPoint)[0]).toBeCloseTo(-(points.rightHand as RigPoint)[0], 9);
  expect(shownRigPoints(draft, points).chest).toBeDefined();
  const { hips: _, ...without } = points;
  expect(shownRigPoints(draft, without as RigPoints)).toBe(without);
});

test('bent elbows bring the hands forward and leave the legs; bent knees take the feet back', async () => {
  const { surface, ...draft } = await openRigDraft(boxFigure());
  const rig = rigMesh(surface, usualRigPoints({ surface, ...draft }));
  const bent = bendSurface(surface, rig, { elbows: 1.5, knees: 1 });
  const still = bendSurface(surface, rig, { elbows: 0, knees: 0 });
  for (let vertex = 0; vertex < surface.positions.length / 3; vertex++) {
    const [x, y] = surface.positions.subarray(vertex * 3, vertex * 3 + 2);
    const forward = bent[vertex * 3 + 2] - surface.positions[vertex * 3 + 2];
    if (Math.abs(x) > 0.8) expect(forward).toBeGreaterThan(0.15);
    if (y < 0.01) expect(forward).toBeLessThan(-0.15);
    if (y > 1.6) expect(Math.abs(forward)).toBeLessThan(1e-6);
    expect(still[vertex * 3]).toBeCloseTo(x, 5);
  }
});
