import type { Curve } from '@leib/core';

/**
 * io[0], a time, becomes the curve's value there: core's evaluateCurve() for the inside of a frame. Numbers that go in
 * and out of a call are boxed, 16 bytes each, where the call is not inlined; an array is not.
 */
export function sampleCurve(curve: Curve, io: Float64Array): void {
  const { times, values, inTangents, outTangents } = curve;
  const time = io[0];
  const last = times.length - 1;
  if (!(time > times[0])) {
    io[0] = values[0];
    return;
  }
  if (time >= times[last]) {
    io[0] = values[last];
    return;
  }
  let i = 0;
  while (times[i + 1] <= time) i++;
  const span = times[i + 1] - times[i];
  const slopeA = outTangents[i] * span;
  const slopeB = inTangents[i + 1] * span;
  const s = (time - times[i]) / span;
  const rest = 1 - s;
  const isStep = !(Math.abs(slopeA) < Number.POSITIVE_INFINITY && Math.abs(slopeB) < Number.POSITIVE_INFINITY);
  io[0] = isStep
    ? values[i]
    : (1 + 2 * s) * rest * rest * values[i] +
      s * rest * rest * slopeA +
      s * s * (3 - 2 * s) * values[i + 1] -
      s * s * rest * slopeB;
}
