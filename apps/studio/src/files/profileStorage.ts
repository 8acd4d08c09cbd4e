import { type BodyProfile, createBodyProfile, createProfileStore } from '@leib/calibration';
import { visitorStorage } from './visitorStorage.js';
import { LAST_PERSON, wornProfile } from './wornProfile.js';

/** localStorage; where it is not available, nothing is stored and nothing fails. */
const store = createProfileStore({
  ...visitorStorage,
  removeItem(key: string) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored either.
    }
  },
});

/** Names of the people whose profiles this browser stores; '' for one without a name. */
export const storedPeople = (): readonly string[] => store.names();

/** A stored profile; a new one when there is none or it cannot be read. */
export function storedProfile(name: string): BodyProfile {
  const stored = store.load(name);
  return stored?.ok ? stored.value : createBodyProfile(name);
}

/** The profile of the person who was here last. */
export function lastProfile(): BodyProfile {
  return storedProfile(visitorStorage.getItem(LAST_PERSON) ?? '');
}

/** Stores a profile; it is the one that every room uses from now on. */
export function storeProfile(profile: BodyProfile): void {
  store.save(profile);
  visitorStorage.setItem(LAST_PERSON, profile.name);
  wornProfile.setState({ profile });
}

export function deleteProfile(name: string): void {
  store.remove(name);
}
