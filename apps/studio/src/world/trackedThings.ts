import type { RecordedFeedSource } from '@leib/feeds';
import type { FeedDevice } from '@leib/tracking';

/** The devices behind the frame, before they have roles. */
export interface TrackedThings {
  /** Empty for sources that know only points of a body. */
  readonly devices: readonly FeedDevice[];
  /** A real person wears them; to emulated ones the room may add more. */
  readonly isReal: boolean;
  /** Whose metres are tracked: real ones, or those that the avatar is made in. */
  readonly measure: 'person' | 'avatar';
  /** The feed that is played, where it is a recorded one. */
  readonly recorded: RecordedFeedSource | null;
}

export const noTrackedThings: TrackedThings = {
  devices: [],
  isReal: false,
  measure: 'person',
  recorded: null,
};
