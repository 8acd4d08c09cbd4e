import type { ComponentProps } from 'react';

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

/** Values with their labels, as options. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
