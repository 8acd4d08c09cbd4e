/** A number with so many decimals, as people write it: never "-0.00", and "–" for what is no number. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–';
  const text = value.toFixed(decimals);
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
