/** A text over the picture, pixels; x and y are its upper left corner. */
export interface LabelBox {
  readonly x: number;
  y: number;
  readonly width: number;
  readonly height: number;
}

/** Moves labels down until no two of them overlap; the upper ones stay. */
export function separateLabels(boxes: readonly LabelBox[]): void {
  const placed: LabelBox[] = [];
  for (const box of boxes.toSorted((a, b) => a.y - b.y)) {
    for (let other = overlapped(box, placed); other; other = overlapped(box, placed)) box.y = other.y + other.height;
    placed.push(box);
  }
}

function overlapped(box: LabelBox, others: readonly LabelBox[]): LabelBox | undefined {
  return others.find(
    ({ x, y, width, height }) =>
      box.x < x + width && x < box.x + box.width && box.y < y + height - 1e-6 && y < box.y + box.height - 1e-6,
  );
}
