import { decodeValue, type Recording } from '@leib/core';
import * as v from 'valibot';
import { allControls, type Control, refusal, type SettingsShape, type SettingValues } from '../../files/settings.js';
import { settingValuesSchema } from '../../files/settingsFile.js';
import { personSection, viewControls } from '../../world/stageSections.js';

/** Settings as a take has them: of which room, its values, and what the solver made of them (for `leib embody --settings`). */
export interface TakeSettings {
  readonly room: string;
  readonly values: SettingValues;
  readonly solver: unknown;
}

const recordedSchema = v.object({ room: v.string(), values: settingValuesSchema });

/** What was set when the recording began; null for a take from before settings said their room, or with none. */
export function settingsOfTake(
  recorded: readonly Recording['documents'][number][],
): Pick<TakeSettings, 'room' | 'values'> | null {
  if (recorded.length === 0) return null;
  const decoded = decodeValue(recorded[0].doc, recordedSchema);
  return decoded.ok ? (decoded.value as Pick<TakeSettings, 'room' | 'values'>) : null;
}

/** One setting of a take that is another one now. */
export interface SettingDifference {
  readonly key: string;
  readonly label: string;
  /** As it was recorded, in words. */
  readonly recorded: string;
}

/** What a room has to change so that a take replays as it was recorded, and what of the take it does not know. */
export interface ReplayPlan {
  readonly values: SettingValues;
  readonly differences: readonly SettingDifference[];
  /** Keys that the room does not have, or whose value it refuses. */
  readonly unknown: readonly string[];
}

/** How things are looked at says nothing about what was done: camera, mirror and background stay as they are. */
const viewKeys: ReadonlySet<string> = new Set([...Object.keys(viewControls), 'mirrorDistance']);
/** Settings that every room with a person has. */
const personKeys: ReadonlySet<string> = new Set(Object.keys(personSection.controls));

/** Compares the values of a take with those of a room. */
export function planReplay(recorded: SettingValues, shape: SettingsShape, present: SettingValues): ReplayPlan {
  const controls = allControls(shape);
  const values: Record<string, SettingValues[string]> = {};
  const differences: SettingDifference[] = [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(recorded)) {
    if (viewKeys.has(key)) continue;
    const control = controls.get(key);
    if (!control || refusal(control, value) !== null) unknown.push(key);
    else if (JSON.stringify(value) !== JSON.stringify(present[key])) {
      values[key] = value;
      differences.push({ key, label: control.label, recorded: wordsOf(control, value) });
    }
  }
  return { values, differences, unknown: unknown.filter((key) => !personKeys.has(key)) };
}

function wordsOf(control: Control, value: SettingValues[string]): string {
  switch (control.kind) {
    case 'toggle':
      return value ? 'on' : 'off';
    case 'number':
      return `${value}${control.unit && ` ${control.unit}`}`;
    case 'choice':
      return control.options.find((option) => option.value === value)?.label ?? String(value);
    case 'colour':
      return String(value);
    case 'data':
      return value === null ? 'as at first' : 'as recorded';
  }
}

/** Most differences that a message names. */
const MOST_NAMED = 3;

/** "Delay 300 ms, Smoothing on and 2 more". */
export function describeDifferences(differences: readonly SettingDifference[]): string {
  const named = differences.slice(0, MOST_NAMED).map(({ label, recorded }) => `${label} ${recorded}`);
  const rest = differences.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ');
}
