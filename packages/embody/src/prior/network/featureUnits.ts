import { PRIOR_HZ, PRIOR_POINT_COUNT, PROPORTION_COUNT, priorLags } from './priorLayout.js';

/** What each feature is measured in: lengths in body scales, rates per second. */
export function buildFeatureUnits(scale: number): Float64Array {
  const units: number[] = [];
  for (let point = 0; point < PRIOR_POINT_COUNT; point++) {
    units.push(...Array<number>(point === 0 ? 1 : 3).fill(1 / scale), ...Array<number>(6).fill(1));
    units.push(...Array<number>(3).fill(PRIOR_HZ / scale), ...Array<number>(6).fill(PRIOR_HZ));
    if (point > 0) units.push(1);
  }
  for (const _ of priorLags) units.push(...Array<number>(9).fill(1 / scale), ...Array<number>(6).fill(1));
  units.push(...Array<number>(PROPORTION_COUNT).fill(1));
  return Float64Array.from(units);
}
