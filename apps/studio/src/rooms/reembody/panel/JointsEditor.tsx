import type { HumanoidBone } from '@leib/core';
import {
  type AxisName,
  type AxisSettings,
  axisNames,
  bodyGroups,
  defaultRemoteBodySettings,
  editJoints,
  groupOfBone,
  mirrorLeftToRight,
  parseRemoteBodySettings,
  type RemoteBodySettings,
  remoteBodySettingsText,
} from '@leib/reembody';
import { useRef, useState } from 'react';
import { saveFile } from '../../../app/saveFile.js';
import { notify } from '../../../app/studioStore.js';
import type { DataEditorProps } from '../../../settings/SettingsPanel.js';
import { FileInput } from '../../../ui/FileInput.js';
import type { ReembodyDesk } from '../reembodyDesk.js';
import { remoteSettingsOf, switchesOf } from '../remoteSettingsOf.js';
import { boneLabel } from './boneLabel.js';
import { NumberField } from './NumberField.js';
import { useReembodyDesk } from './useReembodyDesk.js';
import './jointsEditor.css';

const TO_DEGREES = 180 / Math.PI;

/** Fields of an axis as people write them: label, unit, to and from the settings. */
const axisFields = [
  { key: 'low', label: 'Low', unit: '°', scale: TO_DEGREES, min: -180, max: 0 },
  { key: 'high', label: 'High', unit: '°', scale: TO_DEGREES, min: 0, max: 180 },
  { key: 'kp', label: 'Kp', unit: 'N m/rad', scale: 1, min: 0, max: 1e6 },
  { key: 'kd', label: 'Kd', unit: 'N m s/rad', scale: 1, min: 0, max: 1e5 },
  { key: 'maxTorque', label: 'Torque', unit: 'N m', scale: 1, min: 0, max: 1e5 },
] as const;

/** Joints by group, several at once: limits, drives, masses, delays; tuning; files with a name. Every change can be undone. */
export default function JointsEditor({ value, onChange, onSettled }: DataEditorProps) {
  const desk = useReembodyDesk();
  const settings = (value as RemoteBodySettings | null) ?? defaultRemoteBodySettings;
  const built = desk?.simulation?.built;
  if (!desk || !built) return <p className="hint">The remote body is being built.</p>;
  const bones = built.body.parts.map(({ bone }) => bone);
  const change = (next: RemoteBodySettings) => {
    onChange(next);
    onSettled();
  };
  return (
    <div className="joints">
      <FileRow desk={desk} settings={settings} onChange={change} />
      <TuneRow desk={desk} settings={settings} />
      <Selection desk={desk} bones={bones} />
      {desk.selected.length > 0 && <Fields desk={desk} settings={settings} onChange={change} />}
    </div>
  );
}

interface PartProps {
  readonly desk: ReembodyDesk;
  readonly settings: RemoteBodySettings;
  readonly onChange: (settings: RemoteBodySettings) => void;
}

function FileRow({ desk, settings, onChange }: PartProps) {
  const input = useRef<HTMLInputElement>(null);

  async function load(file: File) {
    try {
      const loaded = parseRemoteBodySettings(JSON.parse(await file.text()));
      for (const [key, value] of Object.entries(switchesOf(loaded))) desk.settings.set(key, value);
      onChange(loaded);
      notify('info', `"${loaded.name}" loaded from ${file.name}.`);
    } catch (error) {
      notify('error', `${file.name}: ${(error as Error).message}`);
    }
  }

  function save() {
    const whole = { ...remoteSettingsOf(desk.settings.values()), name: settings.name };
    saveFile(`leib-body-${settings.name}.json`, remoteBodySettingsText(whole), 'application/json');
  }

  return (
    <div className="joints-row">
      <input
        type="text"
        aria-label="Name of the body"
        key={settings.name}
        defaultValue={settings.name}
        maxLength={60}
        onBlur={({ target: { value } }) => {
          if (value !== settings.name) onChange({ ...settings, name: value });
        }}
      />
      <button type="button" className="small" onClick={save}>
        Save
      </button>
      <button type="button" className="small" onClick={() => input.current?.click()}>
        Load
      </button>
      <FileInput inputRef={input} label="Body settings file" accept=".json" onFile={(file) => void load(file)} />
    </div>
  );
}

function TuneRow({ desk, settings }: Omit<PartProps, 'onChange'>) {
  const { tuning } = desk;
  const isTuned = Object.values(settings.joints).some(({ x }) => x.kp !== null);
  if (tuning) {
    return (
      <div className="joints-row">
        <progress aria-label="Tuning" value={tuning.done} max={tuning.total} />
        <button type="button" className="small" onClick={() => desk.cancelTuning()}>
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div className="joints-row">
      <button
        type="button"
        className="small wide"
        title="Finds stiffness and damping of every axis by letting it swing under a relay"
        onClick={() => desk.tune()}
      >
        Auto-tune
      </button>
      <span className="hint" data-testid="gains-from">
        {isTuned ? 'Gains are set' : 'Gains from the inertia'}
      </span>
    </div>
  );
}

function Selection({ desk, bones }: { readonly desk: ReembodyDesk; readonly bones: readonly HumanoidBone[] }) {
  const { selected } = desk;
  const groups = bodyGroups.filter((group) => bones.some((bone) => groupOfBone(bone) === group));
  const [open, setOpen] = useState<(typeof bodyGroups)[number]>('leftArm');

  function select(some: readonly HumanoidBone[], isOn: boolean): void {
    const rest = selected.filter((bone) => !some.includes(bone));
    desk.selected = isOn ? [...rest, ...some] : rest;
  }

  const inGroup = bones.filter((bone) => groupOfBone(bone) === open);
  return (
    <>
      <div className="joint-groups" role="radiogroup" aria-label="Body group">
        {groups.map((group) => {
          const count = selected.filter((bone) => groupOfBone(bone) === group).length;
          return (
            <label key={group} className="joint-chip" data-active={group === open}>
              <input type="radio" name="joint-group" checked={group === open} onChange={() => setOpen(group)} />
              {boneLabel(group)}
              {count > 0 && <b>{count}</b>}
            </label>
          );
        })}
      </div>
      <div className="joint-bones">
        {inGroup.map((bone) => (
          <label key={bone}>
            <input
              type="checkbox"
              checked={selected.includes(bone)}
              onChange={(event) => select([bone], event.target.checked)}
            />
            {boneLabel(bone)}
          </label>
        ))}
      </div>
      <div className="joints-row">
        <button type="button" className="small" onClick={() => select(inGroup, true)}>
          Whole group
        </button>
        <button type="button" className="small" onClick={() => select(bones, true)}>
          All
        </button>
        <button type="button" className="small" disabled={selected.length === 0} onClick={() => select(bones, false)}>
          None
        </button>
      </div>
    </>
  );
}

function Fields({ desk, settings, onChange }: PartProps) {
  const [axes, setAxes] = useState<readonly AxisName[]>(axisNames);
  const built = desk.simulation?.built;
  if (!built) return null;
  const bones = desk.selected;
  const chosen = bones.flatMap((bone) => axes.flatMap((axis) => settings.joints[bone]?.[axis] ?? []));
  const parts = built.body.parts.filter(({ bone }) => bones.includes(bone));
  const groups = [...new Set(bones.map(groupOfBone))];

  function setField(key: keyof AxisSettings, value: number | null): void {
    onChange(editJoints(settings, bones, axes, (axis) => ({ ...axis, [key]: value })));
  }

  return (
    <>
      <fieldset className="joints-row" aria-label="Axes">
        {axisNames.map((axis) => (
          <label key={axis} className={`joint-axis ${axis}`}>
            <input
              type="checkbox"
              checked={axes.includes(axis)}
              onChange={(event) =>
                setAxes(axisNames.filter((each) => (each === axis ? event.target.checked : axes.includes(each))))
              }
            />
            {axis}
          </label>
        ))}
        <button type="button" className="small" onClick={() => onChange(mirrorLeftToRight(settings))}>
          Left to right
        </button>
      </fieldset>
      <div className="joint-fields">
        {axisFields.map(({ key, label, unit, scale, min, max }) => (
          <NumberField
            key={key}
            label={label}
            unit={unit}
            value={common(chosen.map((axis) => axis[key]))}
            scale={scale}
            min={min}
            max={max}
            isOptional={key === 'kp' || key === 'kd'}
            emptyText={chosen.some((axis) => axis[key] !== null) ? 'various' : 'from inertia'}
            isDisabled={chosen.length === 0}
            onChange={(value) => setField(key, value)}
          />
        ))}
        <NumberField
          label="Mass"
          unit="kg"
          value={common(parts.map(({ mass }) => mass))}
          scale={1}
          min={0.001}
          max={200}
          isOptional
          emptyText="various"
          isDisabled={parts.length === 0}
          onChange={(mass) => onChange(withMasses(settings, bones, mass))}
        />
        <NumberField
          label="Delay"
          unit="ms"
          value={common(groups.map((group) => settings.latency[group] ?? null))}
          scale={1000}
          min={0}
          max={1000}
          isOptional
          emptyText="as all"
          isDisabled={false}
          onChange={(seconds) => {
            const latency = { ...settings.latency };
            for (const group of groups) {
              if (seconds === null) delete latency[group];
              else latency[group] = seconds;
            }
            onChange({ ...settings, latency });
          }}
        />
      </div>
    </>
  );
}

/** Masses of some parts; null gives back de Leva's. */
function withMasses(
  settings: RemoteBodySettings,
  bones: readonly HumanoidBone[],
  mass: number | null,
): RemoteBodySettings {
  const masses = { ...settings.masses };
  for (const bone of bones) {
    if (mass === null) delete masses[bone];
    else masses[bone] = mass;
  }
  return { ...settings, masses };
}

/** The value that all have; null where they differ or have none. */
function common(values: readonly (number | null)[]): number | null {
  return values.length > 0 && values.every((value) => value === values[0]) ? values[0] : null;
}
