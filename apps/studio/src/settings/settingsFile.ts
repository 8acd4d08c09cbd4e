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
export class SettingsError extends Error {
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
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(file) || file.format !== FORMAT)
    throw new SettingsError(`not a settings file: format is not ${FORMAT}`);
  if (file.room !== room) throw new SettingsError(`these settings are for the room "${file.room}", this is "${room}"`);
  if (!isRecord(file.values)) throw new SettingsError('values: must be an object');

  const controls = allControls(shape);
  const values: Record<string, SettingValue> = { ...initialValues(shape) };
  for (const [key, value] of Object.entries(file.values)) {
    const control = controls.get(key);
    if (!control) throw new SettingsError(`values.${key}: there is no such setting`);
    const reason = refusal(control, value);
    if (reason) throw new SettingsError(`values.${key}: ${reason}, is ${JSON.stringify(value)}`);
    values[key] = value as SettingValue;
  }
  return values;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
