import type { PuppetFile } from '@leib/puppet';
import type { ReactNode } from 'react';
import { Euler, Quaternion } from 'three';
import { NumberSlider } from '../../../ui/controls.js';
import { NumberField } from '../../../ui/NumberField.js';
import { type Option, Segments, Select } from '../../../ui/Select.js';
import { turnFrom, turnOf } from '../editor/handles/editHandle.js';
import type { PuppetController } from '../puppetController.js';

export const DEGREES = 180 / Math.PI;
export const CENTIMETRES = 100;

type Point = [number, number, number];
type Turn = [number, number, number, number];
interface Range {
  readonly min: number;
  readonly max: number;
}

/** A record within the puppet's file as a form edits it. */
export interface Edited<R> {
  readonly controller: PuppetController;
  readonly value: R;
  /** The words of an undo step: "weight" is "weight of jaw". */
  readonly step: (what: string) => string;
  readonly write: (file: PuppetFile, changes: Partial<R>) => PuppetFile;
}

type KeyOf<R, Value> = { [K in keyof R & string]: R[K] extends Value ? K : never }[keyof R & string];

interface AnyField {
  readonly label: string;
  readonly help?: string;
  /** In the words of undo, where the label is too long for it. */
  readonly what?: string;
}

/** Shown number = value * scale; bounds and steps are those of the shown number. */
interface Shown {
  readonly unit?: string;
  readonly scale?: number;
}

interface SliderField<R> extends AnyField, Shown {
  readonly kind: 'slider';
  readonly key: KeyOf<R, number>;
  readonly help: string;
  readonly range: readonly [min: number, max: number, step: number];
}
interface NumberRow<R> extends AnyField, Shown {
  readonly kind: 'number';
  readonly key: KeyOf<R, number | null>;
  readonly range: readonly [min: number, max: number];
  /** Shown where there is no number; a field that says so may be emptied. */
  readonly emptyText?: string;
}
interface PointField<R> extends AnyField, Shown {
  readonly kind: 'point';
  readonly key: KeyOf<R, Point>;
  readonly range?: readonly [min: number, max: number];
  readonly axes?: readonly [string, string, string];
  /** A direction has a length. */
  readonly isDirection?: boolean;
}
interface SimpleField<R, Kind extends string, Value> extends AnyField {
  readonly kind: Kind;
  readonly key: KeyOf<R, Value>;
}
interface SwitchField<R> extends SimpleField<R, 'switch', boolean> {
  readonly help: string;
}
/** One of a few as a row of buttons, or of many as a list. */
type ChoiceField<R> = {
  [K in KeyOf<R, string>]: AnyField & {
    readonly kind: 'choice' | 'list';
    readonly key: K;
    readonly options: readonly Option<R[K] & string>[];
  };
}[KeyOf<R, string>];
/** A record that may be absent: a switch, and its fields while it is there. */
type OptionalField<R> = {
  [K in keyof R & string]: null extends R[K]
    ? AnyField & {
        readonly kind: 'optional';
        readonly key: K;
        readonly help: string;
        readonly first: NonNullable<R[K]>;
        readonly fields: readonly Field<NonNullable<R[K]>>[];
      }
    : never;
}[keyof R & string];

/** One value of a record: its control, its bounds and its words. Turns are shown as three angles, ranges as their ends. */
export type Field<R> =
  | SliderField<R>
  | NumberRow<R>
  | PointField<R>
  | SwitchField<R>
  | SimpleField<R, 'turn', Turn>
  | SimpleField<R, 'range', Range>
  | ChoiceField<R>
  | OptionalField<R>;

export const inDegrees = { unit: '°', scale: DEGREES } as const;
export const inCentimetres = { unit: 'cm', scale: CENTIMETRES } as const;

type Bounds = readonly [min: number, max: number];
/** What most fields do not say. */
type More = Partial<Pick<NumberRow<never>, 'what' | 'unit' | 'scale' | 'emptyText'>>;

export function slider<K extends string>(
  key: K,
  label: string,
  help: string,
  range: readonly [min: number, max: number, step: number],
  more: Omit<More, 'emptyText'> = {},
) {
  return { kind: 'slider', key, label, help, range, ...more } as const;
}

export function number<K extends string>(key: K, label: string, range: Bounds, more: More = {}) {
  return { kind: 'number', key, label, range, ...more } as const;
}

export function point<K extends string>(
  key: K,
  label: string,
  more: Partial<Omit<PointField<never>, 'kind' | 'key' | 'label'>> = {},
) {
  return { kind: 'point', key, label, ...more } as const;
}

interface FieldsProps<R> {
  readonly of: Edited<R>;
  readonly fields: readonly Field<R>[];
}

/** Fields of a record: each change is one undo step, a slider's from press to release. */
export function Fields<R extends object>({ of, fields }: FieldsProps<R>) {
  return fields.map((field) => <AnyRow key={field.key} of={of} field={field} />);
}

function AnyRow<R extends object>({ of, field }: { readonly of: Edited<R>; readonly field: Field<R> }): ReactNode {
  const { controller, value, step, write } = of;
  const { key, label, what = label.toLowerCase() } = field;
  const set = (next: unknown, gesture: string | null = null) =>
    controller.edit(step(what), (file) => write(file, { [key]: next } as Partial<R>), gesture);
  const now: unknown = value[key];
  switch (field.kind) {
    case 'slider':
      return (
        <Slider
          {...field}
          controller={controller}
          value={now as number}
          onChange={(next) => set(next, `${step(what)} ${key}`)}
        />
      );
    case 'number':
      return <NumberInput {...field} value={now as number | null} onChange={set} />;
    case 'point':
      return (
        <PointInput
          {...field}
          value={now as Point}
          onChange={(next) => (field.isDirection && Math.hypot(...next) === 0) || set(next)}
        />
      );
    case 'turn': {
      const { x, y, z } = new Euler().setFromQuaternion(turnOf(now as Turn));
      const back = (angles: Point) => set(turnFrom(new Quaternion().setFromEuler(new Euler(...angles))));
      return <PointInput label={label} unit="°" scale={DEGREES} value={[x, y, z]} onChange={back} />;
    }
    case 'range':
      return <RangeInputs label={label} value={now as Range} onChange={set} />;
    case 'switch':
      return <Switch {...field} isOn={now as boolean} onChange={set} />;
    case 'choice':
      return (
        <div className="row">
          <span>{label}</span>
          <Segments
            aria-label={label}
            value={now as string}
            options={field.options as readonly Option<string>[]}
            onChange={set}
          />
        </div>
      );
    case 'list':
      return (
        <ListRow {...field} value={now as string} options={field.options as readonly Option<string>[]} onChange={set} />
      );
    case 'optional':
      return (
        <>
          <Switch {...field} isOn={now !== null} onChange={(isOn) => set(isOn ? field.first : null)} />
          {now !== null && <Fields of={withinOf(of, key, what)} fields={field.fields as readonly Field<object>[]} />}
        </>
      );
  }
}

/** The record at a key of another one. */
function withinOf<R extends object>(of: Edited<R>, key: keyof R, what: string): Edited<object> {
  const value = of.value[key] as object;
  return {
    ...of,
    value,
    step: () => of.step(what),
    write: (file, changes) => of.write(file, { [key]: { ...value, ...changes } } as Partial<R>),
  };
}

interface SliderProps extends Shown {
  readonly controller: PuppetController;
  readonly label: string;
  readonly help: string;
  readonly value: number;
  readonly range: readonly [min: number, max: number, step: number];
  readonly onChange: (value: number) => void;
}

export function Slider({ controller, label, help, value, scale = 1, range, unit = '', onChange }: SliderProps) {
  const shown = value * scale;
  const [min, max, step] = range;
  return (
    <NumberSlider
      control={{ kind: 'number', label, help, min, max, step, unit, initial: shown }}
      value={shown}
      onChange={(next) => onChange(next / scale)}
      onSettled={() => controller.document.endGesture()}
    />
  );
}

interface NumberInputProps extends Shown {
  readonly label: string;
  readonly value: number | null;
  readonly range: readonly [min: number, max: number];
  readonly emptyText?: string;
  readonly onChange: (value: number | null) => void;
}

export function NumberInput({ label, value, unit = '', scale = 1, range, emptyText, onChange }: NumberInputProps) {
  const [min, max] = range;
  const isOptional = emptyText !== undefined;
  return (
    <NumberField
      {...{ label, unit, value, scale, min, max, isOptional }}
      emptyText={emptyText ?? ''}
      onChange={(next) => (next !== null || isOptional) && onChange(next)}
    />
  );
}

interface PointInputProps extends Shown {
  readonly label: string;
  readonly value: Point;
  readonly range?: readonly [min: number, max: number];
  readonly axes?: readonly [string, string, string];
  readonly onChange: (value: Point) => void;
}

const everywhere = [-100_000, 100_000] as const;

/** Three numbers of a point, a size or three angles. */
function PointInput(props: PointInputProps) {
  const {
    label,
    value,
    unit = 'cm',
    scale = CENTIMETRES,
    range = everywhere,
    axes = ['x', 'y', 'z'],
    onChange,
  } = props;
  return (
    <fieldset className="point-fields" aria-label={label}>
      <legend>{label}</legend>
      {axes.map((axis, k) => (
        <NumberInput
          key={axis}
          label={axis}
          {...{ unit, scale, range }}
          value={value[k]}
          onChange={(next) => next !== null && onChange(value.with(k, next) as Point)}
        />
      ))}
    </fieldset>
  );
}

interface RangeInputsProps {
  readonly label: string;
  readonly value: Range;
  readonly onChange: (value: Range) => void;
}

/** Two ends of a range; the one that was written last wins where they cross. */
function RangeInputs({ label, value: { min, max }, onChange }: RangeInputsProps) {
  const angle = { unit: '°', scale: DEGREES, range: [-180, 180] } as const;
  return (
    <>
      <NumberInput
        {...angle}
        label={`${label}, lowest`}
        value={min}
        onChange={(next) => next !== null && onChange({ min: next, max: Math.max(next, max) })}
      />
      <NumberInput
        {...angle}
        label={`${label}, highest`}
        value={max}
        onChange={(next) => next !== null && onChange({ min: Math.min(next, min), max: next })}
      />
    </>
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

interface ListRowProps {
  readonly label: string;
  readonly help?: string;
  /** Read aloud, where the label alone does not say what is chosen. */
  readonly accessibleName?: string;
  readonly value: string;
  readonly options: readonly Option<string>[];
  readonly isDisabled?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

/** One of many. What the chosen one does is its help, where the row has none of its own. */
export function ListRow({ label, help, accessibleName, value, options, isDisabled, onChange }: ListRowProps) {
  return (
    <label className="row" title={help ?? options.find((option) => option.value === value)?.help}>
      <span>{label}</span>
      <Select aria-label={accessibleName} value={value} options={options} disabled={isDisabled} onChange={onChange} />
    </label>
  );
}

/** Names as they stand, for a list. */
export function optionsOf(names: readonly { readonly name: string }[]): Option<string>[] {
  return names.map(({ name }) => ({ value: name, label: name }));
}
