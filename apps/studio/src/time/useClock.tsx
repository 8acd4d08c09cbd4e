import { createContext, useContext, useEffect, useReducer, useRef, useState } from 'react';
import type { Clock } from './clock.js';

const ClockContext = createContext<Clock | null>(null);

export const ClockProvider = ClockContext.Provider;

export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('useClock() needs a ClockProvider above it.');
  return clock;
}

/** Calls the newest `work` every so many seconds for as long as the component is there. */
export function useRefreshEvery(seconds: number, work: () => void): void {
  const clock = useClock();
  const newest = useRef(work);
  useEffect(() => {
    newest.current = work;
  });
  useEffect(() => clock.refreshEvery(seconds, () => newest.current()), [clock, seconds]);
}

/** What `read` gives, again and again: numbers and sentences of what moves outside React, which panels only show. */
export function useFigures<Figures>(read: () => Figures, everySeconds = 0.1): Figures {
  const [figures, setFigures] = useState(read);
  useRefreshEvery(everySeconds, () => setFigures(read));
  return figures;
}

/** The same for a panel that shows all of something: rendered again and again, and at once by what this returns. */
export function useLiveFigures(everySeconds?: number): () => void {
  const [, renderNow] = useReducer((count: number) => count + 1, 0);
  useFigures(() => ({}), everySeconds);
  return renderNow;
}
