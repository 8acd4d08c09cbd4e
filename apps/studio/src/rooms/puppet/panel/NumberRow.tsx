import { NumberField } from '../../../ui/NumberField.js';

interface NumberRowProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  /** Shown number = value * scale. */
  readonly scale?: number;
  /** Of the shown number. */
  readonly range: readonly [min: number, max: number];
  readonly onChange: (value: number) => void;
}

/** A number of the puppet's file that is always there. */
export function NumberRow({ label, unit, value, scale = 1, range: [min, max], onChange }: NumberRowProps) {
  return (
    <NumberField
      label={label}
      unit={unit}
      value={value}
      scale={scale}
      min={min}
      max={max}
      isOptional={false}
      emptyText=""
      isDisabled={false}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
