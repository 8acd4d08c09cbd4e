import { describeValue, humanoidBones } from '@leib/core';
import * as v from 'valibot';

/** Schemas that settings, templates, rooms and messages share. */

export function numberFrom(low: number, high: number) {
  const name = Number.isFinite(high) ? `a number from ${short(low)} to ${short(high)}` : `a number of at least ${low}`;
  const message = ({ input }: { readonly input: unknown }) => `expected ${name}, got ${describeValue(input)}`;
  return v.pipe(v.number(message), v.finite(message), v.minValue(low, message), v.maxValue(high, message));
}

export function wholeNumberFrom(low: number, high: number) {
  return v.pipe(numberFrom(low, high), v.integer());
}

export const boneSchema = v.picklist(
  humanoidBones,
  ({ input }) => `expected a humanoid bone (VRM 1.0), got ${describeValue(input)}`,
);

function short(value: number): string {
  return String(Number(value.toFixed(2)));
}
