import type { Motion } from '@leib/core';

/** A recorded movement that something is fitted to or checked on. The floor is at height zero. */
export interface Take {
  readonly motion: Motion;
  /** Number of the person, as the data's makers count them. */
  readonly subject: string;
}
