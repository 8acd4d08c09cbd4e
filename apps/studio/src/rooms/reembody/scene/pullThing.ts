import type { Vector3 } from 'three';

/** How fast a dragged thing comes to the pointer at most, radians a second. */
const FASTEST = 8;
/**
 * What is seen of a thing is two steps old, and a force lasts for one: a critically damped spring with such a delay is stable
 * below w t = 0.65 (phase margin of (2 w s + w^2) exp(-s t) / s^2). Slow pages have weak springs.
 */
const SHARE_OF_STEP = 0.18;
const GRAVITY = 9.81;

/**
 * The force that draws a thing to the pointer without swinging, and carries its weight, newtons.
 * @param way from where it is grasped to the pointer, metres; becomes the force
 * @param step how far the grasped point went in the last step, metres
 */
export function pullThing(way: Vector3, step: Vector3, mass: number, stepSeconds: number, limit: number): Vector3 {
  const speed = Math.min(FASTEST, SHARE_OF_STEP / stepSeconds);
  way.multiplyScalar(mass * speed * speed).addScaledVector(step, (-2 * mass * speed) / stepSeconds);
  way.clampLength(0, limit);
  way.y += mass * GRAVITY;
  return way;
}
