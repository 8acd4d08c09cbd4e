import { visitorStorage } from '../../files/visitorStorage.js';
import type { Clock, Release } from '../../time/clock.js';
import { useStudioStore } from '../studioStore.js';

/** Ids of rooms kept in the browser under a key: whose tour was seen, whose introduction was closed. */
export function createRoomMarks(key: string) {
  const read = () => new Set((visitorStorage.getItem(key) ?? '').split(' ').filter((id) => id !== ''));
  return {
    has: (roomId: string) => read().has(roomId),
    set(roomId: string, isMarked: boolean) {
      const marked = read();
      if (isMarked) marked.add(roomId);
      else marked.delete(roomId);
      visitorStorage.setItem(key, [...marked].join(' '));
    },
  };
}

const seen = createRoomMarks('leib-tours-seen');

export function startTour(roomId: string): void {
  useStudioStore.setState({ tour: { roomId, step: 0 } });
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
  const { tour } = useStudioStore.getState();
  if (!tour) return;
  if (step >= stepCount) endTour();
  else useStudioStore.setState({ tour: { ...tour, step: Math.max(0, step) } });
}

export function endTour(): void {
  const { tour } = useStudioStore.getState();
  if (tour) seen.set(tour.roomId, true);
  useStudioStore.setState({ tour: null });
}
