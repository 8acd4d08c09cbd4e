/** The value that all have; null where they differ or have none. */
export function commonValue<Value>(values: readonly (Value | null)[]): Value | null {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : null;
}
