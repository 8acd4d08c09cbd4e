import { blendPixel, type Colour, type PixelImage } from './pixelImage.js';
import { CAP_HEIGHT, layOutText } from './strokeFont.js';

export interface TextStyle {
  /** Height of capitals, pixels. */
  readonly capHeight: number;
  readonly colour: Colour;
  /** Outline around the letters for contrast; null for none. */
  readonly halo: Colour | null;
  /** Position of x in the text. */
  readonly align: 'left' | 'centre' | 'right';
}

/** Thickness of the pen and of the halo around it, shares of the height of capitals. */
const penWidth = 0.135;
const haloWidth = 0.16;

/** Width of a line of text for capitals of height 1. */
export function textWidth(text: string): number {
  return layOutText(text).width / CAP_HEIGHT;
}

/** Draws a line of text with its baseline at y, smooth at any size. */
export function drawText(image: PixelImage, text: string, x: number, y: number, style: TextStyle): void {
  const { strokes, width } = layOutText(text);
  const scale = style.capHeight / CAP_HEIGHT;
  const startX = x - (style.align === 'left' ? 0 : style.align === 'right' ? width : width / 2) * scale;
  // A pen thinner than a pixel would fade.
  const penRadius = Math.max((penWidth * style.capHeight) / 2, 0.55);
  const reach = Math.ceil(penRadius + haloWidth * style.capHeight + 1);
  const left = Math.floor(startX) - reach;
  const top = Math.floor(y - style.capHeight * 1.4) - reach;
  const columns = Math.ceil(width * scale) + 2 * reach + 1;
  const rows = Math.ceil(style.capHeight * 1.8) + 2 * reach + 1;
  // Distance of each pixel from the nearest stroke; pen and halo are two thresholds of it.
  const distances = new Float32Array(columns * rows).fill(reach);
  for (const stroke of strokes) {
    const last = Math.max(stroke.length - 2, 2);
    for (let at = 0; at < last; at += 2) {
      const next = at + 2 < stroke.length ? at + 2 : at;
      nearSegment(
        startX + stroke[at] * scale - left,
        y - stroke[at + 1] * scale - top,
        startX + stroke[next] * scale - left,
        y - stroke[next + 1] * scale - top,
      );
    }
  }
  if (style.halo !== null) lay(style.halo, penRadius + haloWidth * style.capHeight);
  lay(style.colour, penRadius);

  function lay(colour: Colour, radius: number): void {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const share = Math.min(1, Math.max(0, radius + 0.5 - distances[row * columns + column]));
        if (share > 0) blendPixel(image, left + column, top + row, colour, share);
      }
    }
  }

  function nearSegment(ax: number, ay: number, bx: number, by: number): void {
    const [dx, dy] = [bx - ax, by - ay];
    const lengthSq = dx * dx + dy * dy;
    const firstRow = Math.max(0, Math.floor(Math.min(ay, by) - reach));
    const lastRow = Math.min(rows - 1, Math.ceil(Math.max(ay, by) + reach));
    const firstColumn = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
    const lastColumn = Math.min(columns - 1, Math.ceil(Math.max(ax, bx) + reach));
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const [px, py] = [column + 0.5 - ax, row + 0.5 - ay];
        const along = lengthSq > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSq)) : 0;
        const distance = Math.sqrt((px - along * dx) ** 2 + (py - along * dy) ** 2);
        const at = row * columns + column;
        if (distance < distances[at]) distances[at] = distance;
      }
    }
  }
}
