import type { BodyProfile } from '@leib/calibration';
import { createStore } from 'zustand/vanilla';
import { visitorStorage } from './visitorStorage.js';

/** Key of the name of the person who was here last. */
export const LAST_PERSON = 'leib-profile-last';

/** The profile of the person who was here last, which every room uses; null where none was stored. */
export const wornProfile = createStore<{ readonly profile: BodyProfile | null }>(() => ({ profile: null }));

/** Reads the stored profile, where there is one. Visitors without one do not load what reads it. */
export async function loadWornProfile(): Promise<void> {
  if (visitorStorage.getItem(LAST_PERSON) === null) return;
  const { lastProfile } = await import('./profileStorage.js');
  wornProfile.setState({ profile: lastProfile() });
}
