import { inside, type PageRect, type PageSize } from '../../ui/tooltip/Tooltip.js';

/** Between the card and what it points at, pixels. */
const GAP = 16;

/**
 * Where the card of a tour goes: on the side of the target with the most space, inside the page. Where no side has
 * enough, over the lower end of the target.
 */
export function placeTourCard(target: PageRect, card: PageSize, page: PageSize): { left: number; top: number } {
  const right = target.left + target.width;
  const bottom = target.top + target.height;
  const middleLeft = target.left + target.width / 2 - card.width / 2;
  const middleTop = target.top + target.height / 2 - card.height / 2;
  const sides = [
    { space: target.left - card.width, left: target.left - GAP - card.width, top: middleTop },
    { space: page.width - right - card.width, left: right + GAP, top: middleTop },
    { space: target.top - card.height, left: middleLeft, top: target.top - GAP - card.height },
    { space: page.height - bottom - card.height, left: middleLeft, top: bottom + GAP },
  ];
  const best = sides.reduce((a, b) => (b.space > a.space ? b : a));
  const place = best.space > 2 * GAP ? best : { left: middleLeft, top: bottom - GAP - card.height };
  return { left: inside(place.left, card.width, page.width), top: inside(place.top, card.height, page.height) };
}
