import {
  type BodyProfile,
  createBodyProfile,
  loadProfile,
  type ProfileStorage,
  removeProfile,
  saveProfile,
  storedProfiles,
} from '@leib/calibration';
import { visitorStorage } from './visitorStorage.js';
import { LAST_PERSON, wornProfile } from './wornProfile.js';

/** localStorage; where it is not available, nothing is stored and nothing fails. */
const storage: ProfileStorage = {
  ...visitorStorage,
  removeItem(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored either.
    }
  },
};

/** Names of the people whose profiles this browser stores; '' for one without a name. */
export const storedPeople = (): readonly string[] => storedProfiles(storage);

/** A stored profile; a new one when there is none or it cannot be read. */
export function storedProfile(name: string): BodyProfile {
  const stored = loadProfile(storage, name);
  return stored?.ok ? stored.value : createBodyProfile(name);
}

/** The profile of the person who was here last. */
export function lastProfile(): BodyProfile {
  return storedProfile(storage.getItem(LAST_PERSON) ?? '');
}

/** Stores a profile; it is the one that every room uses from now on. */
export function storeProfile(profile: BodyProfile): void {
  saveProfile(storage, profile);
  storage.setItem(LAST_PERSON, profile.name);
  wornProfile.setState({ profile });
}

export function deleteProfile(name: string): void {
  removeProfile(storage, name);
}
