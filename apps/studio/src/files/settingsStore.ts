import { change, createHistory, endGesture, type History, redo, undo } from '@leib/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  allControls,
  initialValues,
  refusal,
  type SettingsOf,
  type SettingsShape,
  type SettingValues,
} from './settings.js';
import { settingsFromJson, settingsToJson } from './settingsFile.js';
import type { VisitorStorage } from './visitorStorage.js';

/** A room's settings: typed values, undo, JSON; kept in the browser between visits. */
export interface SettingsStore<Shape extends SettingsShape = SettingsShape> {
  readonly room: string;
  readonly shape: Shape;
  readonly store: StoreApi<History<SettingValues>>;
  values(): SettingsOf<Shape>;
  /** Changes one setting; changes of the same key are one undo step until endGesture(). Refused values are ignored. */
  set(key: string, value: unknown): void;
  /** Changes several settings in one undo step. Refused values are ignored. */
  setAll(values: SettingValues): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
  reset(): void;
  toJson(): string;
  /** Throws SettingsError and changes nothing when the text is not valid for this room. */
  load(text: string): void;
}

export function createSettingsStore<Shape extends SettingsShape>(
  room: string,
  shape: Shape,
  storage: VisitorStorage,
): SettingsStore<Shape> {
  const storageKey = `leib-settings/${room}`;
  const store = createStore<History<SettingValues>>(() => createHistory(remembered() ?? initialValues(shape)));
  const controls = allControls(shape);
  store.subscribe(({ present }) => storage.setItem(storageKey, settingsToJson(room, present)));

  function remembered(): SettingValues | null {
    try {
      const text = storage.getItem(storageKey);
      return text ? settingsFromJson(room, shape, text) : null;
    } catch {
      // Stored by another version of the page: use the initial values.
      return null;
    }
  }

  return {
    room,
    shape,
    store,
    values: () => store.getState().present as SettingsOf<Shape>,
    set(key, value) {
      const control = controls.get(key);
      const { present } = store.getState();
      if (!control || refusal(control, value) !== null || present[key] === value) return;
      store.setState((history) => change(history, { ...present, [key]: value as never }, key), true);
    },
    setAll(values) {
      const taken = Object.entries(values).filter(([key, value]) => {
        const control = controls.get(key);
        return control !== undefined && refusal(control, value) === null;
      });
      store.setState((history) => change(history, { ...history.present, ...Object.fromEntries(taken) }, null), true);
    },
    endGesture: () => store.setState(endGesture, true),
    undo: () => store.setState(undo, true),
    redo: () => store.setState(redo, true),
    reset: () => store.setState((history) => change(history, initialValues(shape), null), true),
    toJson: () => settingsToJson(room, store.getState().present),
    load: (text) => {
      const values = settingsFromJson(room, shape, text);
      store.setState((history) => change(history, values, null), true);
    },
  };
}
