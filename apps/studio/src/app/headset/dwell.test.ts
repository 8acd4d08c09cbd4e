import { expect, test } from 'vitest';
import { createDwellState, defaultDwellParams as params, stepDwell } from './dwell.js';

/** Looks at a target for so many seconds at a rate; returns what was pressed. */
function look(state: ReturnType<typeof createDwellState>, target: string | null, seconds: number, hz = 90): string[] {
  const pressed: string[] = [];
  for (let frame = 0; frame < Math.round(seconds * hz); frame++) {
    const step = stepDwell(params, state, target, 1 / hz);
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
  expect(stepDwell(params, state, 'leave', 1 / 90).progress).toBe(0);
  expect(look(state, 'leave', 1.4)).toEqual([]);
});
