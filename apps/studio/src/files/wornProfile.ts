import type { BodyProfile } from '@leib/calibration';
import { createStore } from 'zustand/vanilla';

/** Key of the name of the person who was here last. */
export const LAST_PERSON = 'leib-profile-last';

/** The profile of the person who was here last, which every room uses; null where none was stored. */
export const wornProfile = createStore<{ readonly profile: BodyProfile | null }>(() => ({ profile: null }));
