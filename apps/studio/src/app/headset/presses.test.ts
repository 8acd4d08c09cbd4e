import { seededRandom } from '@leib/core/testing';
import { Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import {
  createDwellState,
  createPokeState,
  defaultDwellParams,
  defaultPokeParams,
  SteadyRay,
  stepDwell,
  stepPoke,
} from './presses.js';

/** Looks at a target for so many seconds at a rate; returns what was pressed. */
function look(state: ReturnType<typeof createDwellState>, target: string | null, seconds: number, hz = 90): string[] {
  const pressed: string[] = [];
  for (let frame = 0; frame < Math.round(seconds * hz); frame++) {
    const step = stepDwell(defaultDwellParams, state, target, 1 / hz);
    if (step.pressed !== null) pressed.push(step.pressed);
  }
  return pressed;
}

test.each([60, 72, 90, 120])('a button is pressed once after 1.5 s of looking, at %i Hz', (hz) => {
  const state = createDwellState();
  expect(look(state, 'record', 1.45, hz)).toEqual([]);
  expect(look(state, 'record', 0.1, hz)).toEqual(['record']);
  expect(look(state, 'record', 5, hz)).toEqual([]);
});

test('it is pressed again after the gaze has left it', () => {
  const state = createDwellState();
  look(state, 'nearer', 2);
  look(state, null, 0.3);
  expect(look(state, 'nearer', 1.6)).toEqual(['nearer']);
});

test('a short slip off the edge keeps what was gathered, another button begins at zero', () => {
  const state = createDwellState();
  look(state, 'leave', 1);
  look(state, null, 0.1);
  expect(look(state, 'leave', 0.6)).toEqual(['leave']);
  look(state, 'record', 1.4);
  expect(stepDwell(defaultDwellParams, state, 'leave', 1 / 90).progress).toBe(0);
  expect(look(state, 'leave', 1.4)).toEqual([]);
});

/** Presses counted while a finger goes through these heights, metres. */
function count(heights: readonly number[], isOver: (frame: number) => boolean = () => true): number {
  const state = createPokeState();
  return heights.filter((height, frame) => stepPoke(defaultPokeParams, state, height, isOver(frame)).isPressed).length;
}

/** From one height to another in 30 frames. */
const way = (from: number, to: number) => Array.from({ length: 31 }, (_, i) => from + ((to - from) * i) / 30);

test('a finger that comes from the front presses once, and again after it was lifted', () => {
  expect(count(way(0.08, -0.02))).toBe(1);
  expect(count([...way(0.08, -0.02), ...way(-0.02, 0.05), ...way(0.05, -0.01)])).toBe(2);
});

test('a finger that trembles on the surface presses once', () => {
  const random = seededRandom(4);
  const trembling = Array.from({ length: 300 }, () => 0.004 + 0.012 * (random() - 0.5));
  expect(count([...way(0.08, 0), ...trembling])).toBe(1);
});

test('from behind, and sliding in from the side, presses nothing', () => {
  expect(count(way(-0.08, 0.01))).toBe(0);
  expect(count(Array(60).fill(0), (frame) => frame > 20)).toBe(0);
});

/** A hand that points to the left by so many radians. */
const pointing = (yaw: number) => ({
  position: new Vector3(yaw, 0, 0),
  quaternion: new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw),
});

test('a press keeps the ray of a tenth of a second before, until it is let go', () => {
  const ray = new SteadyRay();
  for (let frame = 0; frame < 90; frame++) ray.step(pointing(0.3), false, 1 / 90);
  // The fingers close and take the ray along.
  for (let frame = 0; frame < 6; frame++) ray.step(pointing(0.3 - 0.02 * frame), false, 1 / 90);
  for (let frame = 0; frame < 30; frame++) ray.step(pointing(-0.4), true, 1 / 90);
  expect(ray.root.quaternion.angleTo(pointing(0.3).quaternion)).toBeLessThan(1e-6);
  ray.step(pointing(-0.4), false, 1 / 90);
  expect(ray.root.quaternion.angleTo(pointing(-0.4).quaternion)).toBeLessThan(1e-6);
});
