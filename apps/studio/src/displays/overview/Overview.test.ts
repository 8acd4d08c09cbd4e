import { expect, test } from 'vitest';
import { simulationLine } from './Overview.js';

test('the overview of displays says what to do: where the server is gone, and where nothing is sent', () => {
  expect(simulationLine(null, null)).toBe('Connecting to the server …');
  expect(simulationLine(false, { hasSimulation: true, silentSeconds: 0 })).toContain(
    'start it again with npm start or leib serve',
  );
  expect(simulationLine(true, { hasSimulation: false, silentSeconds: null })).toContain('Send to displays');
  expect(simulationLine(true, { hasSimulation: true, silentSeconds: 0.1 })).toBe('A simulation is running.');
  expect(simulationLine(true, { hasSimulation: true, silentSeconds: 12.6 })).toBe(
    'A simulation is connected, but no frame has come for 12 s: is its tab hidden, or is it paused?',
  );
});
