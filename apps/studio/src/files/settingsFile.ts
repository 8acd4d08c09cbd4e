import { decodeJson, describeValue, InputError, isRecord } from '@leib/core';
import * as v from 'valibot';
import {
  allControls,
  initialValues,
  refusal,
  type SettingsShape,
  type SettingValue,
  type SettingValues,
} from './settings.js';

const FORMAT = 'leib-settings/1';
/** Values by any name, as they came: v.record leaves out names such as "prototype", which are to be refused by name. */
export const settingValuesSchema = v.custom<Readonly<Record<string, unknown>>>(
  isRecord,
  ({ input }) => `expected an object, got ${describeValue(input)}`,
);
const fileSchema = v.object({
  format: v.literal(FORMAT),
  room: v.string(),
  values: settingValuesSchema,
});

/** Settings that were rejected, with the reason; nothing was changed. */
export class SettingsError extends InputError {
  override readonly name = 'SettingsError';
}

export function settingsToJson(room: string, values: SettingValues): string {
  return `${JSON.stringify({ format: FORMAT, room, values }, null, 2)}\n`;
}

/** Whether a JSON text has the format field of settings. */
export function looksLikeSettings(text: string): boolean {
  return /"format"\s*:\s*"leib-settings\//.test(text.slice(0, 400));
}

/** Reads a settings file for a room. Missing keys get their initial value; an invalid value rejects the whole file. */
export function settingsFromJson(room: string, shape: SettingsShape, text: string): SettingValues {
  const decoded = decodeJson(text, fileSchema);
  if (!decoded.ok) throw new SettingsError(decoded.path || 'settings', decoded.reason);
  const file = decoded.value;
  if (file.room !== room) throw new SettingsError('room', `expected settings for "${room}", got "${file.room}"`);

  const controls = allControls(shape);
  const values: Record<string, SettingValue> = { ...initialValues(shape) };
  for (const [key, value] of Object.entries(file.values)) {
    const control = controls.get(key);
    if (!control) throw new SettingsError(`values.${key}`, 'there is no such setting');
    const reason = refusal(control, value);
    if (reason) throw new SettingsError(`values.${key}`, reason);
    values[key] = value as SettingValue;
  }
  return values;
}
