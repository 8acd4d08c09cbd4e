import type { PuppetFile } from '@leib/puppet';
import { Quaternion, Vector3 } from 'three';

export type Point = readonly [number, number, number];
export type Turn = readonly [x: number, y: number, z: number, w: number];

/** How a handle moves under a pointer. */
type HandleMotion =
  /** Anywhere, in the plane that faces the viewer. */
  | { readonly kind: 'free'; readonly at: Point }
  /** Along a line, by its distance from the origin, metres. */
  | { readonly kind: 'line'; readonly origin: Point; readonly direction: Point; readonly distance: number }
  /** On a circle, by its angle, radians. */
  | {
      readonly kind: 'circle';
      readonly angle: number;
      readonly least: number;
      readonly most: number;
      pointAt(angle: number): Point;
    };

/** Where a handle has been taken: a point, a distance or an angle, as its motion says. */
export type HandleValue = Point | number;

/** Something in the picture that can be dragged to change the puppet's file. Points are those of the model at rest. */
export interface EditHandle {
  readonly id: string;
  /** What dragging it does; also the words of the undo step. */
  readonly label: string;
  readonly look: 'end' | 'centre' | 'side' | 'turn' | 'limit';
  /** CSS colour; absent: that of its look. */
  readonly colour?: string;
  /** Whether it goes with the part itself or with what the part is linked to. */
  readonly rides: 'part' | 'parent';
  readonly motion: HandleMotion;
  apply(file: PuppetFile, value: HandleValue): PuppetFile;
  /** How the part stands when the limit is reached, parent's space; limits only. */
  reach?(value: HandleValue): Turn;
}

/** Where a handle is at rest. */
export function placeOfMotion(motion: HandleMotion): Point {
  if (motion.kind === 'free') return motion.at;
  if (motion.kind === 'circle') return motion.pointAt(motion.angle);
  const { origin, direction, distance } = motion;
  return [
    origin[0] + direction[0] * distance,
    origin[1] + direction[1] * distance,
    origin[2] + direction[2] * distance,
  ];
}

/** Points and turns of a file, and back. */

export function vectorOf([x, y, z]: Point): Vector3 {
  return new Vector3(x, y, z);
}

export function turnOf([x, y, z, w]: Turn): Quaternion {
  return new Quaternion(x, y, z, w).normalize();
}

export function pointFrom({ x, y, z }: Vector3): [number, number, number] {
  return [x, y, z];
}

export function turnFrom({ x, y, z, w }: Quaternion): [number, number, number, number] {
  return [x, y, z, w];
}

/** Unit vector along an axis of a frame. */
export function axisOf(frame: Turn, axis: number): Vector3 {
  return new Vector3().setComponent(axis, 1).applyQuaternion(turnOf(frame));
}
