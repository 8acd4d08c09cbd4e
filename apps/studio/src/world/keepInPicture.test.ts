import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createKeepInPicture, holdView, releaseView, stepKeepInPicture } from './keepInPicture.js';

const middle = { x: 0, y: 0, depth: 1 };
const outside = { x: 0.9, y: 0, depth: 1 };
const half = { x: 0.5, y: 0, depth: 1 };
const here = new Vector3();
const there = new Vector3(2, 0, 0);

test('the view goes after a body that left the picture until it is in the middle third', () => {
  const keep = createKeepInPicture();
  expect(stepKeepInPicture(keep, half, here, 1.7)).toBe(false);
  expect(stepKeepInPicture(keep, outside, here, 1.7)).toBe(true);
  expect(stepKeepInPicture(keep, half, here, 1.7)).toBe(true);
  expect(stepKeepInPicture(keep, { ...middle, x: 0.2 }, here, 1.7)).toBe(false);
  expect(stepKeepInPicture(keep, half, here, 1.7)).toBe(false);
});

test('a body that walks past the camera, or far away from it, has left the picture, too', () => {
  for (const depth of [-1, 0.2, 3])
    expect(stepKeepInPicture(createKeepInPicture(), { ...middle, depth }, here, 1.7)).toBe(true);
});

test('the hand of the visitor wins, until the body walks on', () => {
  const keep = createKeepInPicture();
  stepKeepInPicture(keep, outside, here, 1.7);
  holdView(keep);
  expect(stepKeepInPicture(keep, outside, here, 1.7)).toBe(false);
  releaseView(keep, here);
  expect(stepKeepInPicture(keep, outside, new Vector3(0.1, 0, 0), 1.7)).toBe(false);
  expect(stepKeepInPicture(keep, outside, there, 1.7)).toBe(true);
});
