/** Whether a media query holds now; false outside of a browser. */
export function matchesMedia(query: string): boolean {
  return globalThis.matchMedia?.(query).matches ?? false;
}

/** A finger is the main pointer. */
export const isTouchScreen = (): boolean => matchesMedia('(pointer: coarse)');

/** The visitor asked the system for less motion. */
export const wantsLessMotion = (): boolean => matchesMedia('(prefers-reduced-motion: reduce)');
