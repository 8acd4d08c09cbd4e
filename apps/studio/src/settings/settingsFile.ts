import { InputError, isRecord, parseJson } from '@leib/core';
import {
  allControls,
  initialValues,
  refusal,
  type SettingsShape,
  type SettingValue,
  type SettingValues,
} from './settings.js';

const FORMAT = 'leib-settings/1';

/** Settings that cannot be taken over, and why; nothing was changed. */
export class SettingsError extends InputError {
  override readonly name = 'SettingsError';
}

export function settingsToJson(room: string, values: SettingValues): string {
  return `${JSON.stringify({ format: FORMAT, room, values }, null, 2)}\n`;
}

/** Whether a dropped JSON text claims to be settings. */
export function looksLikeSettings(text: string): boolean {
  return /"format"\s*:\s*"leib-settings\//.test(text.slice(0, 400));
}

/** Reads a settings file for a room. Keys it does not name keep their initial value; a wrong one refuses the whole. */
export function settingsFromJson(room: string, shape: SettingsShape, text: string): SettingValues {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new SettingsError('settings', parsed.reason);
  const file = parsed.value;
  if (!isRecord(file) || file.format !== FORMAT) throw new SettingsError('format', `expected "${FORMAT}"`);
  if (file.room !== room) throw new SettingsError('room', `these settings are for "${file.room}", this is "${room}"`);
  if (!isRecord(file.values)) throw new SettingsError('values', 'expected an object');

  const controls = allControls(shape);
  const values: Record<string, SettingValue> = { ...initialValues(shape) };
  for (const [key, value] of Object.entries(file.values)) {
    const control = controls.get(key);
    if (!control) throw new SettingsError(`values.${key}`, 'there is no such setting');
    const reason = refusal(control, value);
    if (reason) throw new SettingsError(`values.${key}`, `${reason}, got ${JSON.stringify(value)}`);
    values[key] = value as SettingValue;
  }
  return values;
}
