import { multiplyFlat, multiplyInverseFlat } from '@leib/core';

/** Below the first angle an elbow is too straight to say which way it bends, from the second on it is plain, radians. */
const STRAIGHT = 0.05;
const BENT = 0.3;

/** Up to the first angle a rig's axis may be off ours, from the second on the elbow bends backwards, radians. */
const ASKEW = 1.2;
const BACKWARD = 2.2;

const bent = new Float64Array(4);
const twist = new Float64Array(4);

/**
 * Elbows of other rigs bend about axes of their own (in the CMU skeletons 30 degrees off ours), and ours only about one:
 * the rest of the bend would be lost. So the upper arm is turned about itself until the forearm bends about our axis. The
 * forearm stays exactly as it was in the room, and only the upper arm's own twist is another one.
 *
 * @param rotations world rotations x y z w, of parts whose bone lies along x at rest
 * @param bendSign +1 for a left arm, -1 for a right one: where the forearm's x axis goes along z when it bends
 */
export function alignElbow(rotations: Float64Array, upper: number, lower: number, bendSign: number): void {
  multiplyInverseFlat(bent, 0, rotations, upper, rotations, lower);
  const x = bent[0];
  const y = bent[1];
  const z = bent[2];
  const w = bent[3];
  // Where the forearm points, seen from the upper arm: the image of the x axis.
  const along = 1 - 2 * (y * y + z * z);
  const up = 2 * (x * y + w * z);
  const ahead = 2 * (x * z - w * y);
  const bend = Math.atan2(Math.sqrt(up * up + ahead * ahead), along);
  if (bend < STRAIGHT) return;
  const t = Math.min(1, (bend - STRAIGHT) / (BENT - STRAIGHT));
  // Turned back by this about x, the forearm lies in the plane y = 0, on the side that it bends to.
  const off = Math.atan2(up * bendSign, ahead * bendSign);
  // An elbow that goes the wrong way (a little beyond straight) must not turn the arm half round.
  const far = Math.min(1, Math.max(0, (Math.abs(off) - ASKEW) / (BACKWARD - ASKEW)));
  const angle = off * t * t * (3 - 2 * t) * (1 - far * far * (3 - 2 * far));
  twist[0] = Math.sin(-angle / 2);
  twist[1] = 0;
  twist[2] = 0;
  twist[3] = Math.cos(angle / 2);
  multiplyFlat(rotations, upper, rotations, upper, twist, 0);
}
