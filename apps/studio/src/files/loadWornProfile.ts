import { visitorStorage } from './visitorStorage.js';
import { LAST_PERSON, wornProfile } from './wornProfile.js';

/** Reads the stored profile, where there is one. Visitors without one do not load what reads it. */
export async function loadWornProfile(): Promise<void> {
  if (visitorStorage.getItem(LAST_PERSON) === null) return;
  const { lastProfile } = await import('./profileStorage.js');
  wornProfile.setState({ profile: lastProfile() });
}
