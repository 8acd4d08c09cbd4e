/** A label in a column, placed near the height of its anchor. */
export interface Spreadable {
  readonly anchorY: number;
  y: number;
}

const byAnchor = (a: Spreadable, b: Spreadable) => a.anchorY - b.anchorY;

/** Places labels near their anchors, at least `pitch` apart, between top and bottom. Sorts in place. */
export function spreadLabels(labels: Spreadable[], pitch: number, top: number, bottom: number): void {
  labels.sort(byAnchor);
  let least = top;
  for (let i = 0; i < labels.length; i++) {
    labels[i].y = Math.max(least, labels[i].anchorY);
    least = labels[i].y + pitch;
  }
  let most = bottom;
  for (let i = labels.length - 1; i >= 0; i--) {
    labels[i].y = Math.min(most, labels[i].y);
    most = labels[i].y - pitch;
  }
}
