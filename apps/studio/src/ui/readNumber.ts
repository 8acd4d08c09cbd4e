/** What a field takes. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** An empty field means: none, or as by default. */
  readonly isOptional: boolean;
}

/** A number as it was typed, or the reason why it is refused, in one sentence. */
export type ReadNumber =
  | { readonly ok: true; readonly value: number | null }
  | { readonly ok: false; readonly refusal: string };

/** Reads what a visitor typed, with a point or a comma. Numbers out of range are refused, not moved to its end. */
export function readNumber(text: string, { min, max, unit, isOptional }: NumberRange): ReadNumber {
  const given = text.trim();
  if (given === '' && isOptional) return { ok: true, value: null };
  const value = given === '' ? Number.NaN : Number(given.replace(',', '.'));
  if (value >= min && value <= max) return { ok: true, value };
  const range = `${shortNumber(min)} to ${shortNumber(max)}${unit === '' ? '' : ` ${unit}`}`;
  return { ok: false, refusal: `Expected ${range}, got ${given === '' ? 'nothing' : `“${given}”`}.` };
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
