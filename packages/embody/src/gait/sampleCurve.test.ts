import { evaluateCurve } from '@leib/core';
import { expect, test } from 'vitest';
import { buildGaitCurves, gaitCurveNames } from './gaitCurves.js';
import { defaultGaitSettings, thesisGaitSettings } from './gaitSettings.js';
import { sampleCurve } from './sampleCurve.js';

test.each(gaitCurveNames)('%s: the same value as core gives, everywhere', (name) => {
  const io = new Float64Array(1);
  for (const { curves } of [defaultGaitSettings, thesisGaitSettings]) {
    const curve = buildGaitCurves(curves)[name];
    for (let time = -1; time < 8; time += 0.0137) {
      io[0] = time;
      sampleCurve(curve, io);
      expect(io[0]).toBeCloseTo(evaluateCurve(curve, time), 12);
    }
  }
});
