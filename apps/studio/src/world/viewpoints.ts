import { Vector3 } from 'three';

/**
 * Where the camera is at first in each mode that orbits: over the shoulder, where the glass is, before a figure or a row.
 * Those of the person are for one of PERSON_HEIGHT.
 */
export const viewpoints = {
  orbit: { position: new Vector3(1.3, 1.55, -3.5), target: new Vector3(0.12, 0.9, 0.5) },
  mirror: { position: new Vector3(0.45, 1.3, 3.1), target: new Vector3(0, 0.86, 0) },
  figure: { position: new Vector3(0.5, 1.35, 3.5), target: new Vector3(0, 0.92, 0) },
  row: { position: new Vector3(0, 1.6, 6.3), target: new Vector3(0, 0.84, 0) },
} as const;

export const PERSON_HEIGHT = 1.72;

/** Figures in a row, metres: from the middle to the outermost place, and the height of the tallest. */
export interface FigureRow {
  readonly halfWidth: number;
  readonly height: number;
}

/** Room beside the outermost figure, above the tallest and below the feet, metres. */
const BESIDE = 0.72;
const ABOVE = 0.15;
const BELOW = 0.4;

/** Tangents of the half angles in which a row is whole, seen from its viewpoint. */
export function rowTangents({ halfWidth, height }: FigureRow): { readonly up: number; readonly across: number } {
  const { position, target } = viewpoints.row;
  return {
    up: Math.max(height + ABOVE - target.y, target.y + BELOW) / position.z,
    across: (halfWidth + BESIDE) / position.z,
  };
}
