/** A picture: sRGB and straight alpha, rows from the top. */
export interface PixelImage {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. width x height x 4. */
  readonly pixels: Uint8ClampedArray;
}

export function createPixelImage(width: number, height: number): PixelImage {
  return { width, height, pixels: new Uint8ClampedArray(width * height * 4) };
}

/** Red, green, blue and alpha, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Blends a colour over a pixel (Porter & Duff, "Compositing digital images", 1984, "over"). */
export function blendPixel(
  { width, height, pixels }: PixelImage,
  x: number,
  y: number,
  colour: Colour,
  share = 1,
): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = (y * width + x) * 4;
  const above = colour[3] * share;
  const below = (pixels[at + 3] / 255) * (1 - above);
  const alpha = above + below;
  if (alpha <= 0) return;
  for (let k = 0; k < 3; k++) pixels[at + k] = (colour[k] * 255 * above + pixels[at + k] * below) / alpha;
  pixels[at + 3] = alpha * 255;
}

export function fillRectangle(
  image: PixelImage,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Colour,
): void {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) blendPixel(image, column, row, colour);
}

/**
 * Colours from near to far, linear red, green, blue: pale grey, yellow, orange, red, dark purple. Each step is darker than
 * the one before, so that the map also works in greyscale and for colour-blind people.
 */
const steps: readonly (readonly [number, number, number])[] = [
  [0.62, 0.66, 0.68],
  [0.83, 0.66, 0.2],
  [0.8, 0.3, 0.05],
  [0.5, 0.06, 0.06],
  [0.15, 0.01, 0.16],
];

/** Colour of a distance as a share of the scale: 0 for the same place, 1 for its end. */
export function heatColour(share: number, out: Float32Array, at: number): void {
  const place = Math.min(1, Math.max(0, share)) * (steps.length - 1);
  const step = Math.min(Math.floor(place), steps.length - 2);
  const rest = place - step;
  for (let k = 0; k < 3; k++) out[at + k] = steps[step][k] * (1 - rest) + steps[step + 1][k] * rest;
}

/** Smallest of 1, 2 or 5 times a power of ten at or above the largest value: the end of the legend. */
export function heatScale(largest: number): number {
  if (!(largest > 0)) return 0.01;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((factor) => factor * power >= largest * (1 - 1e-9)) ?? 10) * power;
}
