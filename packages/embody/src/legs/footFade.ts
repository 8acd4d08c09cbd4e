import { createQuat, createVec3, type Quat, quat, type Vec3, vec3 } from '@leib/core';
import type { LedFoot } from '../gait/led/ledFeetState.js';

/** What one foot is off by since the second body took over, world space: fades out. */
export interface FootFade {
  /** 'new': still to be measured, from where the foot would be now. */
  phase: 'none' | 'new' | 'on';
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
  readonly offsetWorld: Vec3;
  readonly offsetTurn: Quat;
}

export function createFootFade(): FootFade {
  return {
    phase: 'none',
    ankleWorld: createVec3(),
    rotationWorld: createQuat(),
    offsetWorld: createVec3(),
    offsetTurn: createQuat(),
  };
}

/** Call it before another body takes over: the foot is to go on from where it is shown, as fast as it goes or may go. */
export function beginFootFade(fade: FootFade, foot: Readonly<LedFoot>, dtSeconds: number): void {
  fade.phase = 'new';
  const speed = vec3.length(foot.velocityWorld);
  const goesOn = speed > FASTEST ? FASTEST / speed : 1;
  vec3.scaleAndAdd(fade.ankleWorld, foot.shownWorld, foot.velocityWorld, goesOn * dtSeconds);
  vec3.add(fade.ankleWorld, fade.ankleWorld, fade.offsetWorld);
  quat.multiply(fade.rotationWorld, fade.offsetTurn, foot.shownRotation);
}

/** Most that a foot goes to where it should be, metres per second: 4 cm a frame at 60 Hz, slower than a foot swings. */
const FASTEST = 2.4;
/** What is left closes within about this time, seconds, and is gone below this, metres. */
const CLOSING_SECONDS = 0.05;
const GONE = 1e-3;
/** A foot that is farther off was put elsewhere with its person, metres. */
const FARTHEST = 1;

const none = createQuat();
const inverse = createQuat();

/** Adds what a foot is still off by to where it is to be. What the trunk and the steps go by is not touched. */
export function stepFootFade(
  fade: FootFade,
  ankleWorld: Vec3,
  rotationWorld: Quat,
  isPlaced: boolean,
  dtSeconds: number,
): void {
  if (fade.phase === 'none') return;
  const { offsetWorld, offsetTurn } = fade;
  if (fade.phase === 'new') {
    vec3.subtract(offsetWorld, fade.ankleWorld, ankleWorld);
    quat.multiply(offsetTurn, fade.rotationWorld, quat.conjugate(inverse, rotationWorld));
    fade.phase = 'on';
  }
  const left = vec3.length(offsetWorld);
  if (!isPlaced || left < GONE || left > FARTHEST) {
    endFootFade(fade);
    return;
  }
  const closed = Math.min(1, (Math.min(left / CLOSING_SECONDS, FASTEST) * dtSeconds) / left);
  vec3.scale(offsetWorld, offsetWorld, 1 - closed);
  quat.slerp(offsetTurn, offsetTurn, none, closed);
  vec3.add(ankleWorld, ankleWorld, offsetWorld);
  quat.multiply(rotationWorld, offsetTurn, rotationWorld);
}

export function endFootFade(fade: FootFade): void {
  fade.phase = 'none';
  vec3.zero(fade.offsetWorld);
  quat.identity(fade.offsetTurn);
}
