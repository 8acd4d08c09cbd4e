import { buildCurve } from '@leib/core';
import { expect, test } from 'vitest';
import { createPlotFrame, curvePath, plotX, plotY, timeAt, valueAt } from './plotFrame.js';

const key = (time: number, value: number) => ({ time, value, inTangent: 0, outTangent: 0 });
const size = { width: 200, height: 100, margin: 10 };

test('the whole curve lies inside the margins, and pixels lead back to times and values', () => {
  const curve = buildCurve([key(0, -1), key(0.4, 3), key(2, 0.5)]);
  const frame = createPlotFrame(curve, size);
  for (const [i, time] of curve.times.entries()) {
    const [x, y] = [plotX(frame, time), plotY(frame, curve.values[i])];
    expect(x).toBeGreaterThanOrEqual(10);
    expect(x).toBeLessThanOrEqual(190);
    expect(y).toBeGreaterThan(5);
    expect(y).toBeLessThan(95);
    expect(timeAt(frame, x)).toBeCloseTo(time, 12);
    expect(valueAt(frame, y)).toBeCloseTo(curve.values[i], 12);
  }
});

test('a level curve and one of a single key can be drawn too', () => {
  for (const keys of [[key(0, 0), key(1, 0)], [key(1, 2)]]) {
    const curve = buildCurve(keys);
    expect(curvePath(curve, createPlotFrame(curve, size))).not.toMatch(/NaN|Infinity/);
  }
});
