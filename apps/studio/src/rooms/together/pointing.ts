import { isRecord, jointOfBone, type Pose, type Skeleton } from '@leib/core';
import type { ActorId, Json } from '@leib/stage';
import { Plane, Quaternion, Ray, Vector3 } from 'three';

/**
 * Where somebody points, as it stands in their settings: with a hand, whose ray everybody works out from the body that they have
 * anyway, or at a place that their mouse is over, the world's metres.
 */
export type Pointing =
  | { readonly hand: 'left' | 'right' }
  | { readonly at: readonly [x: number, y: number, z: number]; readonly on: ActorId | null };

/** From the document: anybody may have written it. Null where it is none. */
export function readPointing(value: unknown): Pointing | null {
  if (!isRecord(value)) return null;
  const { hand, at, on } = value;
  if (hand === 'left' || hand === 'right') return { hand };
  if (!Array.isArray(at) || at.length !== 3 || !at.every((part) => Number.isFinite(part) && Math.abs(part) < 1000))
    return null;
  return { at: [at[0], at[1], at[2]], on: typeof on === 'string' ? on : null };
}

export function writePointing(pointing: Pointing): Json {
  return 'hand' in pointing ? { hand: pointing.hand } : { at: pointing.at.map(toCentimetres), on: pointing.on };
}

const toCentimetres = (metres: number) => Math.round(metres * 100) / 100;

/** Somebody who can be pointed at. */
export interface Standing {
  readonly id: ActorId;
  readonly head: Vector3;
  readonly feet: Vector3;
}

export interface Hit {
  readonly at: Vector3;
  /** Whom it meets; null: the scene, the floor, or nothing within reach. */
  readonly on: ActorId | null;
}

/** How thick a person is to a ray, and how far one reaches, metres. */
const THICK = 0.24;
const REACH = 12;

/** What a ray meets first. @param onScene where it meets what stands in the room, however far that is */
export function hitOf(ray: Ray, people: readonly Standing[], floorY: number, onScene: Vector3 | null): Hit {
  let metres = onScene?.distanceTo(ray.origin) ?? REACH;
  let on: ActorId | null = null;
  const [onRay, floor] = [new Vector3(), new Vector3()];
  if (ray.intersectPlane(new Plane(new Vector3(0, 1, 0), -floorY), floor))
    metres = Math.min(metres, floor.distanceTo(ray.origin));
  for (const { id, head, feet } of people) {
    if (ray.distanceSqToSegment(feet, head, onRay) > THICK ** 2) continue;
    const away = Math.max(0, onRay.distanceTo(ray.origin) - THICK);
    if (away < metres) [metres, on] = [away, id];
  }
  return { at: ray.at(metres, new Vector3()), on };
}

interface Posed {
  readonly skeleton: Skeleton;
  readonly pose: Pose;
}

/** Where a joint is, the world's metres; null where the body has none. `scale`: the world's metres per one of the body's. */
export function placeOfJoint({ skeleton, pose }: Posed, bone: Parameters<typeof jointOfBone>[1], scale: number) {
  const joint = jointOfBone(skeleton, bone);
  if (joint < 0) return null;
  return new Vector3(...pose.worldPositions.subarray(joint * 3, joint * 3 + 3)).multiplyScalar(scale);
}

/** From the wrist to where the fingers point; null where the body has no such hand. */
export function rayOfHand(body: Posed, side: 'left' | 'right', scale: number): Ray | null {
  const origin = placeOfJoint(body, `${side}Hand`, scale);
  if (origin === null) return null;
  const joint = jointOfBone(body.skeleton, `${side}Hand`);
  const turn = new Quaternion().fromArray(body.pose.worldRotations, joint * 4);
  // In the T-pose the arms are along X.
  return new Ray(origin, new Vector3(side === 'left' ? 1 : -1, 0, 0).applyQuaternion(turn).normalize());
}

export function standingOf(id: ActorId, body: Posed, scale: number): Standing | null {
  const head = placeOfJoint(body, 'head', scale);
  const hips = placeOfJoint(body, 'hips', scale);
  return head && hips && { id, head, feet: hips.clone().setY(Math.min(hips.y, placeOfFeet(body, scale))) };
}

function placeOfFeet(body: Posed, scale: number): number {
  const feet = (['left', 'right'] as const).map((side) => placeOfJoint(body, `${side}Foot`, scale)?.y ?? 0);
  return Math.min(...feet);
}

/** Those who come stand around the first one's place, face to face, and nobody in somebody else. */
export function placeOfComer(index: number): { readonly x: number; readonly z: number; readonly yaw: number } {
  const angle = angles[index % angles.length];
  const radius = RADIUS + Math.floor(index / angles.length) * RADIUS;
  // The first one is where a person is in every room.
  return { x: radius * Math.sin(angle), z: RADIUS + radius * Math.cos(angle), yaw: angle - Math.PI };
}

const RADIUS = 0.9;
const angles = [1, 0, 0.5, 1.5, 0.75, 0.25, 1.25, 1.75].map((halfTurns) => halfTurns * Math.PI);
