import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Whether a media query holds now; false outside of a browser. */
export function matchesMedia(query: string): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}

/** A finger is the main pointer. */
export const isTouchScreen = (): boolean => matchesMedia('(pointer: coarse)');

/** The visitor asked the system for less motion. */
export const wantsLessMotion = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)');

const subscribe = (onChange: () => void) => {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
};

/** The window's size; draws anew when it changes. Pixels. */
export function useWindowSize(): { readonly width: number; readonly height: number } {
  const width = useSyncExternalStore(subscribe, () => innerWidth);
  const height = useSyncExternalStore(subscribe, () => innerHeight);
  return { width, height };
}

/** Hears events of the window. @param isFirst before what is below the window hears of them */
export function useWindowEvent<Kind extends keyof WindowEventMap>(
  kind: Kind,
  hear: (event: WindowEventMap[Kind]) => void,
  isFirst = false,
): void {
  const newest = useRef(hear);
  newest.current = hear;
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: isFirst };
    addEventListener(kind, (event) => newest.current(event), options);
    return () => listening.abort();
  }, [kind, isFirst]);
}
