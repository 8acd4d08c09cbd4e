import type { Box, PictureSpace } from './pictureSpace.js';

/** A text over the picture, pixels; x and y are its upper left corner. */
export interface LabelBox {
  x: number;
  y: number;
  readonly width: number;
  readonly height: number;
}

/** From one card a label may come to the next; where cards leave no room it stays. */
const MOST_MOVES = 4;

/** Moves labels into the frame and off the cards, then down until no two of them overlap; the upper ones stay. */
export function separateLabels(labels: readonly LabelBox[], space: PictureSpace | null): void {
  if (space) for (const label of labels) moveOffCards(label, space);
  const placed: LabelBox[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    for (let other = overlapped(label, placed); other; other = overlapped(label, placed)) {
      label.y = other.y + other.height;
    }
    placed.push(label);
  }
}

/** The shortest way down or to a side, where the frame has room for it. */
function moveOffCards(label: LabelBox, { frame, cards }: PictureSpace): void {
  for (let move = 0; move < MOST_MOVES; move++) {
    label.x = Math.max(frame.left, Math.min(label.x, frame.right - label.width));
    label.y = Math.max(frame.top, Math.min(label.y, frame.bottom - label.height));
    const card = cards.find((each) => isOver(label, each));
    if (!card) return;
    const ways = [
      { x: card.right - label.x, y: 0 },
      { x: card.left - label.width - label.x, y: 0 },
      { x: 0, y: card.bottom - label.y },
    ].filter(({ x, y }) => isInside(label.x + x, label.y + y, label, frame));
    const way = ways.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0];
    if (!way) return;
    label.x += way.x;
    label.y += way.y;
  }
}

function isOver({ x, y, width, height }: LabelBox, { left, top, right, bottom }: Box): boolean {
  return x < right - 1e-6 && left < x + width - 1e-6 && y < bottom - 1e-6 && top < y + height - 1e-6;
}

function isInside(x: number, y: number, { width, height }: LabelBox, frame: Box): boolean {
  return x >= frame.left && y >= frame.top && x + width <= frame.right && y + height <= frame.bottom;
}

function overlapped(box: LabelBox, others: readonly LabelBox[]): LabelBox | undefined {
  return others.find(({ x, y, width, height }) =>
    isOver(box, { left: x, top: y, right: x + width, bottom: y + height }),
  );
}
