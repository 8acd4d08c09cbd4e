type Plain = number | boolean | string | null;
interface Numbers {
  readonly length: number;
  [index: number]: number;
}

/**
 * Copies a state, or what is left of it when its parts are taken out, into another of the same kind: plain values, and arrays number by
 * number. The compiler refuses a part that is neither: each stage says how its own parts are copied.
 */
export function copyFlat<T extends { readonly [K in keyof T]: Plain | Readonly<Numbers> }>(
  out: NoInfer<T>,
  from: T,
): void {
  for (const key in from) {
    const value: Plain | Readonly<Numbers> = from[key];
    const own = out[key] as Numbers;
    if (typeof value !== 'object' || value === null) out[key] = from[key];
    else for (let i = 0; i < value.length; i++) own[i] = value[i];
  }
}
