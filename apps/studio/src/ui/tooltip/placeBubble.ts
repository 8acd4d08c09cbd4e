/** A rectangle of the page, pixels. */
export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Distance of a bubble from what it explains, and from the edges of the page, pixels. */
const GAP = 8;
const MARGIN = 10;

/** Where the bubble of an anchor goes: above it, below it where there is no space above; always inside the page. */
export function placeBubble(anchor: PageRect, bubble: PageSize, page: PageSize): { left: number; top: number } {
  const above = anchor.top - GAP - bubble.height;
  const top = above >= MARGIN ? above : anchor.top + anchor.height + GAP;
  const left = anchor.left + anchor.width / 2 - bubble.width / 2;
  return { left: inside(left, bubble.width, page.width), top: inside(top, bubble.height, page.height) };
}

/** Keeps an interval of the page: pushed in from the far edge first, so that its beginning is always seen. */
export function inside(start: number, length: number, pageLength: number): number {
  return Math.max(MARGIN, Math.min(start, pageLength - MARGIN - length));
}
