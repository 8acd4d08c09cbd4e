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

const PREFIX = 'leib-profile:';
const LIST = 'leib-profiles';

/** Names of the stored people, in the order in which they were first stored. */
export function storedProfiles(storage: ProfileStorage): readonly string[] {
  const names = decodeJson(storage.getItem(LIST) ?? '[]', v.array(v.string()));
  return names.ok ? names.value : [];
}

/** Stores a profile under its name, replacing an older one. Throws what the storage throws when it is full. */
export function saveProfile(storage: ProfileStorage, profile: BodyProfile): void {
  storage.setItem(PREFIX + profile.name, profileText(profile));
  const names = storedProfiles(storage);
  if (!names.includes(profile.name)) storage.setItem(LIST, JSON.stringify([...names, profile.name]));
}

/** Null when no profile is stored under the name. */
export function loadProfile(storage: ProfileStorage, name: string): Decoded<BodyProfile> | null {
  const text = storage.getItem(PREFIX + name);
  return text === null ? null : parseProfile(text);
}

export function removeProfile(storage: ProfileStorage, name: string): void {
  storage.removeItem(PREFIX + name);
  storage.setItem(LIST, JSON.stringify(storedProfiles(storage).filter((stored) => stored !== name)));
}
