import { type BodyParts, OFFSET_STEP } from './bodyParts.js';

/** An eyeball in its lids. */
export interface FittedEye {
  /** Metres. */
  readonly centre: readonly [number, number, number];
  /** Size, 1 for the default person. */
  readonly scale: number;
}

/** Lids of the default person are nearer to the eyeball than this in places, metres; others may be as near. */
const TOUCH = 0.0004;
const ROUNDS = 4;

/**
 * The eyeball goes with the lids: the best move and size that take the lids of the default person to those of this body,
 * and then back into the head by as much as it would stand out of them.
 */
export function fitEye(parts: BodyParts, side: 'left' | 'right', positions: Float64Array): FittedEye {
  const { vertices, places } = parts.lids[side];
  const radius = radiusOf(parts, side);
  const rest = middleOf(vertices.length, (i, k) => places[i * 3 + k]);
  const now = middleOf(vertices.length, (i, k) => positions[vertices[i] * 3 + k]);
  let [restSize, size] = [0, 0];
  vertices.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) {
      restSize += (places[i * 3 + k] - rest[k]) ** 2;
      size += (positions[vertex * 3 + k] - now[k]) ** 2;
    }
  });
  const scale = Math.sqrt(size / restSize);
  const centre = now.map((value, k) => value - scale * rest[k]) as [number, number, number];
  for (let round = 0; round < ROUNDS; round++) {
    let outside = 0;
    vertices.forEach((vertex, i) => {
      const distanceTo = (at: (k: number) => number) => Math.hypot(at(0), at(1), at(2));
      const restGap = distanceTo((k) => places[i * 3 + k]) - radius;
      const gap = distanceTo((k) => positions[vertex * 3 + k] - centre[k]) - scale * radius;
      const forward = Math.max(0.3, (positions[vertex * 3 + 2] - centre[2]) / (scale * radius));
      outside = Math.max(outside, (Math.min(restGap, TOUCH) - gap) / forward);
    });
    centre[2] -= outside;
  }
  return { centre, scale };
}

function middleOf(count: number, at: (i: number, k: number) => number): [number, number, number] {
  const middle: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) middle[k] += at(i, k) / count;
  return middle;
}

/** Radius of the eyeball that the file holds, metres. */
function radiusOf({ parts }: BodyParts, side: 'left' | 'right'): number {
  const eye = parts.find((part) => part.binding === 'eye' && part.side === side);
  if (eye?.binding !== 'eye') return 0;
  return Math.hypot(eye.places[0], eye.places[1], eye.places[2]) * OFFSET_STEP;
}
