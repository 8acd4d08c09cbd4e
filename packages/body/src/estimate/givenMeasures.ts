import type { MeasureName } from '../measure/measureNames.js';

/** What somebody measured with tape and scale: metres, for the weight kilograms. Any subset. */
export type GivenMeasures = { readonly [Name in MeasureName]?: number };

/** Measures vary linearly with one another but for the weight, which goes with the cube of lengths. */
export function toLinear(name: MeasureName, value: number): number {
  return name === 'weight' ? Math.cbrt(value) : value;
}

export function fromLinear(name: MeasureName, value: number): number {
  return name === 'weight' ? value ** 3 : value;
}

/** Those that are given, in the order of `names`. */
export function givenNames(given: GivenMeasures, names: readonly MeasureName[]): MeasureName[] {
  return names.filter((name) => given[name] !== undefined);
}
