/** Texts with a number, kept so that they are not joined for every frame: 3 -> "body/3". */
export interface KeyCache {
  readonly prefix: string;
  readonly keys: Map<number, string>;
}

/** Numbers come from outside: with more than this the cache starts again. */
const MAX_KEYS = 1024;

export function createKeyCache(prefix: string): KeyCache {
  return { prefix, keys: new Map() };
}

export function keyOf({ prefix, keys }: KeyCache, number: number): string {
  const known = keys.get(number);
  if (known !== undefined) return known;
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = `${prefix}${number}`;
  keys.set(number, key);
  return key;
}
