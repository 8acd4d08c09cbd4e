import type { Triple } from '../colliders/colliderShape.js';

/** Rotation x y z w. */
export type Turn = readonly [number, number, number, number];

/** Something in the room that bodies can touch. Positions are of its centre, world space, metres. */
export type WorldObject =
  | BoxObject
  | BallObject
  | { readonly kind: 'floor'; readonly name: string; readonly height: number }
  | DoorObject
  | ButtonObject;

export interface BoxObject {
  readonly kind: 'box';
  readonly name: string;
  readonly size: Triple;
  readonly position: Triple;
  readonly rotation?: Turn;
  /** Kilograms; null stands fast. */
  readonly mass: number | null;
}

export interface BallObject {
  readonly kind: 'ball';
  readonly name: string;
  readonly radius: number;
  readonly position: Triple;
  readonly mass: number;
}

/** A leaf on a vertical hinge at its -x edge; it turns both ways and falls shut. */
export interface DoorObject {
  readonly kind: 'door';
  readonly name: string;
  readonly size: Triple;
  /** Middle of the shut leaf. */
  readonly position: Triple;
  readonly mass: number;
  /** How far it opens either way, radians. */
  readonly maxAngle: number;
}

/** A cap that can be pressed in along its own axis against a spring. */
export interface ButtonObject {
  readonly kind: 'button';
  readonly name: string;
  readonly radius: number;
  readonly position: Triple;
  /** Outward, a unit vector: the way it comes back. */
  readonly outward: Triple;
  /** How deep it goes, metres; it counts as pressed beyond half of that. */
  readonly travel: number;
  /** N per metre. */
  readonly stiffness: number;
}

/** Boxes on top of each other: what the room's stack to knock over is made of. */
export function stackOfBoxes(name: string, count: number, size: Triple, foot: Triple, mass: number): BoxObject[] {
  return Array.from({ length: count }, (_, level) => ({
    kind: 'box',
    name: `${name}${level + 1}`,
    size,
    position: [foot[0], foot[1] + size[1] * (level + 0.5), foot[2]],
    mass,
  }));
}

/** The things of the studio's room: boxes that stand fast, a ball, a door, a stack and a button. */
export const defaultRoom: readonly WorldObject[] = [
  { kind: 'floor', name: 'floor', height: 0 },
  { kind: 'box', name: 'table', size: [0.8, 0.05, 0.5], position: [0, 0.85, 0.75], mass: null },
  { kind: 'box', name: 'pillar', size: [0.3, 1.1, 0.3], position: [-0.9, 0.55, 0.4], mass: null },
  { kind: 'ball', name: 'ball', radius: 0.11, position: [0.2, 1.0, 0.7], mass: 0.4 },
  { kind: 'door', name: 'door', size: [0.8, 1.9, 0.04], position: [1.2, 0.96, 0.6], mass: 15, maxAngle: 1.7 },
  ...stackOfBoxes('crate', 5, [0.2, 0.2, 0.2], [-0.4, 0, 1.4], 0.8),
  {
    kind: 'button',
    name: 'button',
    radius: 0.05,
    position: [0.3, 0.89, 0.6],
    outward: [0, 1, 0],
    travel: 0.03,
    stiffness: 300,
  },
];
