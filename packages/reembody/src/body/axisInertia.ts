import { createQuat, createVec3, quat, type ReadonlyQuat, type ReadonlyVec3, vec3 } from '@leib/core';
import type { RemoteBody } from './remoteBody.js';
import { postureTurn } from './tuningPosture.js';

/**
 * Inertia of its own that every axis has, kg m2, besides the limb's: up to twice the limb's for light ones, as geared motors
 * have. The contact solver does not know of the drives' implicit damping; without this a hand that is pressed on a table
 * would chatter on it, by up to 14 mm (docs/reembody.md). By speed.
 */
export function armatures(body: RemoteBody): Float64Array {
  const own = limbInertias(body, true);
  for (const drive of body.drives) {
    const first = drive.firstSpeed;
    let smallest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < drive.speedCount; k++) {
      const armature = Math.max(LEAST_ARMATURE, Math.min(ARMATURE_SHARE * own[first + k], MOST_ARMATURE));
      own[first + k] = armature;
      smallest = Math.min(smallest, armature);
    }
    // The engine has one for all three axes of a ball.
    if (drive.kind === 'ball') own.fill(smallest, first, first + drive.speedCount);
  }
  return own;
}
const LEAST_ARMATURE = 1e-4;
const MOST_ARMATURE = 0.02;
const ARMATURE_SHARE = 2;

/** What each axis has to turn while all others are held, kg m2: the limb and its own armature. By speed. */
export function axisInertias(body: RemoteBody, isBent = true): Float64Array {
  const inertias = limbInertias(body, isBent);
  const own = armatures(body);
  for (let s = 0; s < inertias.length; s++) inertias[s] += own[s];
  return inertias;
}

/**
 * Inertia of everything beyond each joint, about its axis, kg m2. With `isBent` in the posture that joints are tuned in,
 * else in the T-pose. By speed.
 */
function limbInertias(body: RemoteBody, isBent: boolean): Float64Array {
  const { parts, drives } = body;
  const turns = parts.map(() => createQuat());
  const places = parts.map(() => createVec3());
  for (const [index, part] of parts.entries()) {
    if (part.parent < 0) continue;
    const held = isBent && part.drive >= 0 ? postureTurn(drives[part.drive]) : null;
    vec3.transformQuat(places[index], part.offset, turns[part.parent]);
    vec3.add(places[index], places[index], places[part.parent]);
    quat.multiply(turns[index], turns[part.parent], held ?? createQuat());
  }
  const inertias = new Float64Array(body.speedCount);
  for (const drive of drives) {
    const parent = parts[drive.part].parent;
    for (let k = 0; k < drive.speedCount; k++) {
      const axis = createVec3();
      axis[drive.axes[k]] = 1;
      // Hinges are counted from the parent; a ball's axes go with the part itself.
      vec3.transformQuat(axis, axis, turns[drive.kind === 'ball' ? drive.part : parent]);
      let sum = 0;
      for (const [index, part] of parts.entries()) {
        if (!hangsOn(body, index, drive.part)) continue;
        sum += partInertiaAbout(part, turns[index], places[index], places[drive.part], axis);
      }
      inertias[drive.firstSpeed + k] = sum;
    }
  }
  return inertias;
}

function hangsOn({ parts }: RemoteBody, part: number, above: number): boolean {
  let at = part;
  while (at > above) at = parts[at].parent;
  return at === above;
}

type Part = RemoteBody['parts'][number];

/** Of one part about an axis through a point: its own and, by Steiner, its mass's. */
function partInertiaAbout(
  { inertia: [xx, yy, zz, xy, xz, yz], centre, mass }: Part,
  turn: ReadonlyQuat,
  place: ReadonlyVec3,
  point: ReadonlyVec3,
  axis: ReadonlyVec3,
): number {
  const local = vec3.transformQuat(createVec3(), axis, quat.invert(createQuat(), turn));
  const [x, y, z] = [local[0], local[1], local[2]];
  const own = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
  const arm = vec3.transformQuat(createVec3(), centre, turn);
  vec3.add(arm, arm, place);
  vec3.subtract(arm, arm, point);
  const along = vec3.dot(arm, axis);
  return own + mass * (vec3.dot(arm, arm) - along * along);
}
