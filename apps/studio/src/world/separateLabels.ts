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

/** Two labels make way for each other sideways while they need at most this share of the narrower one for it. */
const MOST_ASIDE = 0.6;

/**
 * Moves labels into the frame and off the cards. Then no two of them overlap: two that stand beside each other step apart
 * where there is room for it, others go down, and the upper ones stay.
 */
export function separateLabels(labels: readonly LabelBox[], space: PictureSpace | null): void {
  if (space) for (const label of labels) moveOffCards(label, space);
  const placed: LabelBox[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    const beside = overlapped(label, placed);
    if (beside) stepApart(label, beside, placed, space);
    for (let other = overlapped(label, placed); other; other = overlapped(label, placed)) {
      label.y = other.y + other.height;
    }
    placed.push(label);
  }
}

/** Both go half of the way, unless the way down is much shorter or one of them would then be over something else. */
function stepApart(label: LabelBox, other: LabelBox, placed: readonly LabelBox[], space: PictureSpace | null): void {
  const isLeft = label.x + label.width / 2 < other.x + other.width / 2;
  const way = isLeft ? other.x - label.x - label.width : other.x + other.width - label.x;
  const down = other.y + other.height - label.y;
  if (Math.abs(way) > Math.min(3 * down, MOST_ASIDE * Math.min(label.width, other.width))) return;
  const others = placed.filter((each) => each !== other);
  const moved = [
    { ...label, x: label.x + way / 2 },
    { ...other, x: other.x - way / 2 },
  ];
  const isFree = (box: LabelBox) =>
    overlapped(box, others) === undefined &&
    (!space || (isInside(box.x, box.y, box, space.frame) && !space.cards.some((card) => isOver(box, card))));
  if (!moved.every(isFree)) return;
  label.x += way / 2;
  other.x -= way / 2;
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
