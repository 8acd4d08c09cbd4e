/**
 * Defaults with what a settings file changes: objects are merged key by key, everything else is replaced. A key that
 * there is no setting for, and a value of another type than its default, are errors that say where: a misspelt
 * setting must not pass for one that does nothing.
 */
export function mergeSettings<T>(defaults: T, given: unknown, path = 'settings'): T {
  if (given === undefined) return defaults;
  if (!isRecord(defaults)) return checkValue(defaults, given, path);
  if (!isRecord(given)) throw new Error(`${path}: expected an object, not ${typeName(given)}.`);
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, key)) {
      throw new Error(`${path}.${key}: there is no such setting; there are ${Object.keys(defaults).join(', ')}.`);
    }
    merged[key] = mergeSettings(defaults[key], value, `${path}.${key}`);
  }
  return merged as T;
}

function checkValue<T>(standard: T, given: unknown, path: string): T {
  // Where nothing is the default, a number or nothing may stand.
  const expected = standard === null ? 'number' : typeName(standard);
  const isRight = typeName(given) === expected || (standard === null && given === null);
  if (!isRight) throw new Error(`${path}: expected ${withArticle(expected)}, not ${typeName(given)}.`);
  return given as T;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
