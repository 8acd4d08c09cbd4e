import type { GivenMeasures } from '@leib/body';
import { type BodySpec, withoutWords } from './bodySpec.js';

/** A body with the measures that trackers took; those that were typed and that trackers do not tell stay. */
export function takesWearer(body: BodySpec, taken: GivenMeasures): BodySpec {
  // Two measures are stature and weight: not enough for arms and legs.
  const take = body.take === '4' ? '3' : body.take;
  return { ...withoutWords(body), take, measures: { ...body.measures, ...taken }, betas: null };
}
