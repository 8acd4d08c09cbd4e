import { type ComponentProps, useId } from 'react';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly help?: string;
  readonly isDisabled?: boolean;
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A list to choose one of. */
export function Select<Value extends string>({ options, onChange, ...select }: SelectProps<Value>) {
  return (
    <select {...select} onChange={({ target }) => onChange(target.value as Value)}>
      {options.map(({ value, label, help, isDisabled }) => (
        <option key={value} value={value} disabled={isDisabled} title={help}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface SegmentsProps<Value extends string> {
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-describedby'?: string;
  readonly value: Value | null;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** Buttons side by side to choose one of a few. */
export function Segments<Value extends string>({ value, options, onChange, ...names }: SegmentsProps<Value>) {
  const id = useId();
  return (
    <div {...names} className="segments" role="radiogroup">
      {options.map((option) => (
        <label key={option.value} className="segment" data-active={option.value === value} title={option.help}>
          <input
            type="radio"
            name={id}
            aria-describedby={names['aria-describedby']}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

/** Values with their labels, as options. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
