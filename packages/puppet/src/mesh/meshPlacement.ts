import { guessMeshUnit, type MeshUnit, meshUnits } from '@leib/formats';
import type { PuppetFile } from '../file/puppetFile.js';

/** From a file's space to model space: scaled, turned, moved. */
export type MeshPlacement = Pick<PuppetFile['mesh'], 'scale' | 'rotation' | 'position'>;

/** Longest sides of puppets that a hand can play, metres: what has none of them in any unit becomes 1 m long. */
const playable = { least: 0.02, most: 4 };

/**
 * A placement for a model that has none yet: the unit by its size (null: none fits, and it becomes 1 m long), standing on
 * the floor in the middle of the stage.
 */
export function proposePlacement(positions: Float64Array): {
  readonly placement: MeshPlacement;
  readonly unit: MeshUnit | null;
} {
  const { least, greatest } = boundsOf(positions);
  const longest = Math.max(...greatest.map((value, k) => value - least[k]));
  const guessed = guessMeshUnit(positions);
  const size = longest * meshUnits[guessed];
  const unit = size < playable.least || size > playable.most ? null : guessed;
  // The file wants a scale from a millionth to a million.
  const fitting = Math.min(Math.max(1 / longest, 1e-6), 1e6);
  const scale = unit === null ? fitting : meshUnits[unit];
  const middle = (k: number) => -scale * 0.5 * (least[k] + greatest[k]);
  return { placement: { scale, rotation: [0, 0, 0, 1], position: [middle(0), -scale * least[1], middle(2)] }, unit };
}

/** The points of a file in model space. */
export function placePoints(positions: Float64Array, { scale, rotation, position }: MeshPlacement): Float64Array {
  const [qx, qy, qz, qw] = rotation;
  const [px, py, pz] = position;
  const out = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [scale * positions[at], scale * positions[at + 1], scale * positions[at + 2]];
    const [tx, ty, tz] = [2 * (qy * z - qz * y), 2 * (qz * x - qx * z), 2 * (qx * y - qy * x)];
    out[at] = px + x + qw * tx + qy * tz - qz * ty;
    out[at + 1] = py + y + qw * ty + qz * tx - qx * tz;
    out[at + 2] = pz + z + qw * tz + qx * ty - qy * tx;
  }
  return out;
}

export interface Bounds {
  readonly least: readonly number[];
  readonly greatest: readonly number[];
}

export function boundsOf(positions: Float64Array): Bounds {
  const least = [Infinity, Infinity, Infinity];
  const greatest = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    least[at % 3] = Math.min(least[at % 3], positions[at]);
    greatest[at % 3] = Math.max(greatest[at % 3], positions[at]);
  }
  return { least, greatest };
}
