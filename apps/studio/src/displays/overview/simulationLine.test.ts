import { expect, test } from 'vitest';
import { simulationLine } from './simulationLine.js';

test('the overview of displays says what to do: where the server is gone, and where nothing is sent', () => {
  expect(simulationLine(null, null)).toBe('Connecting to the server …');
  expect(simulationLine(false, { hasSimulation: true })).toContain('start it again with npm start or leib serve');
  expect(simulationLine(true, { hasSimulation: false })).toContain('Send to displays');
  expect(simulationLine(true, { hasSimulation: true })).toBe('A simulation is running.');
});
