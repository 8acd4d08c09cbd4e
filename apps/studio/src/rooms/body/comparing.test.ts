import { thesisPeople } from '@leib/body';
import { expect, test } from 'vitest';
import { chartOfOthers, chartUrl, comparedPeople } from './comparing.js';
import type { ShownComparison } from './worker/bodyServiceTypes.js';

test('the chart has a bar for each body and length: its difference from the first, in centimetres', () => {
  const measures = [
    { name: 'Height', unit: 'm', kind: 'box' },
    { name: 'Weight', unit: 'kg', kind: 'weight' },
    { name: 'ArmSpan', unit: 'm', kind: 'distance' },
  ];
  const values = [
    [1.8, 80, 1.7],
    [1.7, 70, 1.75],
    [1.9, null, null],
  ];
  const comparison = { bodies: ['A', 'B', 'C'], measures, values } as unknown as ShownComparison;
  const chart = chartOfOthers(comparison);
  expect(chart).toMatchObject({ title: 'Difference from A', series: ['B', 'C'] });
  expect(chart.groups).toEqual([
    { label: 'Height', values: [expect.closeTo(-10, 6), expect.closeTo(10, 6)] },
    { label: 'ArmSpan', values: [expect.closeTo(5, 6), null] },
  ]);
  expect(decodeURIComponent(chartUrl(chart, false))).toContain('Arm span');
});

test('the people of the opened table are compared, those of the thesis where none is open', () => {
  expect(comparedPeople([])).toHaveLength(thesisPeople.length);
  const ann = { id: 'Ann', sex: 'female', given: { stature: 1.7 } } as const;
  expect(comparedPeople([ann])).toEqual([ann]);
});
