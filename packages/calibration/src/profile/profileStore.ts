import { type Decoded, decodeJson } from '@leib/core';
import * as v from 'valibot';
import type { BodyProfile } from './bodyProfile.js';
import { parseProfile, profileText } from './profileText.js';

/** Where profiles are stored: localStorage, or any object with these three functions. */
export interface ProfileStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** Profiles by their people's names. */
export interface ProfileStore {
  /** In the order in which they were first stored. */
  names(): readonly string[];
  /** Null when no profile is stored under the name. */
  load(name: string): Decoded<BodyProfile> | null;
  /** Stores a profile under its name, replacing an older one. Throws what the storage throws when it is full. */
  save(profile: BodyProfile): void;
  remove(name: string): void;
}

const PREFIX = 'leib-profile:';
const LIST = 'leib-profiles';

export function createProfileStore(storage: ProfileStorage): ProfileStore {
  const names = (): readonly string[] => {
    const stored = decodeJson(storage.getItem(LIST) ?? '[]', v.array(v.string()));
    return stored.ok ? stored.value : [];
  };
  const list = (stored: readonly string[]) => storage.setItem(LIST, JSON.stringify(stored));
  return {
    names,
    load(name) {
      const text = storage.getItem(PREFIX + name);
      return text === null ? null : parseProfile(text);
    },
    save(profile) {
      storage.setItem(PREFIX + profile.name, profileText(profile));
      const stored = names();
      if (!stored.includes(profile.name)) list([...stored, profile.name]);
    },
    remove(name) {
      storage.removeItem(PREFIX + name);
      list(names().filter((stored) => stored !== name));
    },
  };
}
