import { DEG } from '@leib/core';

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
