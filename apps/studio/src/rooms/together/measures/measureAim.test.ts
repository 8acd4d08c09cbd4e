import { readMark, type SceneMark, thingOfMark } from '@leib/stage';
import { Ray, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { aimedPoint, viewOf } from './measureAim.js';

const mark = (id: string, ...points: SceneMark['points']): SceneMark => ({
  ...{ id, kind: 'measure', what: 'distance', name: id, author: 'p0', authorName: 'Ada', atMs: 0 },
  points,
});

test('a ray that passes near a point means it, and nothing where none is near', () => {
  const marks = [mark('near', [0, 0, 4], [1, 0, 4]), mark('far', [0, 0, 9], [1, 0, 9])];
  expect(marks.map((one) => readMark(thingOfMark(one)))).toEqual(marks);
  const ahead = new Ray(new Vector3(), new Vector3(0.01, 0, 1).normalize());
  expect(aimedPoint(ahead, marks, [], 0.02)).toMatchObject({ id: 'near', index: 0 });
  expect(aimedPoint(ahead, marks, [], 0.005)).toBeNull();
  expect(aimedPoint(ahead, [], [[0, 0, 2]], 0.02)).toMatchObject({ id: null, index: 0 });
  const aside = new Ray(new Vector3(), new Vector3(1, 0, 4).normalize());
  expect(aimedPoint(aside, marks, [], 0.02)).toMatchObject({ id: 'near', index: 1 });
  const behind = new Ray(new Vector3(), new Vector3(0, 0, -1));
  expect(aimedPoint(behind, marks, [], 0.02)).toBeNull();
});

test('one stands before a mark on the side from where one comes, farther from a large one', () => {
  const eye = new Vector3(6, 1.6, 0);
  const small = viewOf(
    [
      [0, 1, 0],
      [0.2, 1, 0],
    ],
    eye,
  );
  expect(small.middle.toArray()).toEqual([0.1, 1, 0]);
  expect(small.at.x).toBeGreaterThan(1);
  expect(small.at.x).toBeLessThan(eye.x);
  expect(
    viewOf(
      [
        [0, 1, -4],
        [0, 1, 4],
      ],
      eye,
    ).at.x,
  ).toBeGreaterThan(6);
  expect(viewOf([[0, 1, 0]], new Vector3(0, 5, 0)).at.distanceTo(new Vector3(0, 1, 0))).toBeCloseTo(1.1);
});
