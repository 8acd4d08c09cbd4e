import type { RemoteWorld, WorldObjectState } from '../world/remoteWorld.js';

/** Scratch: a point in an object's own space; written before it is read. */
const inside = new Float64Array(3);

/**
 * The thing that a closing hand takes: the nearest that can be moved and whose surface is within `reach` of the point,
 * metres. Its number, or -1.
 */
export function nearestGraspable(world: RemoteWorld, pointWorld: Float64Array, reach: number): number {
  let nearest = -1;
  let nearestDistance = reach;
  for (let i = 0; i < world.objects.length; i++) {
    const distance = distanceToObject(world.objects[i], pointWorld);
    if (distance > nearestDistance) continue;
    nearest = i;
    nearestDistance = distance;
  }
  return nearest;
}

/** From a point to an object's surface, 0 inside it, metres; Infinity for what cannot be taken. */
function distanceToObject({ object, place }: WorldObjectState, pointWorld: Float64Array): number {
  if (object.kind === 'floor' || object.kind === 'button') return Infinity;
  if (object.kind === 'box' && object.mass === null) return Infinity;
  toLocal(place, pointWorld);
  if (object.kind === 'ball') {
    const [x, y, z] = inside;
    return Math.max(0, Math.sqrt(x * x + y * y + z * z) - object.radius);
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

function toLocal(place: Float64Array, pointWorld: Float64Array): void {
  const x = pointWorld[0] - place[0];
  const y = pointWorld[1] - place[1];
  const z = pointWorld[2] - place[2];
  const qx = -place[3];
  const qy = -place[4];
  const qz = -place[5];
  const qw = place[6];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  inside[0] = x + qw * tx + qy * tz - qz * ty;
  inside[1] = y + qw * ty + qz * tx - qx * tz;
  inside[2] = z + qw * tz + qx * ty - qy * tx;
}
