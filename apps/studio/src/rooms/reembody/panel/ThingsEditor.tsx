import type { WorldObject } from '@leib/reembody';
import { Trash2 } from 'lucide-react';
import { useEffect, useReducer, useState } from 'react';
import { IconButton } from '../../../ui/IconButton.js';
import { NumberField } from '../../../ui/NumberField.js';
import type { DataEditorProps } from '../../../ui/SettingsPanel.js';
import { boneLabel } from '../settings/boneLabel.js';
import {
  type Box,
  type BoxTurn,
  MAX_THINGS,
  movedThing,
  newThing,
  type ThingKind,
  thingKinds,
  thingsOf,
  turnedBox,
  turnOfBox,
  withThing,
} from '../settings/roomThings.js';
import { useReembody } from './useReembody.js';
import './jointsEditor.css';
import './thingsEditor.css';

/** Things of the room: add, take away, change, move. Every change can be undone, and is simulated at once. */
export default function ThingsEditor({ value }: DataEditorProps) {
  const controller = useReembody()?.controller ?? null;
  const [kind, setKind] = useState<ThingKind>('box');
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  // Only while it is edited is a thing moved instead of pushed.
  useEffect(
    () => () => {
      if (controller) controller.editedThing = -1;
    },
    [controller],
  );
  if (!controller) return null;
  const things = thingsOf(value as readonly WorldObject[] | null);
  const open = things[controller.editedThing] ? controller.editedThing : -1;
  const { settings } = controller;

  function take(next: readonly WorldObject[]): void {
    settings.endGesture();
    settings.set('things', next);
    settings.endGesture();
  }
  function choose(number: number): void {
    if (controller) controller.editedThing = number;
    refresh();
  }
  return (
    <div className="things">
      <ul aria-label="Things in the room">
        {things.map((thing, i) => (
          <li key={thing.name} data-active={i === open}>
            <button
              type="button"
              className="thing-name"
              aria-expanded={i === open}
              onClick={() => choose(i === open ? -1 : i)}
            >
              {boneLabel(thing.name)} <small>{wordOf(thing)}</small>
            </button>
            <IconButton
              icon={Trash2}
              label={`Take ${boneLabel(thing.name)} away`}
              onClick={() => {
                choose(-1);
                take(things.filter((_, j) => j !== i));
              }}
            />
            {i === open && <ThingFields thing={thing} onChange={(next) => take(withThing(things, i, next))} />}
          </li>
        ))}
      </ul>
      <div className="row">
        <select
          aria-label="Kind of the new thing"
          value={kind}
          onChange={({ target }) => setKind(target.value as ThingKind)}
        >
          {thingKinds.map((each) => (
            <option key={each} value={each}>
              {boneLabel(each)}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="small"
          disabled={things.length >= MAX_THINGS}
          onClick={() => {
            take([...things, newThing(kind, things)]);
            choose(things.length);
          }}
        >
          Add
        </button>
        {value !== null && (
          <button type="button" className="small" onClick={() => settings.setAll({ things: null })}>
            As at first
          </button>
        )}
      </div>
      {open >= 0 && <p className="hint">Drag it in the picture to move it along the floor, with Shift up and down.</p>}
    </div>
  );
}

function wordOf(thing: WorldObject): string {
  if (thing.kind === 'floor') return 'floor';
  return 'mass' in thing && thing.mass === null ? `${thing.kind}, stands fast` : thing.kind;
}

interface ThingFieldsProps {
  readonly thing: WorldObject;
  readonly onChange: (thing: WorldObject) => void;
}

function ThingFields({ thing, onChange }: ThingFieldsProps) {
  const metres = (label: string, value: number, min: number, set: (metres: number) => void) => (
    <NumberField
      key={label}
      label={label}
      unit="cm"
      value={value}
      scale={100}
      min={min}
      max={2000}
      onChange={(next) => next !== null && set(next)}
    />
  );
  if (thing.kind === 'floor') {
    return (
      <div className="joint-fields">
        {metres('Height', thing.height, -500, (height) => onChange({ ...thing, height }))}
      </div>
    );
  }
  const at = ['x', 'y', 'z'] as const;
  return (
    <div className="joint-fields">
      {at.map((name, k) =>
        metres(`Place ${name}`, thing.position[k], -2000, (value) =>
          onChange(movedThing(thing, withNumber(thing.position, k, value))),
        ),
      )}
      {'size' in thing &&
        at.map((name, k) =>
          metres(`Size ${name}`, thing.size[k], 1, (value) =>
            onChange({ ...thing, size: withNumber(thing.size, k, value) }),
          ),
        )}
      {thing.kind === 'box' && <BoxTurnFields box={thing} onChange={onChange} />}
      {'radius' in thing && metres('Radius', thing.radius, 1, (radius) => onChange({ ...thing, radius }))}
      {'mass' in thing && (
        <NumberField
          label="Mass"
          unit="kg"
          value={thing.mass}
          min={0.01}
          max={1000}
          isOptional={thing.kind === 'box'}
          emptyText="stands fast"
          onChange={(mass) => {
            if (thing.kind === 'box') onChange({ ...thing, mass });
            else if (mass !== null) onChange({ ...thing, mass });
          }}
        />
      )}
    </div>
  );
}

function BoxTurnFields({ box, onChange }: { readonly box: Box; readonly onChange: (box: Box) => void }) {
  const now = turnOfBox(box);
  const field = (label: string, key: keyof BoxTurn, most: number) => (
    <NumberField
      label={label}
      unit="°"
      value={now[key]}
      scale={180 / Math.PI}
      min={-most}
      max={most}
      onChange={(angle) => angle !== null && onChange(turnedBox(box, { ...now, [key]: angle }))}
    />
  );
  return (
    <>
      {field('Turn', 'turn', 180)}
      {field('Tilt', 'tilt', 90)}
    </>
  );
}

function withNumber(
  [x, y, z]: readonly [number, number, number],
  k: number,
  value: number,
): readonly [number, number, number] {
  return [k === 0 ? value : x, k === 1 ? value : y, k === 2 ? value : z];
}
