import { describeValue } from '@leib/core';

/** One setting: label, help text, allowed values and initial value. */
export type Control = ToggleControl | NumberControl | ChoiceControl | ColourControl | DataControl;

interface AnyControl {
  readonly label: string;
  readonly help: string;
  /** Key of a toggle that must be on for this to have an effect. */
  readonly needs?: string;
  /** A word of docs/glossary.md that says more. */
  readonly term?: string;
  /** Shown at the expert level only. */
  readonly isExpert?: boolean;
  /** Whether it changes anything with the other settings as they are: it is shown only then. Absent: always. */
  readonly counts?: (values: object) => boolean;
}

export interface ToggleControl extends AnyControl {
  readonly kind: 'toggle';
  readonly initial: boolean;
}

export interface NumberControl extends AnyControl {
  readonly kind: 'number';
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Shown behind the number: "m", "°", "ms". */
  readonly unit: string;
}

export interface ChoiceControl<Value extends string = string> extends AnyControl {
  readonly kind: 'choice';
  readonly initial: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Whether an option changes anything with the other settings as they are: it is offered only then. Absent: all are. */
  readonly offers?: (value: string, values: object) => boolean;
  /** Shown as a list to choose from, not as a row of buttons. */
  readonly isList?: boolean;
}

/** A colour as "#rrggbb". */
export interface ColourControl extends AnyControl {
  readonly kind: 'colour';
  readonly initial: string;
}

/** Any other JSON value. Initially null: derived from the other settings. */
export interface DataControl<Value extends object = object> extends AnyControl {
  readonly kind: 'data';
  readonly initial: Value | null;
  /** Name of its editor in the panel. */
  readonly editor: string;
  /** Reason why a value is rejected; null where it is accepted. */
  readonly check: (value: unknown) => string | null;
}

interface Section<Controls extends Record<string, Control> = Record<string, Control>> {
  readonly title: string;
  readonly controls: Controls;
  /** All of its controls are shown at the expert level only. */
  readonly isExpert?: boolean;
  /** Name of what the panel shows above its controls: what is loaded or done rather than set. */
  readonly tool?: string;
  /** Whether any of its controls changes anything with the other settings as they are. Absent: always. */
  readonly counts?: (values: object) => boolean;
}

/** Settings of one room: sections of controls. Keys are unique over all sections, so the JSON stays flat. */
export type SettingsShape = Readonly<Record<string, Section>>;

type ControlsOf<Shape extends SettingsShape> = {
  [S in keyof Shape]: Shape[S]['controls'];
}[keyof Shape];
type Union<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer I) => void ? I : never;
type ValueOf<C> = C extends { kind: 'toggle' }
  ? boolean
  : C extends { kind: 'number' }
    ? number
    : C extends { kind: 'colour' }
      ? string
      : C extends ChoiceControl<infer Value>
        ? Value
        : C extends DataControl<infer Value>
          ? Value | null
          : never;

/** The plain data that a shape describes. */
export type SettingsOf<Shape extends SettingsShape> = {
  readonly [Key in keyof Union<ControlsOf<Shape>>]: ValueOf<Union<ControlsOf<Shape>>[Key]>;
};

export type SettingValue = boolean | number | string | object | null;
export type SettingValues = Readonly<Record<string, SettingValue>>;

export function toggle(label: string, initial: boolean, help: string): ToggleControl {
  return { kind: 'toggle', label, help, initial };
}

export function number(
  label: string,
  initial: number,
  [min, max, step]: readonly [min: number, max: number, step: number],
  unit: string,
  help: string,
): NumberControl {
  return { kind: 'number', label, help, initial, min, max, step, unit };
}

/** @param labels of the values, in the order in which they are shown */
export function choice<const Labels extends Readonly<Record<string, string>>>(
  label: string,
  initial: NoInfer<keyof Labels & string>,
  labels: Labels,
  help: string,
): ChoiceControl<keyof Labels & string> {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return { kind: 'choice', label, help, initial, options };
}

export function colour(label: string, initial: string, help: string): ColourControl {
  return { kind: 'colour', label, help, initial };
}

export function data<Value extends object>(
  label: string,
  editor: string,
  check: (value: unknown) => string | null,
  help: string,
): DataControl<Value> {
  return { kind: 'data', label, help, initial: null, editor, check };
}

/** The same control, at the expert level only. */
export function expert<C extends Control>(control: C): C {
  return { ...control, isExpert: true };
}

/** Every control of a shape by its key. */
export function allControls(shape: SettingsShape): Map<string, Control> {
  return new Map(Object.values(shape).flatMap((section) => Object.entries(section.controls)));
}

export function initialValues(shape: SettingsShape): SettingValues {
  return Object.fromEntries([...allControls(shape)].map(([key, control]) => [key, control.initial]));
}

/** Reason why a control rejects a value; null where it accepts it. */
export function refusal(control: Control, value: unknown): string | null {
  switch (control.kind) {
    case 'toggle':
      return typeof value === 'boolean' ? null : `expected true or false, got ${describeValue(value)}`;
    case 'number':
      if (typeof value === 'number' && value >= control.min && value <= control.max) return null;
      return `expected a number from ${control.min} to ${control.max}, got ${describeValue(value)}`;
    case 'choice':
      return control.options.some((option) => option.value === value)
        ? null
        : `expected one of ${control.options.map((option) => option.value).join(', ')}, got ${describeValue(value)}`;
    case 'colour':
      return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
        ? null
        : `expected a colour like #00b140, got ${describeValue(value)}`;
    case 'data':
      return value === null ? null : control.check(value);
  }
}

/** A section with the controls that are shown of it. */
interface ShownSection {
  readonly id: string;
  readonly title: string;
  readonly controls: readonly (readonly [key: string, control: Control])[];
  readonly tool: Section['tool'];
}

/** What a panel shows at a level: everything that counts now to experts, else what is not marked as expert. Empty sections are left out. */
export function shownSections(shape: SettingsShape, isExpert: boolean, values: SettingValues): readonly ShownSection[] {
  return Object.entries(shape)
    .filter(([, { counts }]) => counts?.(values) !== false)
    .map(([id, section]) => ({
      id,
      title: section.title,
      tool: isExpert || !section.isExpert ? section.tool : undefined,
      controls: Object.entries(section.controls).filter(
        ([, control]) => (isExpert || !isForExperts(section, control)) && control.counts?.(values) !== false,
      ),
    }))
    .filter(({ controls, tool }) => controls.length > 0 || tool !== undefined);
}

/** How many settings differ from their initial values and are hidden at the simple level. */
export function changedExpertCount(shape: SettingsShape, values: SettingValues): number {
  let count = 0;
  for (const section of Object.values(shape)) {
    for (const [key, control] of Object.entries(section.controls)) {
      if (isForExperts(section, control) && values[key] !== control.initial) count++;
    }
  }
  return count;
}

function isForExperts(section: Section, control: Control): boolean {
  return section.isExpert === true || control.isExpert === true;
}
