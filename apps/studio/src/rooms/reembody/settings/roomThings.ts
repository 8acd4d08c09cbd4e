import { decodeWorldObjects, defaultRoom, type WorldObject } from '@leib/reembody';

/** Most things of a room; the server takes as many. */
export const MAX_THINGS = 64;
/** Farthest from the middle of the room that a thing may be, metres. */
const FARTHEST = 100;

/** Reason why a value is refused as the things of a room, or null. */
export function checkThings(value: unknown): string | null {
  const decoded = decodeWorldObjects(value, { count: MAX_THINGS, metres: FARTHEST });
  return decoded.ok ? null : `${decoded.path ? `${decoded.path}: ` : ''}${decoded.reason}`;
}

/** From the remote body to the ghost beside it, metres. */
export const BESIDE = 0.95;

/** Boxes that end higher above the floor are furniture, metres: the highest step that can be set to be climbed. */
const HIGHEST_STEP = 0.8;
/** Of a new ramp, radians: 11.5 degrees. */
const RAMP_TILT = (11.5 * Math.PI) / 180;

/** What a new thing can be. */
export const thingKinds = ['box', 'ball', 'door', 'button', 'step', 'ramp'] as const;
export type ThingKind = (typeof thingKinds)[number];
/** A thing that can be moved; the floor is not among them. */
export type Thing = Exclude<WorldObject, { readonly kind: 'floor' }>;

export type Box = Extract<WorldObject, { readonly kind: 'box' }>;

/** The room as it is set: the default one where nothing is. */
export function thingsOf(things: readonly WorldObject[] | null): readonly WorldObject[] {
  return things ?? defaultRoom;
}

/** The highest floor, metres. */
export function floorOf(things: readonly WorldObject[]): number {
  const floors = things.flatMap((thing) => (thing.kind === 'floor' ? [thing.height] : []));
  return floors.length === 0 ? 0 : Math.max(...floors);
}

export function fixedBoxesOf(things: readonly WorldObject[]): readonly Box[] {
  return things.flatMap((thing) => (thing.kind === 'box' && thing.mass === null ? [thing] : []));
}

/** Whether there is something to step on: then steps lift people who walk, too, and walls stop them. */
export function hasSteps(things: readonly WorldObject[]): boolean {
  const floorY = floorOf(things);
  return floorY !== 0 || fixedBoxesOf(things).some((box) => lowestTop(box) - floorY <= HIGHEST_STEP);
}

/** Where a box can be stepped on: the lowest corner of the side that faces up most. Of a ramp that is its foot. */
function lowestTop({ size: [width, height, depth], position: [, y], rotation }: Box): number {
  const [a, b, c, d] = rotation ?? [0, 0, 0, 1];
  const length = Math.hypot(a, b, c, d) || 1;
  const [qx, qy, qz, qw] = [a / length, b / length, c / length, d / length];
  // How far half of each side goes up: the second row of the rotation's matrix.
  const rises = [
    width * Math.abs(qx * qy + qz * qw),
    height * Math.abs(0.5 - qx * qx - qz * qz),
    depth * Math.abs(qy * qz - qx * qw),
  ];
  const steepness = [rises[0] / width, rises[1] / height, rises[2] / depth];
  const facing = steepness.indexOf(Math.max(...steepness));
  return rises.reduce((top, rise, k) => (k === facing ? top + rise : top - rise), y);
}

/** A new thing before the person, with a name that no other has. */
export function newThing(kind: ThingKind, things: readonly WorldObject[]): Thing {
  const names = new Set(things.map(({ name }) => name));
  let number = 1;
  while (names.has(`${kind}${number}`)) number++;
  const name = `${kind}${number}`;
  switch (kind) {
    case 'box':
      return { kind, name, size: [0.2, 0.2, 0.2], position: [0, 1.1, 0.8], mass: 1 };
    case 'step':
      return { kind: 'box', name, size: [0.9, 0.17, 0.5], position: [-0.47, 0.085, -0.45], mass: null };
    case 'ramp':
      return turnedBox(
        { kind: 'box', name, size: [0.9, 0.3, 1.6], position: [0.75, 0.02, -0.9], mass: null },
        { turn: 0, tilt: RAMP_TILT },
      );
    case 'ball':
      return { kind, name, radius: 0.1, position: [0, 1.1, 0.8], mass: 0.4 };
    case 'door':
      return { kind, name, size: [0.8, 1.9, 0.04], position: [0, 0.96, 1.6], mass: 15, maxAngle: 1.7 };
    case 'button':
      return {
        kind,
        name,
        radius: 0.05,
        position: [-0.3, 0.89, 0.6],
        outward: [0, 1, 0],
        travel: 0.03,
        stiffness: 300,
      };
  }
}

/** How a box stands, radians: turned about up, and then tilted, its +z end down. */
export interface BoxTurn {
  readonly turn: number;
  readonly tilt: number;
}

export function turnedBox(box: Box, { turn, tilt }: BoxTurn): Box {
  const [sinTurn, cosTurn] = [Math.sin(turn / 2), Math.cos(turn / 2)];
  const [sinTilt, cosTilt] = [Math.sin(tilt / 2), Math.cos(tilt / 2)];
  return { ...box, rotation: [cosTurn * sinTilt, sinTurn * cosTilt, -sinTurn * sinTilt, cosTurn * cosTilt] };
}

/** The inverse of turnedBox(); of a box that leans sideways, too, what is nearest. */
export function turnOfBox({ rotation }: Box): BoxTurn {
  const [x, y, z, w] = rotation ?? [0, 0, 0, 1];
  const turn = 2 * Math.atan2(y, w);
  const tilt = 2 * Math.atan2(x * Math.cos(turn / 2) - z * Math.sin(turn / 2), Math.hypot(y, w));
  return { turn, tilt };
}

/** The things with one of them replaced, by its number. */
export function withThing(things: readonly WorldObject[], number: number, thing: WorldObject): readonly WorldObject[] {
  return things.map((each, i) => (i === number ? thing : each));
}

/** A thing at another place; the floor goes up and down only. */
export function movedThing(thing: WorldObject, position: readonly [number, number, number]): WorldObject {
  return thing.kind === 'floor' ? { ...thing, height: position[1] } : { ...thing, position };
}
