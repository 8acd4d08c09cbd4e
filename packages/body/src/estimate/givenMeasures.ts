import type { MeasureName } from '../measure/measureNames.js';

/** Measures of a person, taken with tape and scale: metres, for the weight kilograms. Any subset. */
export type GivenMeasures = { readonly [Name in MeasureName]?: number };

/** Measures vary linearly with each other, except for the weight, which grows with the cube of lengths. */
export function toLinear(name: MeasureName, value: number): number {
  return name === 'weight' ? Math.cbrt(value) : value;
}

export function fromLinear(name: MeasureName, value: number): number {
  return name === 'weight' ? value ** 3 : value;
}

/** Names of the given measures, in the order of `names`. */
export function givenNames(given: GivenMeasures, names: readonly MeasureName[]): MeasureName[] {
  return names.filter((name) => given[name] !== undefined);
}
