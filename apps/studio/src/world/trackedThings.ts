import type { FeedSource, RecordedFeedSource } from '@leib/feeds';
import type { FeedDevice } from '@leib/tracking';

/** The tracked things behind the frame, before anybody said what they are. */
export interface TrackedThings {
  /** Empty for sources that know only points of a body. */
  readonly devices: readonly FeedDevice[];
  /** Somebody really wears them; emulated ones may be added to. */
  readonly isReal: boolean;
  /** Whose metres are tracked: real ones, or those that the avatar is made in. */
  readonly measure: 'person' | 'avatar';
  /** Where roles, offsets and spaces are told to, so that they hold in every room; null where there is nothing to tell. */
  readonly feed: Pick<FeedSource, 'roles' | 'offsets' | 'spaces'> | null;
  /** The feed that is played, where it is a recorded one. */
  readonly recorded: RecordedFeedSource | null;
}

export const noTrackedThings: TrackedThings = {
  devices: [],
  isReal: false,
  measure: 'person',
  feed: null,
  recorded: null,
};
