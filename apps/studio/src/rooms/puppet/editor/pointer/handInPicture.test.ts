import { createHandSignal } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { createHandPointer, stepHandPointer } from './handInPicture.js';

function pointing() {
  const pointer = createHandPointer();
  const signal = createHandSignal();
  signal.confidence = 1;
  const step = (frames = 60) => {
    const events: string[] = [];
    for (let i = 0; i < frames; i++) {
      stepHandPointer(pointer, signal, 1 / 60);
      if (pointer.event !== 'none') events.push(pointer.event);
    }
    return events;
  };
  return { pointer, signal, step };
}

test('the hand moves the pointer, and a pinch presses and lets go once each', () => {
  const { pointer, signal, step } = pointing();
  signal.position.set([0.09, -0.045, 0.3]);
  expect(step()).toEqual([]);
  expect(pointer.x).toBeCloseTo(0.5, 2);
  expect(pointer.y).toBeCloseTo(-0.25, 2);
  signal.bends.set([0.7, 0.8, 0, 0, 0]);
  expect(step()).toEqual(['press']);
  signal.bends.set([0.5, 0.5, 0, 0, 0]); // between the two thresholds: still held
  expect(step()).toEqual([]);
  signal.bends.set([0.1, 0.8, 0, 0, 0]);
  expect(step()).toEqual(['release']);
});

test('closing the fingers does not move the pointer; dragging does', () => {
  const { pointer, signal, step } = pointing();
  step(1);
  signal.bends.set([0.5, 0.5, 0, 0, 0]);
  signal.position[0] = 0.02;
  step(30);
  expect(pointer.x).toBe(0);
  signal.bends.fill(0.9);
  step();
  expect(pointer.x).toBeCloseTo(0.02 / 0.18, 2);
});

test('a hand that is lost lets go, and does not drag through the picture when it is back', () => {
  const { pointer, signal, step } = pointing();
  signal.bends.fill(1);
  step(5);
  signal.confidence = 0;
  expect(step(5)).toEqual(['release']);
  expect(pointer.isShown).toBe(false);
  signal.confidence = 1;
  signal.bends.fill(0);
  signal.position[0] = 0.18;
  step(1);
  expect(pointer.x).toBeCloseTo(1, 9);
});
