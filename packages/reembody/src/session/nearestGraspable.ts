import type { RemoteWorld } from '../world/remoteWorld.js';
import type { WorldObject } from '../world/worldObject.js';
import { OBJECT_SIZE } from './remoteFrame.js';

/** A hand takes what is this near to its middle, metres. */
export const GRASP_REACH = 0.12;

/**
 * The thing that a closing hand takes: the nearest that can be moved and whose surface is within `reach` of the point,
 * metres. Its number, or -1.
 */
export function nearestGraspable(world: RemoteWorld, pointWorld: Float64Array, reach: number): number {
  let nearest = -1;
  let nearestDistance = reach;
  for (let i = 0; i < world.objects.length; i++) {
    const { object, place } = world.objects[i];
    const distance = distanceToObject(object, place, 0, pointWorld);
    if (distance > nearestDistance) continue;
    nearest = i;
    nearestDistance = distance;
  }
  return nearest;
}

/** The same from the numbers of a frame: the thing that a hand would take if it closed now. */
export function nearestGraspableInFrame(
  objects: readonly WorldObject[],
  frame: Float64Array,
  objectsAt: number,
  pointWorld: Float64Array,
  reach: number = GRASP_REACH,
): number {
  let nearest = -1;
  let nearestDistance = reach;
  for (let i = 0; i < objects.length; i++) {
    const distance = distanceToObject(objects[i], frame, objectsAt + i * OBJECT_SIZE, pointWorld);
    if (distance > nearestDistance) continue;
    nearest = i;
    nearestDistance = distance;
  }
  return nearest;
}

/**
 * From a point to an object's surface, 0 inside it, metres; Infinity for what cannot be taken. Its position and rotation
 * stand in `places` from `at` on.
 */
function distanceToObject(object: WorldObject, places: Float64Array, at: number, pointWorld: Float64Array): number {
  if (object.kind === 'floor' || object.kind === 'button') return Infinity;
  if (object.kind === 'box' && object.mass === null) return Infinity;
  toLocal(inside, places, at, pointWorld);
  if (object.kind === 'ball') {
    const distanceSq = inside[0] * inside[0] + inside[1] * inside[1] + inside[2] * inside[2];
    return Math.max(0, Math.sqrt(distanceSq) - object.radius);
  }
  // A door's place is its hinge, at the leaf's -x edge.
  if (object.kind === 'door') inside[0] -= object.size[0] / 2;
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const beyond = Math.max(0, Math.abs(inside[k]) - object.size[k] / 2);
    sum += beyond * beyond;
  }
  return Math.sqrt(sum);
}
/** Scratch of distanceToObject: the point in the object's own space. */
const inside = new Float64Array(3);

function toLocal(out: Float64Array, places: Float64Array, at: number, pointWorld: Float64Array): void {
  const x = pointWorld[0] - places[at];
  const y = pointWorld[1] - places[at + 1];
  const z = pointWorld[2] - places[at + 2];
  const qx = -places[at + 3];
  const qy = -places[at + 4];
  const qz = -places[at + 5];
  const qw = places[at + 6];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[0] = x + qw * tx + qy * tz - qz * ty;
  out[1] = y + qw * ty + qz * tx - qx * tz;
  out[2] = z + qw * tz + qx * ty - qy * tx;
}
