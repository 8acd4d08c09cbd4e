import { useSyncExternalStore } from 'react';

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
