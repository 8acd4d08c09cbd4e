import type { MagneticField } from '@leib/embody';
import { useState } from 'react';
import type { ChoiceControl, NumberControl } from '../../files/settings.js';
import { Choice, NumberSlider } from '../../ui/controls.js';
import type { DataEditorProps } from '../../ui/SettingsPanel.js';
import { MOST_FIELDS } from './checkData.js';
import { embodySettingsOf, type SolverValues } from './embodySettingsOf.js';
import './fieldsEditor.css';

/** A new one: before the elbow of a hanging arm, so that it is seen to push at once. */
const newField: MagneticField = { centre: [0.25, -0.3, 0.1], radius: 0.2, strength: 0.05, isRepulsive: true };

const sign: ChoiceControl<'push' | 'pull'> = {
  kind: 'choice',
  label: 'The elbow is',
  help: 'A red field pushes the elbow away from its centre, a green one pulls it there',
  initial: 'push',
  options: [
    { value: 'push', label: 'Pushed away' },
    { value: 'pull', label: 'Pulled near' },
  ],
};

const centimetres = (label: string, min: number, max: number, initial: number, help: string): NumberControl => ({
  kind: 'number',
  label,
  help,
  initial,
  min,
  max,
  step: 0.5,
  unit: 'cm',
});

/** Axes of a centre: those of the chest, the left arm's side. */
const axes = [
  ['To the side', 'From the middle between the shoulders outward; the right arm’s field is its mirror image'],
  ['Up', 'Above the shoulders; below them: less than zero'],
  ['Ahead', 'Before the chest; behind it: less than zero'],
] as const;

/** The magnetic fields one by one: sign, size, strength and place; more and less of them. */
export default function FieldsEditor({ value, values, onChange, onSettled }: DataEditorProps) {
  const own = embodySettingsOf({ ...(values as unknown as SolverValues), fields: null })?.arms.magnets.fields ?? [];
  const fields = (value as readonly MagneticField[] | null) ?? own;
  const [selected, setSelected] = useState(0);
  const index = Math.min(selected, fields.length - 1);
  const field = fields[index];
  const settle = (next: readonly MagneticField[]) => {
    onChange(next);
    onSettled();
  };
  return (
    <div className="fields-editor">
      <div className="field-list" role="radiogroup" aria-label="Field">
        {fields.map((each, i) => (
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: a field has no other name.
            key={i}
            className="field-chip"
            data-active={i === index}
            data-repulsive={each.isRepulsive}
            title={each.isRepulsive ? 'Pushes the elbow away' : 'Pulls the elbow near'}
          >
            <input
              type="radio"
              name="magnetic-field"
              aria-label={`Field ${i + 1}`}
              checked={i === index}
              onChange={() => setSelected(i)}
            />
            {i + 1}
          </label>
        ))}
      </div>
      <div className="field-list actions">
        <button
          type="button"
          className="small"
          title="One field more"
          disabled={fields.length >= MOST_FIELDS}
          onClick={() => {
            settle([...fields, newField]);
            setSelected(fields.length);
          }}
        >
          Add
        </button>
        <button
          type="button"
          className="small"
          title="Takes this field away"
          disabled={!field}
          onClick={() => settle(fields.toSpliced(index, 1))}
        >
          Remove
        </button>
      </div>
      {field && (
        <FieldControls
          field={field}
          initial={own[index] ?? newField}
          onChange={(next) => onChange(fields.with(index, next))}
          onSettled={onSettled}
        />
      )}
      <p className="hint">Drawn (“Magnetic fields” below), a centre can be dragged in the picture.</p>
    </div>
  );
}

interface FieldControlsProps {
  readonly field: MagneticField;
  /** The solver's own at this place: what a reset goes back to. */
  readonly initial: MagneticField;
  readonly onChange: (field: MagneticField) => void;
  readonly onSettled: () => void;
}

function FieldControls({ field, initial, onChange, onSettled }: FieldControlsProps) {
  const shown = (metres: number) => Math.round(metres * 1e4) / 100;
  const rest = { isDisabled: false, onSettled };
  const slider = (control: NumberControl, metres: number, take: (metres: number) => MagneticField) => (
    <NumberSlider
      key={control.label}
      control={control}
      value={shown(metres)}
      {...rest}
      onChange={(next) => onChange(take(next / 100))}
    />
  );
  return (
    <>
      <Choice
        control={{ ...sign, initial: initial.isRepulsive ? 'push' : 'pull' }}
        value={field.isRepulsive ? 'push' : 'pull'}
        {...rest}
        onChange={(next) => onChange({ ...field, isRepulsive: next === 'push' })}
      />
      {slider(
        centimetres('Radius', 1, 120, shown(initial.radius), 'Farther away than this, the field does nothing'),
        field.radius,
        (radius) => ({ ...field, radius }),
      )}
      {slider(
        centimetres('Strength', 0, 40, shown(initial.strength), 'How far it moves an elbow in its very centre'),
        field.strength,
        (strength) => ({ ...field, strength }),
      )}
      {axes.map(([label, help], axis) =>
        slider(centimetres(label, -100, 100, shown(initial.centre[axis]), help), field.centre[axis], (at) => {
          const [x, y, z] = field.centre.with(axis, at);
          return { ...field, centre: [x, y, z] };
        }),
      )}
    </>
  );
}
