import { useEffect, useId, useState } from 'react';

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  /** In the settings' unit; null where there is none, or none in common. */
  readonly value: number | null;
  /** Shown number = value * scale. */
  readonly scale: number;
  /** Of the shown number. */
  readonly min: number;
  readonly max: number;
  /** Emptied it means: as by default (null). Others ignore that. */
  readonly isOptional: boolean;
  readonly emptyText: string;
  readonly isDisabled: boolean;
  readonly onChange: (value: number | null) => void;
}

/** A number that is taken when it is written to its end: on Enter or on leaving the field. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, scale, min, max, isOptional, emptyText, isDisabled, onChange } = props;
  const id = useId();
  const shown = value === null ? '' : String(Number((value * scale).toPrecision(5)));
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);

  function take(): void {
    if (text === shown) return;
    const given = text.trim() === '' ? null : Number(text);
    if (given === null ? !isOptional : !Number.isFinite(given)) {
      setText(shown);
      return;
    }
    onChange(given === null ? null : Math.min(max, Math.max(min, given)) / scale);
  }

  return (
    <label className="number-field" htmlFor={id} data-disabled={isDisabled}>
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
        onKeyDown={(event) => event.key === 'Enter' && take()}
      />
      <span className="unit">{unit}</span>
    </label>
  );
}
