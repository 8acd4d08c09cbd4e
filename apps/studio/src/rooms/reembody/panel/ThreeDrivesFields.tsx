import { type AxisSettings, axisNames, mirrorLeftToRight } from '@leib/reembody';
import { NumberField } from '../../../ui/NumberField.js';
import { commonValue } from './commonValue.js';
import { driveFields, limitFields } from './driveFields.js';
import type { EditorTabProps } from './editorTab.js';

const fields = [...limitFields, ...driveFields];

/** Limits and drives of the selected joints, axis by axis or of several axes at once. */
export function ThreeDrivesFields({ controller, settings, onChange, refresh }: EditorTabProps) {
  const { selected, edits } = controller;
  const { axes } = edits;
  const chosen = selected.flatMap((bone) => axes.flatMap((axis) => settings.joints[bone]?.[axis] ?? []));

  function setField(key: keyof AxisSettings, value: number | null): void {
    onChange(edits.changed(selected, axes, (axis) => ({ ...axis, [key]: value })));
  }

  return (
    <>
      <fieldset className="joints-row" aria-label="Axes">
        {axisNames.map((axis) => (
          <label key={axis} className={`joint-axis ${axis}`}>
            <input
              type="checkbox"
              checked={axes.includes(axis)}
              onChange={(event) => {
                edits.axes = axisNames.filter((each) => (each === axis ? event.target.checked : axes.includes(each)));
                refresh();
              }}
            />
            {axis}
          </label>
        ))}
        <button
          type="button"
          className="small"
          title="The whole right side becomes the mirror image of the left"
          onClick={() => onChange(mirrorLeftToRight(settings))}
        >
          Left to right
        </button>
      </fieldset>
      <div className="joint-fields">
        {fields.map(({ key, ...field }) => (
          <NumberField
            key={key}
            {...field}
            value={commonValue(chosen.map((axis) => axis[key]))}
            isOptional={key === 'kp' || key === 'kd'}
            emptyText={chosen.some((axis) => axis[key] !== null) ? 'various' : 'from inertia'}
            isDisabled={chosen.length === 0}
            onChange={(value) => setField(key, value)}
          />
        ))}
      </div>
    </>
  );
}
