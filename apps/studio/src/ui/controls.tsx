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
import { Select } from './Select.js';
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
      <label htmlFor={id}>{control.label}</label>
      <HelpOf control={control} id={`${id}-help`} />
      <ResetDot {...resetOf(props)} initial={control.initial ? 'on' : 'off'} />
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
        <label htmlFor={id}>{control.label}</label>
        <HelpOf control={control} id={`${id}-help`} />
        <ResetDot {...resetOf(props)} initial={`${fixedText(control.initial, decimals)} ${control.unit}`} />
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
        <span id={`${id}-label`}>{control.label}</span>
        <HelpOf control={control} id={`${id}-help`} />
        <ResetDot {...resetOf(props)} initial={initial?.label} />
      </legend>
      <div className="segments" role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
        {control.options.map((option) => (
          <label key={option.value} className="segment" data-active={option.value === value}>
            <input
              type="radio"
              name={id}
              aria-describedby={`${id}-help`}
              value={option.value}
              checked={option.value === value}
              onChange={() => {
                onChange(option.value);
                onSettled?.();
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
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
        <label htmlFor={id}>{control.label}</label>
        <HelpOf control={control} id={`${id}-help`} />
        <ResetDot {...resetOf(props)} initial={initial?.label} />
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
      <label htmlFor={id}>{control.label}</label>
      <HelpOf control={control} id={`${id}-help`} />
      <ResetDot {...resetOf(props)} initial={control.initial} />
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
        <span>{control.label}</span>
        <HelpOf control={control} id={`${id}-help`} />
        <ResetDot {...resetOf(props)} initial="the solver’s own" />
      </div>
      {children}
    </div>
  );
}

/** The "i" beside a label; what it says describes the control itself, too. */
function HelpOf({ control, id }: { readonly control: Control; readonly id: string }) {
  return (
    <>
      <Tooltip about={control.label} text={control.help} term={control.term} />
      <span id={id} hidden>
        {control.help}
      </span>
    </>
  );
}

function resetOf<Value extends SettingValue>({
  control,
  value,
  onChange,
  onSettled,
}: ControlProps<Control & { readonly initial: Value }, Value>): Omit<ResetDotProps, 'initial'> {
  return {
    label: control.label,
    isChanged: value !== control.initial,
    onReset: () => {
      onChange(control.initial);
      onSettled?.();
    },
  };
}

interface ResetDotProps {
  readonly label: string;
  /** The initial value as text. */
  readonly initial: string | undefined;
  readonly isChanged: boolean;
  readonly onReset: () => void;
}

/** A dot beside a changed setting; clicking it restores the initial value. */
function ResetDot({ label, initial, isChanged, onReset }: ResetDotProps) {
  if (!isChanged) return null;
  const text = `Reset ${label} to ${initial}`;
  return <Button className="reset-dot" aria-label={text} title={text} onClick={onReset} />;
}
