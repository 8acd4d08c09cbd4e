import type { Wall, WallEye } from './wallsFile.js';

/** One of the pictures that a wall is made of. */
export interface WallPicture {
  readonly eye: WallEye;
  /** Part of the wall's pixels in shares of its size, from the lower left: x, y, width, height. */
  readonly area: readonly [x: number, y: number, width: number, height: number];
  /** Colours that this picture may write: red, green, blue. */
  readonly colours: readonly [red: boolean, green: boolean, blue: boolean];
}

const whole = [0, 0, 1, 1] as const;
const allColours = [true, true, true] as const;

/**
 * The pictures of a wall, the left eye's first. Side by side and top-bottom squeeze each picture to half of the pixels, as
 * 3D screens expect it. Anaglyph: red for the left eye, cyan for the right.
 */
export function wallPictures({ stereo, eye }: Wall): readonly WallPicture[] {
  switch (stereo) {
    case 'mono':
      return [{ eye, area: whole, colours: allColours }];
    case 'side-by-side':
      return [
        { eye: 'left', area: [0, 0, 0.5, 1], colours: allColours },
        { eye: 'right', area: [0.5, 0, 0.5, 1], colours: allColours },
      ];
    case 'top-bottom':
      return [
        { eye: 'left', area: [0, 0.5, 1, 0.5], colours: allColours },
        { eye: 'right', area: [0, 0, 1, 0.5], colours: allColours },
      ];
    case 'anaglyph':
      return [
        { eye: 'left', area: whole, colours: [true, false, false] },
        { eye: 'right', area: whole, colours: [false, true, true] },
      ];
  }
}
