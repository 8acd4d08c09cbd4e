import { Vector3 } from 'three';
import type { Subject } from './bodyBounds.js';

/** Where the camera is, and what it looks at. */
export interface Viewpoint {
  readonly position: Vector3;
  readonly target: Vector3;
}

/** Half of the width that a standing body takes up, metres. */
const HALF_WIDTH = 0.35;

/** A card takes at most this share of the picture's width. */
const MOST_CARD = 0.4;

/**
 * The view of a body and of another one `besideX` metres to its side: as it is where both are in the picture; else their
 * middle is its middle, from as far away as both are whole. `across`: tangent of half of the free picture's angle;
 * `cardShare`: how much of the picture's width a card at its left takes, which neither body is to stand behind.
 */
export function viewWithCompany(
  { position, target }: Viewpoint,
  besideX: number,
  across: number,
  cardShare = 0,
): Viewpoint {
  const card = across * Math.min(cardShare, MOST_CARD);
  const ahead = target.clone().sub(position).setY(0).normalize();
  const aside = new Vector3(-ahead.z, 0, ahead.x);
  const bodies = [new Vector3(), new Vector3(besideX, 0, 0)].map((body) => body.sub(position));
  const sides = bodies.map((body) => body.dot(aside));
  const depths = bodies.map((body) => body.dot(ahead));
  const isSeen = (side: number, i: number) =>
    side - HALF_WIDTH >= (2 * card - across) * depths[i] && side + HALF_WIDTH <= across * depths[i];
  if (sides.every(isSeen)) return { position, target };
  const middle = (sides[0] + sides[1]) / 2;
  const missing = (side: number, i: number) => (Math.abs(side - middle) + HALF_WIDTH) / (across - card) - depths[i];
  const back = Math.max(0, ...sides.map(missing));
  // What is left of the picture has its middle beside the card.
  const shift = aside.multiplyScalar(middle - card * ((depths[0] + depths[1]) / 2 + back));
  return {
    position: position.clone().add(shift).addScaledVector(ahead, -back),
    target: target.clone().add(shift),
  };
}

/** The space of a body and of another one beside it. */
export function subjectWithCompany({ centre, half }: Subject, besideX: number): Subject {
  return {
    centre: centre.clone().setX(centre.x + besideX / 2),
    half: half.clone().setX(half.x + Math.abs(besideX) / 2),
  };
}
