import { type RefObject, useEffect, useLayoutEffect } from 'react';
import type { Box } from '../world/pictureSpace.js';
import { besideCards, type NoticesPlace, placeNotices } from './pageLayout.js';
import type { Studio } from './studio.js';

/**
 * Tells the studio which part of the window is free for the person, and the styles of rooms, which stand around it:
 * --free-top, --free-right, --free-bottom and --free-left are the distances from the window's edges. Labels of the picture
 * and notices get their places beside the cards that stand on it.
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
    studio.setPictureFrame(null, null);
    return;
  }
  const free = { top, right: innerWidth - right, bottom: innerHeight - bottom, left };
  for (const [side, pixels] of Object.entries(free)) {
    document.documentElement.style.setProperty(`--free-${side}`, `${Math.round(pixels)}px`);
  }
  const frame = { left, top, right, bottom };
  const cards = boxesOf(picture, '.card, .room-intro, .view-buttons, [data-covers]');
  const isRow = studio.stage.camera === 'row';
  const taken = besideCards(free, frame, boxesOf(picture, '[data-covers]'), isRow);
  studio.setPictureFrame(taken, { frame, cards });
  showNoticesAt(placeNotices(frame, cards));
}

function boxesOf(picture: HTMLElement, selector: string): Box[] {
  return [...picture.querySelectorAll(selector)].flatMap((card) => {
    const { left, top, right, bottom, width } = card.getBoundingClientRect();
    return width > 0 ? [{ left, top, right, bottom }] : [];
  });
}

function showNoticesAt({ left, width, at, grows }: NoticesPlace): void {
  const { style } = document.documentElement;
  style.setProperty('--notices-left', `${Math.round(left)}px`);
  style.setProperty('--notices-width', `${Math.round(width)}px`);
  style.setProperty('--notices-top', grows === 'down' ? `${Math.round(at)}px` : 'auto');
  style.setProperty('--notices-bottom', grows === 'up' ? `${Math.round(innerHeight - at)}px` : 'auto');
}
