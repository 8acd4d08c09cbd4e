import { expect, test } from 'vitest';
import { coveredByPanels } from './pageLayout.js';

const closed = { isPanelOpen: false, panelWidth: undefined, guideWidth: undefined };

test('with nothing open the whole canvas is free', () => {
  expect(coveredByPanels({ width: 1280, height: 800, ...closed })).toEqual({ top: 0, left: 0, right: 0, bottom: 0 });
});

test('on a wide screen the panel covers the right and a guide the left', () => {
  const covered = coveredByPanels({ width: 1280, height: 800, isPanelOpen: true, panelWidth: 400, guideWidth: 300 });
  expect(covered).toEqual({ top: 0, left: 300, right: 400, bottom: 0 });
});

test('on a phone the panel is a sheet that leaves the upper part free', () => {
  const covered = coveredByPanels({ ...closed, width: 390, height: 844, isPanelOpen: true });
  expect(covered.right).toBe(0);
  expect(covered.top + covered.bottom).toBeGreaterThan(844 * 0.4);
  expect(covered.top + covered.bottom).toBeLessThan(844 * 0.7);
});
