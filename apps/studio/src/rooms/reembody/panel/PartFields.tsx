import type { HumanoidBone } from '@leib/core';
import type { ColliderSet, RemoteBodySettings } from '@leib/reembody';
import { NumberField } from '../../../ui/NumberField.js';
import { commonValue } from './commonValue.js';
import type { EditorTabProps } from './editorTab.js';

const shapes: readonly (readonly [value: ColliderSet | '', label: string])[] = [
  ['', 'as all'],
  ['simple', 'simple'],
  ['exact', 'exact'],
  ['none', 'none'],
];

/** What the selected parts weigh, and what they touch with. */
export function PartFields({ controller, built, settings, onChange }: EditorTabProps) {
  const { selected } = controller;
  const parts = built.body.parts.filter(({ bone }) => selected.includes(bone));
  const chosen = new Set(selected.map((bone) => settings.colliders.parts[bone] ?? ''));
  return (
    <div className="joint-fields">
      <NumberField
        label="Mass"
        unit="kg"
        value={commonValue(parts.map(({ mass }) => mass))}
        scale={1}
        min={0.001}
        max={200}
        isOptional
        emptyText="various"
        isDisabled={parts.length === 0}
        onChange={(mass) => onChange({ ...settings, masses: withEach(settings.masses, selected, mass) })}
      />
      <label
        className="number-field"
        title="Which shapes these parts touch with; the switch under Touch is for all others"
      >
        <span>Shape</span>
        <select
          aria-label="Shape of the selected parts"
          value={chosen.size === 1 ? [...chosen][0] : 'various'}
          onChange={({ target: { value } }) => onChange(withShape(settings, selected, value as ColliderSet | ''))}
        >
          {chosen.size > 1 && <option value="various">various</option>}
          {shapes.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function withShape(
  settings: RemoteBodySettings,
  bones: readonly HumanoidBone[],
  shape: ColliderSet | '',
): RemoteBodySettings {
  const { colliders } = settings;
  return { ...settings, colliders: { ...colliders, parts: withEach(colliders.parts, bones, shape || null) } };
}

/** A value for each of some bones; null takes theirs away. */
function withEach<Value>(
  values: Readonly<Partial<Record<HumanoidBone, Value>>>,
  bones: readonly HumanoidBone[],
  value: Value | null,
): Partial<Record<HumanoidBone, Value>> {
  const next = { ...values };
  for (const bone of bones) {
    if (value === null) delete next[bone];
    else next[bone] = value;
  }
  return next;
}
