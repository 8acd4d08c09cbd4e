import { expect, test } from 'vitest';
import { noInput } from '../play/puppetInput.js';
import { buildPuppetModel } from '../play/puppetModel.js';
import { createPuppetState, type PuppetState } from '../play/puppetState.js';
import { stepPuppet } from '../play/stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet, wrist } from '../play/testPuppet.testing.js';
import { FINGER_POINTS, fingerCurves } from './fingerCurves.js';

const model = await buildPuppetModel(mouthPuppet(), mouthMesh());

function played(...hands: (ReturnType<typeof handAt> | null)[]): PuppetState {
  const state = createPuppetState(model);
  for (let i = 0; i < 12; i++) stepPuppet(model, state, { ...noInput, hands: [handAt(), handAt()] }, 1 / 60);
  for (let i = 0; i < 180; i++) stepPuppet(model, state, { ...noInput, hands }, 1 / 60);
  return state;
}

const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6));
const pointOf = (points: Float64Array, i: number) => Array.from(points.subarray(i * 3, i * 3 + 3));

test('every connection is a line from the wrist to where its finger touches', () => {
  const curves = fingerCurves(model, createPuppetState(model));
  expect(curves.map(({ hand, finger }) => [hand, finger])).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [0, 0],
    [1, 1],
  ]);
  const [index] = curves;
  expect(pointOf(index.points, 0)).toEqual(near(wrist));
  expect(pointOf(index.points, FINGER_POINTS - 1)).toEqual(near([0.18, 0.14, 0.25]));
});

test('a bent finger is a bow that leaves the wrist straight and ends on its part', () => {
  const [index] = fingerCurves(model, played(handAt([1, 1, 1, 1, 1]), null));
  // The lip has turned by -0.8 about the wrist.
  const [y, z] = [0.14 - wrist[1], 0.25 - wrist[2]];
  const [cos, sin] = [Math.cos(-0.8), Math.sin(-0.8)];
  const end = [0.18, wrist[1] + y * cos - z * sin, wrist[2] + y * sin + z * cos];
  pointOf(index.points, FINGER_POINTS - 1).forEach((value, k) => {
    expect(value).toBeCloseTo(end[k], 4);
  });
  const middle = pointOf(index.points, 5);
  const height = (middle[2] - wrist[2]) * ((end[1] - wrist[1]) / (end[2] - wrist[2]));
  expect(middle[1] - wrist[1]).toBeLessThan(height - 0.01);
});

test('one finger alone ends further along than the lip as a whole', () => {
  const [index, , , little] = fingerCurves(model, played(handAt([0, 1, 0, 0, 0]), null));
  const height = ({ points }: { points: Float64Array }) => pointOf(points, FINGER_POINTS - 1)[1];
  expect(height(index)).toBeGreaterThan(height(little) + 0.1);
});

test('the wrist goes with the puppet, and a dragged effector ends its finger', () => {
  const curves = fingerCurves(model, played(handAt(undefined, [0.1, 0, 0]), handAt([0, 0.5, 0, 0, 0])));
  expect(pointOf(curves[0].points, 0)[0]).toBeCloseTo(0.2, 5);
  expect(pointOf(curves[5].points, FINGER_POINTS - 1)[1]).toBeCloseTo(0.15, 5);
});
