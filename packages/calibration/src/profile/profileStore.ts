import type { Decoded } from '@leib/core';
import type { BodyProfile } from './bodyProfile.js';
import { parseProfile, profileText } from './profileText.js';

/** What profiles are kept in: localStorage is one, a Map with two functions around it another. */
export interface ProfileStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'leib-profile:';
const LIST = 'leib-profiles';

/** Names of the people that are stored, in the order in which they were first stored. */
export function storedProfiles(storage: ProfileStorage): readonly string[] {
  try {
    const list: unknown = JSON.parse(storage.getItem(LIST) ?? '[]');
    return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores a profile under its name; what was stored there is replaced. Throws what the storage throws when it is full. */
export function saveProfile(storage: ProfileStorage, profile: BodyProfile): void {
  storage.setItem(PREFIX + profile.name, profileText(profile));
  const names = storedProfiles(storage);
  if (!names.includes(profile.name)) storage.setItem(LIST, JSON.stringify([...names, profile.name]));
}

/** Null where nothing is stored under the name. */
export function loadProfile(storage: ProfileStorage, name: string): Decoded<BodyProfile> | null {
  const text = storage.getItem(PREFIX + name);
  return text === null ? null : parseProfile(text);
}

export function removeProfile(storage: ProfileStorage, name: string): void {
  storage.removeItem(PREFIX + name);
  storage.setItem(LIST, JSON.stringify(storedProfiles(storage).filter((stored) => stored !== name)));
}
