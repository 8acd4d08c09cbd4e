import { createVec3, DEG, type Vec3, vec3 } from '@leib/core';
import {
  createGroundHit,
  createSphereContact,
  type GroundHit,
  type GroundSphere,
  type SphereContact,
} from '../ground/ground.js';

/** How a person moves through the world beyond walking: by stick, over steps, down edges. */
export interface PlayerSettings {
  /** Speed at full stick, metres per second. */
  readonly walkSpeed: number;
  /** The same with the left stick held down hard (grip pressed), metres per second. */
  readonly runSpeed: number;
  /** Stick values below this are a resting thumb. */
  readonly stickDeadZone: number;
  /** Time constant with which the stick's speed is taken up, seconds. */
  readonly stickEaseSeconds: number;
  readonly turn: 'smooth' | 'snap';
  /** Full stick, radians per second. */
  readonly smoothTurnSpeed: number;
  /** Radians per flick. */
  readonly snapTurnAngle: number;
  /** A flick begins above the first and is over below the second. */
  readonly snapAt: number;
  readonly snapReleaseAt: number;
  /** The sphere that travels with the person, metres. */
  readonly sphereRadius: number;
  /** Highest step that the player climbs, metres. */
  readonly maxStepHeight: number;
  /** Metres per second squared, downwards. */
  readonly gravity: number;
  /** Fastest fall, metres per second. */
  readonly maxFallSpeed: number;
  /** Time constant of being pushed up onto a step, and of the room's floor going where the feet are, seconds. */
  readonly riseSeconds: number;
}

/** Thesis ch. 3.3; rates instead of its easing per frame. */
export const defaultPlayerSettings: PlayerSettings = {
  walkSpeed: 1.4,
  runSpeed: 3,
  stickDeadZone: 0.15,
  stickEaseSeconds: 0.12,
  turn: 'snap',
  smoothTurnSpeed: 120 * DEG,
  snapTurnAngle: 30 * DEG,
  snapAt: 0.7,
  snapReleaseAt: 0.4,
  sphereRadius: 0.2,
  maxStepHeight: 0.35,
  gravity: 9.81,
  maxFallSpeed: 20,
  riseSeconds: 0.06,
};

/** Where the room stands in the world, and the sphere that carries it. One per person. */
export interface PlayerState {
  /** TargetOffset: the parent of all tracked poses. World space; the room's floor is at its height. */
  readonly offsetWorld: Vec3;
  /** Radians about +Y. */
  offsetYaw: number;
  /** Lowest point of the sphere, world space: where the person stands. */
  readonly footingWorld: Vec3;
  /** Speed of the fall, metres per second, downwards. */
  fallSpeed: number;
  isGrounded: boolean;
  /**
   * What the player adds to the person's own motion, world space, metres per second: the stick's way, and in y how fast
   * a step that is climbed lifts the room. The gait needs it.
   */
  readonly stickVelocityWorld: Vec3;
  /** Head bob under the stick, metres; written by the gait's head stage, added to the offset's height. */
  bob: number;
  /** Lower of both feet's grounds, world space: gait's feedback.groundY; null: no feet to go by. Written by the caller before stepPlayer(). */
  feetY: number | null;
  isTurning: boolean;
  isPlaced: boolean;
  /** How often the room was put or turned elsewhere at once; applyTargetOffset() adds it to the joints'. */
  teleportCount: number;
  readonly hit: GroundHit;
  readonly sphere: GroundSphere;
  readonly contact: SphereContact;
}

export function createPlayerState(): PlayerState {
  return {
    offsetWorld: createVec3(),
    offsetYaw: 0,
    footingWorld: createVec3(),
    fallSpeed: 0,
    isGrounded: false,
    stickVelocityWorld: createVec3(),
    bob: 0,
    feetY: null,
    isTurning: false,
    isPlaced: false,
    teleportCount: 0,
    hit: createGroundHit(),
    sphere: { centre: createVec3(), radius: 0.5, stepY: 0.5 },
    contact: createSphereContact(),
  };
}

/** Puts the room somewhere else at once: a teleport. */
export function placePlayer(state: PlayerState, x: number, y: number, z: number, yaw: number): void {
  const [wasX, wasY, wasZ] = state.offsetWorld;
  if (x !== wasX || y !== wasY || z !== wasZ || yaw !== state.offsetYaw) state.teleportCount++;
  vec3.set(state.offsetWorld, x, y, z);
  state.offsetYaw = yaw;
  state.fallSpeed = 0;
  vec3.zero(state.stickVelocityWorld);
  state.isPlaced = false;
}
