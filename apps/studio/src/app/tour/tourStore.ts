import { create } from 'zustand';
import { visitorStorage } from '../../files/visitorStorage.js';
import type { Clock, Release } from '../../time/clock.js';
import { createRoomMarks } from './visited.js';

const seen = createRoomMarks(visitorStorage, 'leib-tours-seen');

/** The tour that is shown: of which room, and its step, from 0. */
export const useTour = create<{ readonly open: { readonly roomId: string; readonly step: number } | null }>(() => ({
  open: null,
}));

export function startTour(roomId: string): void {
  useTour.setState({ open: { roomId, step: 0 } });
}

/** A room is looked at for a moment before its tour begins, seconds. */
const FIRST_LOOK_SECONDS = 1.2;

/**
 * Starts the tour of a room that was not visited before, in a moment.
 * @param canShow is asked when the moment is over: in virtual reality there is no page to point at
 * @returns what calls it off
 */
export function offerTour(clock: Pick<Clock, 'after'>, roomId: string, canShow: () => boolean): Release {
  return clock.after(FIRST_LOOK_SECONDS, () => {
    if (!seen.has(roomId) && canShow()) startTour(roomId);
  });
}

/** To another step; beyond the last one the tour ends. A tour that was seen or skipped does not start by itself again. */
export function goToStep(step: number, stepCount: number): void {
  const { open } = useTour.getState();
  if (!open) return;
  if (step >= stepCount) endTour();
  else useTour.setState({ open: { ...open, step: Math.max(0, step) } });
}

export function endTour(): void {
  const { open } = useTour.getState();
  if (open) seen.set(open.roomId, true);
  useTour.setState({ open: null });
}
