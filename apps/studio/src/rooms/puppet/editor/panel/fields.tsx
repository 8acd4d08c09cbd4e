import { NumberSlider } from '../../../../ui/controls.js';
import { NumberField } from '../../../../ui/NumberField.js';
import type { PuppetController } from '../../puppetController.js';
import './editor.css';

export const DEGREES = 180 / Math.PI;
export const CENTIMETRES = 100;

interface EditSliderProps {
  readonly controller: PuppetController;
  readonly label: string;
  readonly help: string;
  readonly value: number;
  /** Shown number = value * scale. */
  readonly scale?: number;
  /** Of the shown number. */
  readonly range: readonly [min: number, max: number, step: number];
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

/** A value of the puppet's file as a slider: one undo step from press to release. */
export function EditSlider({ controller, label, help, value, scale = 1, range, unit = '', onChange }: EditSliderProps) {
  const shown = value * scale;
  const [min, max, step] = range;
  return (
    <NumberSlider
      control={{ kind: 'number', label, help, min, max, step, unit, initial: shown }}
      value={shown}
      isDisabled={false}
      onChange={(next) => onChange(next / scale)}
      onSettled={() => controller.document.endGesture()}
    />
  );
}

const axisNames = ['x', 'y', 'z'] as const;

interface PointFieldsProps {
  readonly label: string;
  readonly value: readonly [number, number, number];
  readonly unit?: string;
  readonly scale?: number;
  /** Of the shown numbers. */
  readonly least?: number;
  readonly most?: number;
  readonly onChange: (value: [number, number, number]) => void;
}

/** Three numbers of a point, a size or three angles. */
export function PointFields({
  label,
  value,
  unit = 'cm',
  scale = CENTIMETRES,
  least = -100_000,
  most = 100_000,
  onChange,
}: PointFieldsProps) {
  return (
    <fieldset className="point-fields" aria-label={label}>
      <legend>{label}</legend>
      {axisNames.map((axis, k) => (
        <NumberField
          key={axis}
          label={axis}
          unit={unit}
          value={value[k]}
          scale={scale}
          min={least}
          max={most}
          isOptional={false}
          emptyText=""
          isDisabled={false}
          onChange={(next) => next !== null && onChange(value.with(k, next) as [number, number, number])}
        />
      ))}
    </fieldset>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly help: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, help, isOn, isDisabled = false, onChange }: SwitchProps) {
  return (
    <label className="row check" title={help} data-disabled={isDisabled}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly help?: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment" data-active={option.value === value} title={option.help}>
          <input
            type="radio"
            name={`puppet-${label}`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
