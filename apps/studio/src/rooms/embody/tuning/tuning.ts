import { describeValue, isRecord } from '@leib/core';
import type { EmbodySettings } from '@leib/embody';
import { armGroups } from './armTunables.js';
import { stepGroups } from './stepTunables.js';
import { trunkGroups } from './trunkTunables.js';
import type { Tunable } from './tunable.js';

/** Every number that can be set, by its path. */
export const tunablesByPath: ReadonlyMap<string, Tunable> = new Map(
  [...trunkGroups, ...stepGroups, ...armGroups].flatMap(({ tunables }) => tunables.map((each) => [each.path, each])),
);

/** Numbers of the solve that differ from the solver's own, by their path; in the settings' units. */
export type Tuning = Readonly<Record<string, number>>;

/** Reason why a value is not a set of such numbers; null where it is. */
export function checkTuning(value: unknown): string | null {
  if (!isRecord(value)) return `expected an object of numbers, got ${describeValue(value)}`;
  for (const [path, number] of Object.entries(value)) {
    const tunable = tunablesByPath.get(path);
    if (!tunable) return `${path}: there is no such number`;
    const { range, scale, unit } = tunable;
    // A hair more: degrees become radians and come back.
    const isWithin =
      typeof number === 'number' && number / scale >= range[0] - 1e-6 && number / scale <= range[1] + 1e-6;
    if (!isWithin) return `${path}: expected ${range[0]} to ${range[1]} ${unit}, got ${describeValue(number)}`;
  }
  return null;
}

/** The number at a path of the settings; null where they have none there. */
export function numberAt(settings: EmbodySettings, path: string): number | null {
  let value: unknown = settings;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return typeof value === 'number' ? value : null;
}

/** The settings with other numbers. One whose place these settings do not have is left out. */
export function withTuning(settings: EmbodySettings, ...tunings: readonly (Tuning | null)[]): EmbodySettings {
  let tuned = settings;
  for (const [path, number] of tunings.flatMap((tuning) => Object.entries(tuning ?? {}))) {
    if (numberAt(settings, path) !== null) tuned = withNumber(tuned, path.split('.'), number) as EmbodySettings;
  }
  return tuned;
}

function withNumber(value: unknown, [key, ...rest]: readonly string[], number: number): unknown {
  const inner = (value as Readonly<Record<string, unknown>>)[key];
  const next = rest.length === 0 ? number : withNumber(inner, rest, number);
  if (Array.isArray(value)) return value.with(Number(key), next);
  return { ...(value as object), [key]: next };
}
