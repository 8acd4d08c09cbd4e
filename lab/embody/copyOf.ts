/** A copy of all that a state holds but what is `shared`; what it holds twice is one thing in the copy, too. */
export function copyOf<T>(value: T, shared: readonly unknown[] = []): T {
  return copy(value, new Map(shared.map((part) => [part, part])));
}

function copy<T>(value: T, copies: Map<unknown, unknown>): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as T;
  if (ArrayBuffer.isView(value)) {
    const numbers = (value as unknown as Float64Array).slice();
    copies.set(value, numbers);
    return numbers as unknown as T;
  }
  const out = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
  copies.set(value, out);
  for (const [key, part] of Object.entries(value)) out[key] = copy(part, copies);
  return out;
}
