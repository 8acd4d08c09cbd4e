import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { besideCards } from './pageLayout.js';
import type { Studio } from './studio.js';

/**
 * Tells the studio which part of the window is free for the person, and the styles of rooms, which stand around it:
 * --free-top, --free-right, --free-bottom and --free-left are the distances from the window's edges.
 */
export function usePictureFrame(picture: RefObject<HTMLElement | null>, studio: Studio): void {
  const measure = () => {
    if (picture.current) showPictureFrame(picture.current, studio);
  };
  // Whatever was drawn anew may have moved it; reading it again costs one layout that the browser needs anyway.
  useLayoutEffect(measure);
  useEffect(() => {
    const element = picture.current;
    if (!element) return;
    const show = () => showPictureFrame(element, studio);
    const sizes = new ResizeObserver(show);
    sizes.observe(element);
    // Cards in the picture come, go and fold without the page being drawn anew.
    const cards = new MutationObserver(show);
    cards.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
    return () => {
      sizes.disconnect();
      cards.disconnect();
    };
  }, [picture, studio]);
}

function showPictureFrame(picture: HTMLElement, studio: Studio): void {
  const { left, top, right, bottom, width } = picture.getBoundingClientRect();
  // Not laid out: the clean picture for streaming hides the page.
  if (width === 0) {
    studio.setPictureFrame(null);
    return;
  }
  const free = { top, right: innerWidth - right, bottom: innerHeight - bottom, left };
  for (const [side, pixels] of Object.entries(free)) {
    document.documentElement.style.setProperty(`--free-${side}`, `${Math.round(pixels)}px`);
  }
  const cards = [...picture.querySelectorAll('[data-covers]')].map((card) => card.getBoundingClientRect());
  studio.setPictureFrame(besideCards(free, picture.getBoundingClientRect(), cards));
}
