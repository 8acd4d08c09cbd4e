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
