import { type HumanoidBone, mirrorBone } from '@leib/core';
import {
  axisNames,
  type ColliderSet,
  MAX_BOUNCE,
  MAX_STOP_HZ,
  type RemoteBodySettings,
  type StopSettings,
} from '@leib/reembody';
import { NumberField } from '../../../ui/NumberField.js';
import { commonValue } from './commonValue.js';
import type { EditorTabProps } from './editorTab.js';

const shapes: readonly (readonly [value: ColliderSet | '', label: string])[] = [
  ['', 'as all'],
  ['simple', 'simple'],
  ['exact', 'exact'],
  ['none', 'none'],
];

/** What the selected parts weigh and where, what their limits are made of, and what they touch with. */
export function PartFields(props: EditorTabProps) {
  const { controller, built, settings, onChange } = props;
  const { selected } = controller;
  const parts = built.body.parts.filter(({ bone }) => selected.includes(bone));
  const chosen = new Set(selected.map((bone) => settings.colliders.parts[bone] ?? ''));
  return (
    <div className="joint-fields">
      <StopFields {...props} />
      <CentreFields {...props} />
      <NumberField
        label="Mass"
        unit="kg"
        value={commonValue(parts.map(({ mass }) => mass))}
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

/** How hard the limits of the selected joints are, and how a limb comes back from them. */
function StopFields({ controller: { selected, edits }, settings, onChange }: EditorTabProps) {
  const { all, parts } = settings.stops;
  const own = (key: keyof StopSettings) => commonValue(selected.map((bone) => parts[bone]?.[key] ?? null));
  function set(key: keyof StopSettings, value: number | null): void {
    const next = { ...parts };
    for (const bone of edits.bothSides(selected)) {
      // Emptied, both are as for all again: a stop is one thing.
      if (value === null) delete next[bone];
      else next[bone] = { ...(parts[bone] ?? all), [key]: value };
    }
    onChange({ ...settings, stops: { ...settings.stops, parts: next } });
  }
  return (
    <>
      <NumberField
        label="Limit spring"
        unit="Hz"
        value={own('springHz')}
        min={0.5}
        max={MAX_STOP_HZ}
        isOptional
        emptyText={`all: ${all.springHz}`}
        onChange={(value) => set('springHz', value)}
      />
      <NumberField
        label="Limit bounce"
        unit="0 to 0.95"
        value={own('bounce')}
        min={0}
        max={MAX_BOUNCE}
        isOptional
        emptyText={`all: ${all.bounce}`}
        onChange={(value) => set('bounce', value)}
      />
    </>
  );
}

/** Where the selected parts weigh: from their joint, along the axes of the T-pose. */
function CentreFields({ controller: { selected, edits }, built, settings, onChange }: EditorTabProps) {
  const parts = built.body.parts.filter(({ bone }) => selected.includes(bone));
  function set(axis: number, metres: number | null): void {
    const centres = { ...settings.centres };
    for (const { bone, centre } of parts) {
      if (metres === null) delete centres[bone];
      else centres[bone] = withAxis(centre, axis, metres);
      const other = mirrorBone(bone);
      if (!edits.isMirroring || other === bone || selected.includes(other)) continue;
      const image = centres[bone];
      if (image === undefined) delete centres[other];
      else centres[other] = [-image[0], image[1], image[2]];
    }
    onChange({ ...settings, centres });
  }
  return axisNames.map((name, axis) => (
    <NumberField
      key={name}
      label={`Centre ${name}`}
      unit="cm"
      value={commonValue(parts.map(({ centre }) => centre[axis]))}
      scale={100}
      min={-100}
      max={100}
      isOptional
      emptyText="various"
      isDisabled={parts.length === 0}
      onChange={(metres) => set(axis, metres)}
    />
  ));
}

function withAxis(
  [x, y, z]: readonly [number, number, number],
  axis: number,
  metres: number,
): readonly [number, number, number] {
  return [axis === 0 ? metres : x, axis === 1 ? metres : y, axis === 2 ? metres : z];
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
