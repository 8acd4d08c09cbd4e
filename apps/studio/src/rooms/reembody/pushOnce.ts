import { openReembody } from './reembodyController.js';

/** Pushes the second body at its chest for a moment, as a hand would. */
export function pushOnce(): void {
  openReembody.getState().controller?.onPushWanted();
}
