import { describeValue, InputError, isRecord } from './inputError.js';

/** What a package checks beyond the types of its defaults. */
export interface MergeRules {
  /** Keys whose value may be null although their default is not. */
  readonly nullableKeys?: ReadonlySet<string>;
  /** Reason why a value of the right type is refused, `expected X`, or null. `where` is its path: `settings.arm.reach`. */
  readonly refusal?: (value: unknown, where: string) => string | null;
}

const noRules: MergeRules = {};

/**
 * Defaults with what a settings file changes: objects are merged key by key, everything else is replaced. A key that
 * the defaults do not have and a value of another type than its default throw an InputError with the place. A default
 * of null stands for a number, a list of numbers, or null.
 */
export function mergeSettings<T>(defaults: T, given: unknown, where = 'settings', rules = noRules): T {
  if (given === undefined) return defaults;
  if (!isRecord(defaults)) return checkValue(defaults, given, where, rules);
  if (!isRecord(given)) throw new InputError(where, `expected an object, got ${describeValue(given)}`);
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, key)) {
      throw new InputError(
        `${where}.${key}`,
        `there is no such setting; there are ${Object.keys(defaults).join(', ')}`,
      );
    }
    merged[key] = mergeSettings(defaults[key], value, `${where}.${key}`, rules);
  }
  return merged as T;
}

function checkValue<T>(standard: T, given: unknown, where: string, { nullableKeys, refusal }: MergeRules): T {
  const key = where.slice(where.lastIndexOf('.') + 1);
  if (given === null && (standard === null || nullableKeys?.has(key))) return null as T;
  const expected = standard === null ? 'a number, a list of numbers or null' : `a ${typeName(standard)}`;
  const isRight = standard === null ? isNumbers(given) : typeName(given) === typeName(standard) && !isNotFinite(given);
  const reason = isRight ? (refusal?.(given, where) ?? null) : `expected ${expected}`;
  if (reason !== null) throw new InputError(where, `${reason}, got ${describeValue(given)}`);
  return given as T;
}

function typeName(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function isNotFinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) ? value.every(Number.isFinite) : Number.isFinite(value);
}
