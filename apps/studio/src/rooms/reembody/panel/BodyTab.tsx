import { type Sex, sexes } from '@leib/reembody';
import { NumberField } from '../../../ui/NumberField.js';
import { type BodyFieldGroup, bodyFields, numberAt, weightFields, withNumber } from '../settings/bodyFields.js';
import { boneLabel } from '../settings/boneLabel.js';
import type { EditorTabProps } from './editorTab.js';

/** What holds for the whole body. */
export function BodyTab({ settings, onChange }: EditorTabProps) {
  return (
    <>
      <FieldGroupView group={weightFields} settings={settings} onChange={onChange} />
      <div className="joint-fields">
        <label className="number-field">
          <span>As of a</span>
          <select
            aria-label="Whose share of weights"
            value={settings.sex}
            onChange={({ target: { value } }) => onChange({ ...settings, sex: value as Sex })}
          >
            {sexes.map((sex) => (
              <option key={sex} value={sex}>
                {sex === 'average' ? 'mean of both' : boneLabel(sex)}
              </option>
            ))}
          </select>
        </label>
        <label className="joint-check">
          <input
            type="checkbox"
            checked={settings.hasToes}
            onChange={(event) => onChange({ ...settings, hasToes: event.target.checked })}
          />
          Toes are parts of their own
        </label>
      </div>
      {bodyFields.map((group) => (
        <FieldGroupView key={group.title} group={group} settings={settings} onChange={onChange} />
      ))}
    </>
  );
}

interface FieldGroupProps extends Pick<EditorTabProps, 'settings' | 'onChange'> {
  readonly group: BodyFieldGroup;
}

function FieldGroupView({ group, settings, onChange }: FieldGroupProps) {
  return (
    <fieldset className="field-group">
      <legend>{group.title}</legend>
      <p className="hint">{group.hint}</p>
      <div className="joint-fields">
        {group.fields.map(({ path, label, unit, scale = 1, min, max }) => (
          <NumberField
            key={label}
            label={label}
            unit={unit}
            value={numberAt(settings, path)}
            scale={scale}
            min={min}
            max={max}
            onChange={(value) => value !== null && onChange(withNumber(settings, path, value))}
          />
        ))}
      </div>
    </fieldset>
  );
}
