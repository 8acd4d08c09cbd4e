import { type ReactNode, useId } from 'react';
import type {
  ChoiceControl,
  ColourControl,
  Control,
  DataControl,
  NumberControl,
  SettingValue,
  ToggleControl,
} from '../files/settings.js';
import { Button } from './Button.js';
import { fixedText } from './fixedText.js';
import { Segments, Select } from './Select.js';
import { Tooltip } from './tooltip/Tooltip.js';

interface ControlProps<C extends Control, Value extends SettingValue> {
  readonly control: C;
  readonly value: Value;
  readonly isDisabled?: boolean;
  readonly onChange: (value: Value) => void;
  /** Ends the gesture: the next change is a new undo step. */
  readonly onSettled?: () => void;
}

export function Toggle(props: ControlProps<ToggleControl, boolean>) {
  const { control, value, isDisabled, onChange, onSettled } = props;
  const id = useId();
  return (
    <div className="control row" data-disabled={isDisabled}>
      <Label {...props} id={id} initial={control.initial ? 'on' : 'off'} />
      <input
        id={id}
        aria-describedby={`${id}-help`}
        className="switch"
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        disabled={isDisabled}
        onChange={(event) => {
          onChange(event.target.checked);
          onSettled?.();
        }}
      />
    </div>
  );
}

export function NumberSlider(props: ControlProps<NumberControl, number>) {
  const { control, value, isDisabled, onChange, onSettled } = props;
  const id = useId();
  const decimals = Math.max(0, -Math.floor(Math.log10(control.step) + 1e-9));
  const shareOf = (number: number) => ((number - control.min) / (control.max - control.min)) * 100;
  // What goes below zero is filled from there, to either side.
  const ends = [shareOf(value), Math.min(Math.max(shareOf(0), 0), 100)];
  return (
    <div className="control" data-disabled={isDisabled}>
      <div className="row">
        <Label {...props} id={id} initial={`${fixedText(control.initial, decimals)} ${control.unit}`} />
        <output htmlFor={id}>
          {fixedText(value, decimals)}
          <span className="unit">{control.unit}</span>
        </output>
      </div>
      <input
        id={id}
        aria-describedby={`${id}-help`}
        type="range"
        min={control.min}
        max={control.max}
        step={control.step}
        value={value}
        disabled={isDisabled}
        style={{ '--zero': `${Math.min(...ends)}%`, '--filled': `${Math.max(...ends)}%` } as React.CSSProperties}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={onSettled}
        onKeyUp={onSettled}
        onBlur={onSettled}
      />
    </div>
  );
}

export function Choice<Value extends string>(props: ControlProps<ChoiceControl<Value>, Value>) {
  const { control, value, isDisabled, onChange, onSettled } = props;
  const id = useId();
  const initial = control.options.find((option) => option.value === control.initial);
  if (control.isList) return <LongChoice {...props} />;
  return (
    <fieldset className="control choice" disabled={isDisabled} data-disabled={isDisabled}>
      <legend className="row">
        <Label {...props} id={id} initial={initial?.label}>
          <span id={`${id}-label`}>{control.label}</span>
        </Label>
      </legend>
      <Segments
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        value={value}
        options={control.options}
        onChange={(next) => {
          onChange(next);
          onSettled?.();
        }}
      />
    </fieldset>
  );
}

/** A choice of many: a list instead of a row of buttons. */
function LongChoice<Value extends string>(props: ControlProps<ChoiceControl<Value>, Value>) {
  const { control, value, isDisabled, onChange, onSettled } = props;
  const id = useId();
  const initial = control.options.find((option) => option.value === control.initial);
  return (
    <div className="control" data-disabled={isDisabled}>
      <div className="row">
        <Label {...props} id={id} initial={initial?.label} />
      </div>
      <Select
        id={id}
        aria-describedby={`${id}-help`}
        value={value}
        options={control.options}
        disabled={isDisabled}
        onChange={(next) => {
          onChange(next);
          onSettled?.();
        }}
      />
    </div>
  );
}

export function Colour(props: ControlProps<ColourControl, string>) {
  const { control, value, isDisabled, onChange, onSettled } = props;
  const id = useId();
  return (
    <div className="control row" data-disabled={isDisabled}>
      <Label {...props} id={id} initial={control.initial} />
      <input
        id={id}
        aria-describedby={`${id}-help`}
        className="colour"
        type="color"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onSettled}
      />
    </div>
  );
}

/** A setting with its own editor below the label. */
export function DataRow(props: ControlProps<DataControl, object | null> & { readonly children: ReactNode }) {
  const { control, isDisabled, children } = props;
  const id = useId();
  return (
    <div className="control data" data-disabled={isDisabled}>
      <div className="row">
        <Label {...props} id={id} initial="the solver’s own">
          <span>{control.label}</span>
        </Label>
      </div>
      {children}
    </div>
  );
}

interface LabelProps {
  /** The control's on the page. */
  readonly id: string;
  /** What it says to which the dot leads back. */
  readonly initial: string | undefined;
  /** Instead of a label that is the control's own. */
  readonly children?: ReactNode;
}

/** A control's label, an "i" with its help, which describes the control itself, too, and a dot that restores its initial value. */
function Label<Value extends SettingValue>(
  props: ControlProps<Control & { readonly initial: Value }, Value> & LabelProps,
) {
  const { control, value, onChange, onSettled, id, initial, children } = props;
  const text = `Reset ${control.label} to ${initial}`;
  const reset = () => {
    onChange(control.initial);
    onSettled?.();
  };
  return (
    <>
      {children ?? <label htmlFor={id}>{control.label}</label>}
      <Tooltip about={control.label} text={control.help} term={control.term} />
      <span id={`${id}-help`} hidden>
        {control.help}
      </span>
      {value !== control.initial && <Button className="reset-dot" aria-label={text} title={text} onClick={reset} />}
    </>
  );
}
