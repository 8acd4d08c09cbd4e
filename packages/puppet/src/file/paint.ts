import type { SkinSettings } from './puppetFile.js';

type Paint = NonNullable<SkinSettings['paint']>;

/** Number of the region of each place; null where the text is not base64. */
export function paintedRegions({ regions }: Pick<Paint, 'regions'>): Uint8Array | null {
  try {
    return Uint8Array.from(atob(regions), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Regions of all places, as the file holds them. */
export function paintOf(regions: Uint8Array): Paint {
  let text = '';
  // In pieces: a call takes a limited number of arguments.
  for (let at = 0; at < regions.length; at += 8192) text += String.fromCharCode(...regions.subarray(at, at + 8192));
  return { placeCount: regions.length, regions: btoa(text) };
}

/** Why a paint does not fit a mesh; null where it does, or where nothing is painted. */
export function paintProblem(paint: Paint | null, placeCount: number): string | null {
  if (paint === null || paint.placeCount === placeCount) return null;
  return `expected ${placeCount}, as many as the model has places, got ${paint.placeCount}; paint the regions again`;
}
