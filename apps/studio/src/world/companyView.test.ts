import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { subjectWithCompany, viewWithCompany } from './companyView.js';

const alone = { position: new Vector3(1.3, 1.55, -3.5), target: new Vector3(0.12, 0.9, 0.5) };
const besideX = -0.95;

/** Where a body is across the picture: -1 and 1 are its edges. */
function seenAt(view: typeof alone, x: number, across: number): number {
  const ahead = view.target.clone().sub(view.position).setY(0).normalize();
  const from = new Vector3(x, 0, 0).sub(view.position);
  return from.dot(new Vector3(-ahead.z, 0, ahead.x)) / (from.dot(ahead) * across);
}

test.each([0.27, 0.2, 0.1])('in a narrow picture (tangent %d) both bodies are whole, one on each side', (across) => {
  expect(Math.max(...[0, besideX].map((x) => Math.abs(seenAt(alone, x, across))))).toBeGreaterThan(0.7);
  const both = viewWithCompany(alone, besideX, across);
  const [own, other] = [0, besideX].map((x) => seenAt(both, x, across));
  expect(own * other).toBeLessThan(0);
  expect(Math.max(Math.abs(own), Math.abs(other))).toBeLessThan(0.75);
  // From the same side as before.
  const turned = both.target
    .clone()
    .sub(both.position)
    .setY(0)
    .angleTo(alone.target.clone().sub(alone.position).setY(0));
  expect(turned).toBeLessThan(1e-6);
});

test.each([-4, 4])('neither body of a row to %d m stands behind a card at the left of the picture', (rowEnd) => {
  const [across, cardShare] = [0.5, 0.25];
  const seen = (view: typeof alone) => [0, rowEnd].map((x) => seenAt(view, x, across)).toSorted((a, b) => a - b);
  expect(seen(viewWithCompany(alone, rowEnd, across))[0]).toBeLessThan(2 * cardShare - 1);
  const [left, right] = seen(viewWithCompany(alone, rowEnd, across, cardShare));
  expect(left).toBeGreaterThan(2 * cardShare - 1);
  expect(right).toBeLessThan(0.95);
});

test('a body that is in the picture, but behind a card, comes out', () => {
  const [across, cardShare, leftX] = [0.6, 0.4, 1.5];
  const seen = (view: typeof alone) => Math.min(...[0, leftX].map((x) => seenAt(view, x, across)));
  expect(viewWithCompany(alone, leftX, across)).toEqual(alone);
  expect(seen(alone)).toBeLessThan(2 * cardShare - 1);
  expect(seen(viewWithCompany(alone, leftX, across, cardShare))).toBeGreaterThan(2 * cardShare - 1);
});

test('where both are in the picture anyway, the view is as it is', () => {
  expect(viewWithCompany(alone, besideX, 0.8)).toEqual(alone);
});

test('both are framed and followed as one', () => {
  const { centre, half } = subjectWithCompany(
    { centre: new Vector3(0, 0.9, 0), half: new Vector3(0.3, 0.9, 0.2) },
    besideX,
  );
  expect([centre.x - half.x, centre.x + half.x]).toEqual([expect.closeTo(-1.25, 9), expect.closeTo(0.3, 9)]);
});
