import { createVec3, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import {
  createGroundHit,
  createSphereContact,
  type Ground,
  type GroundHit,
  type GroundSphere,
  type SphereContact,
} from '../ground/ground.js';
import type { PlayerState } from './playerState.js';

/** Where a throw comes down, and the way to it. One per pointer. */
export interface Landing {
  /** On the ground, world space. */
  readonly pointWorld: Vec3;
  /** Points of the way, world space, x y z each; the last is where it ended. */
  readonly way: Float64Array;
  wayCount: number;
  readonly hit: GroundHit;
  /** What a wall is looked for with. */
  readonly sphere: GroundSphere;
  readonly contact: SphereContact;
}

/** Points of a way at most; between two of them it goes this far, metres. */
const MOST_POINTS = 200;
const STRIDE = 0.1;
/** Ground that is steeper than this is not landed on: cosine of its slope. */
const STEEPEST = 0.7;
/** What rises so far above the way of a throw is a wall, metres. */
const WALL_HEIGHT = 0.5;

export function createLanding(): Landing {
  return {
    pointWorld: createVec3(),
    way: new Float64Array(MOST_POINTS * 3),
    wayCount: 0,
    hit: createGroundHit(),
    sphere: { centre: createVec3(), radius: STRIDE / 2, stepY: 0 },
    contact: createSphereContact(),
  };
}

/**
 * Follows a throw from a point until it meets the ground from above. `velocity` in metres per second; gravity 0: a straight
 * line, such as the look through a pointer. False where it meets none within 20 metres, or only a slope too steep to stand on, and where a
 * throw meets a wall.
 */
export function findLanding(
  ground: Ground,
  fromWorld: ReadonlyVec3,
  velocityWorld: ReadonlyVec3,
  gravity: number,
  out: Landing,
): boolean {
  const { way, hit, pointWorld } = out;
  const speed = Math.max(1e-6, vec3.length(velocityWorld));
  const dt = STRIDE / speed;
  let fall = 0;
  vec3.copy(pointWorld, fromWorld);
  for (out.wayCount = 0; out.wayCount < MOST_POINTS; out.wayCount++) {
    way.set(pointWorld, out.wayCount * 3);
    const before = pointWorld[1];
    pointWorld[0] += velocityWorld[0] * dt;
    pointWorld[1] += (velocityWorld[1] - fall - (gravity * dt) / 2) * dt;
    pointWorld[2] += velocityWorld[2] * dt;
    fall += gravity * dt;
    // A look begins at the camera, which may be outside of a room; a hand is where the person is.
    if (gravity > 0 && isInWall(ground, pointWorld, out)) return false;
    const isGround = ground.query(pointWorld[0], pointWorld[2], Math.max(before, pointWorld[1]), hit);
    if (!isGround || hit.height < pointWorld[1]) continue;
    pointWorld[1] = hit.height;
    way.set(pointWorld, Math.min(out.wayCount + 1, MOST_POINTS - 1) * 3);
    out.wayCount = Math.min(out.wayCount + 2, MOST_POINTS);
    return hit.normal[1] >= STEEPEST;
  }
  return false;
}

/** Nobody goes through it. */
function isInWall(ground: Ground, pointWorld: ReadonlyVec3, { sphere, contact }: Landing): boolean {
  vec3.copy(sphere.centre, pointWorld);
  sphere.stepY = pointWorld[1] + WALL_HEIGHT;
  return ground.sphereContact?.(sphere, contact) ?? false;
}

/** Puts the person, whose head the room's joints hold, over a point of the ground at once: a teleport. */
export function carryHeadTo(state: PlayerState, room: JointFrame, groundWorld: ReadonlyVec3): void {
  const at = pointNumber.head * POSE_SIZE;
  const x = room.jointPoses[at];
  const z = room.jointPoses[at + 2];
  const sin = Math.sin(state.offsetYaw);
  const cos = Math.cos(state.offsetYaw);
  vec3.set(state.offsetWorld, groundWorld[0] - cos * x - sin * z, groundWorld[1], groundWorld[2] + sin * x - cos * z);
  state.fallSpeed = 0;
  vec3.zero(state.stickVelocityWorld);
  state.teleportCount++;
  // Stands there in the next frame.
  state.isPlaced = false;
}
