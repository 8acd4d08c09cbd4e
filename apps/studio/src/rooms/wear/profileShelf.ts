import {
  type BodyProfile,
  createBodyProfile,
  loadProfile,
  type ProfileStorage,
  removeProfile,
  saveProfile,
  storedProfiles,
} from '@leib/calibration';
import { visitorStorage } from '../../settings/visitorStorage.js';

/** Who wore trackers here last. */
const LAST = 'leib-profile-last';

/** localStorage where it works; where it does not, nothing is remembered and nothing fails. */
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

/** Names of the people whose profiles this browser keeps; the nameless one is ''. */
export const knownPeople = (): readonly string[] => storedProfiles(storage);

/** A stored profile; a fresh one where there is none or it cannot be read any more. */
export function profileOf(name: string): BodyProfile {
  const stored = loadProfile(storage, name);
  return stored?.ok ? stored.value : createBodyProfile(name);
}

/** The profile of whoever was here last. */
export function rememberedProfile(): BodyProfile {
  return profileOf(storage.getItem(LAST) ?? '');
}

export function rememberProfile(profile: BodyProfile): void {
  saveProfile(storage, profile);
  storage.setItem(LAST, profile.name);
}

export function forgetProfile(name: string): void {
  removeProfile(storage, name);
}
