import { useEffect, useId, useState } from 'react';

interface NumberFieldProps {
  readonly label: string;
  /** Shown on hover. */
  readonly help?: string;
  readonly unit?: string;
  /** In the settings' unit; null where there is none, or none in common. */
  readonly value: number | null;
  /** Shown number = value * scale. */
  readonly scale?: number;
  /** Of the shown number. */
  readonly min: number;
  readonly max: number;
  /** Emptied it means: as by default (null). Others ignore that. */
  readonly isOptional?: boolean;
  readonly emptyText?: string;
  readonly isDisabled?: boolean;
  readonly onChange: (value: number | null) => void;
}

/** A number that is taken when it is written to its end: on Enter or on leaving the field. One out of range is refused, with the range. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    help,
    unit = '',
    value,
    scale = 1,
    min,
    max,
    isOptional = false,
    emptyText,
    isDisabled = false,
    onChange,
  } = props;
  const id = useId();
  const shown = value === null ? '' : String(Number((value * scale).toPrecision(5)));
  const [text, setText] = useState(shown);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    setText(shown);
    setRefusal(null);
  }, [shown]);

  function take(): void {
    const read = readNumber(text, { min, max, unit, isOptional });
    setRefusal(text === shown || read.ok ? null : read.refusal);
    if (text !== shown && read.ok) onChange(read.value === null ? null : read.value / scale);
  }
  function giveUp(): void {
    setText(shown);
    setRefusal(null);
  }

  return (
    <label className="number-field" htmlFor={id} title={help} data-disabled={isDisabled}>
      <span>{label}</span>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        value={text}
        placeholder={emptyText}
        disabled={isDisabled}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') giveUp();
        }}
        aria-invalid={refusal !== null}
        aria-describedby={refusal === null ? undefined : `${id}-refusal`}
      />
      <span className="unit">{unit}</span>
      {refusal !== null && (
        <span className="refusal" id={`${id}-refusal`} role="alert">
          {refusal}
        </span>
      )}
    </label>
  );
}

/** What a field takes. */
interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** An empty field means: none, or as by default. */
  readonly isOptional: boolean;
}

/** A number as it was typed, or the reason why it is refused, in one sentence. */
type ReadNumber =
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
