import type { SettingsShape } from '../files/settings.js';
import type { SettingsStore } from '../files/settingsStore.js';
import type { RoomAction } from '../world/roomScene.js';

/** Changes one setting, as a step of its own in the history. */
export function setOnce<Shape extends SettingsShape>(
  settings: SettingsStore<Shape>,
  key: string,
  value: unknown,
): void {
  settings.endGesture();
  settings.set(key, value);
  settings.endGesture();
}

/** A switch of the settings as an action of the room. */
export function switchOf<Shape extends SettingsShape>(
  settings: SettingsStore<Shape>,
  key: string,
  label: string,
): RoomAction {
  const isOn = (settings.values() as Readonly<Record<string, unknown>>)[key] === true;
  return { id: key, label, isOn, run: () => setOnce(settings, key, !isOn) };
}
