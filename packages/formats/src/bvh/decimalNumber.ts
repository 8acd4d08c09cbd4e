const pattern = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** A finite decimal number, or NaN; unlike Number() it takes no empty word, no hexadecimal and no infinity. */
export function decimalNumber(word: string): number {
  const value = pattern.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}
