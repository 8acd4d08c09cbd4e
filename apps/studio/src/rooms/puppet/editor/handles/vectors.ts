import { Quaternion, Vector3 } from 'three';
import type { Point, Turn } from './editHandle.js';

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
