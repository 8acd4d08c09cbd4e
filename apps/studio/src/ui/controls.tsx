import { useId } from 'react';
import type { ChoiceControl, Control, NumberControl, SettingValue, ToggleControl } from '../settings/settings.js';

interface ControlProps<C extends Control, Value extends SettingValue> {
  readonly control: C;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** The gesture is over: what follows is another undo step. */
  readonly onSettled: () => void;
}

export function Toggle({ control, value, onChange, onSettled }: ControlProps<ToggleControl, boolean>) {
  const id = useId();
  return (
    <div className="control row" title={control.help}>
      <label htmlFor={id}>{control.label}</label>
      <input
        id={id}
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        onChange={(event) => {
          onChange(event.target.checked);
          onSettled();
        }}
      />
    </div>
  );
}

export function NumberSlider({ control, value, onChange, onSettled }: ControlProps<NumberControl, number>) {
  const id = useId();
  const decimals = Math.max(0, -Math.floor(Math.log10(control.step) + 1e-9));
  const filled = ((value - control.min) / (control.max - control.min)) * 100;
  return (
    <div className="control" title={control.help}>
      <div className="row">
        <label htmlFor={id}>{control.label}</label>
        <output htmlFor={id}>
          {value.toFixed(decimals)}
          <span className="unit">{control.unit}</span>
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={control.min}
        max={control.max}
        step={control.step}
        value={value}
        style={{ '--filled': `${filled}%` } as React.CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={onSettled}
        onKeyUp={onSettled}
        onBlur={onSettled}
      />
    </div>
  );
}

export function Choice({ control, value, onChange, onSettled }: ControlProps<ChoiceControl, string>) {
  const id = useId();
  return (
    <fieldset className="control choice" title={control.help}>
      <legend id={id}>{control.label}</legend>
      <div className="segments" role="radiogroup" aria-labelledby={id}>
        {control.options.map((option) => (
          <label key={option.value} className="segment" data-active={option.value === value}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => {
                onChange(option.value);
                onSettled();
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
