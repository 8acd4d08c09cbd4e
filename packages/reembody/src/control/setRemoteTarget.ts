import { copyPose, isFinitePose, multiplyFlat, multiplyInverseFlat, type Pose } from '@leib/core';
import { PLACE_SIZE } from '../body/flatRotation.js';
import { composeRotation, projectRotation } from '../body/jointCoordinates.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';

/**
 * Sets the pose that a body should have at the end of the next frame; its world arrays must be up to date. Every joint's
 * target is the rotation against the part it hangs on: of the local avatar's part, or, for targets in world space, of the
 * simulated part as it is now. A pose that is not finite is refused: the last target stays, and `state.refusedCount`
 * grows.
 */
export function setRemoteTarget(state: RemoteBodyState, targetPose: Pose): void {
  const { body, targetRotationsGiven: wanted, targetRotations: projected, targetGiven, targetWorldRotations } = state;
  const { parts, drives, elbows, settings } = body;
  const { worldPositions, worldRotations } = targetPose;
  if (!isFinitePose(targetPose)) {
    state.refusedCount++;
    return;
  }
  for (let part = 0; part < parts.length; part++) {
    const { joint } = parts[part];
    for (let k = 0; k < 4; k++) targetWorldRotations[part * 4 + k] = worldRotations[joint * 4 + k];
    const place = part * PLACE_SIZE;
    for (let k = 0; k < 3; k++) state.targetPlacesGiven[place + k] = worldPositions[joint * 3 + k];
    for (let k = 0; k < 4; k++) state.targetPlacesGiven[place + 3 + k] = worldRotations[joint * 4 + k];
  }
  for (let i = 0; i < elbows.length; i++) {
    alignElbow(targetWorldRotations, elbows[i].upper * 4, elbows[i].lower * 4, elbows[i].bendSign);
  }
  const isWorldSpace = settings.control.targetSpace === 'world' && state.hasTarget;
  const references = isWorldSpace ? state.partRotations : targetWorldRotations;
  for (let part = 0; part < parts.length; part++) {
    const { reference, drive } = parts[part];
    if (drive < 0) continue;
    multiplyInverseFlat(wanted, part * 4, references, reference * 4, targetWorldRotations, part * 4);
    projectRotation(drives[drive], wanted, part * 4, targetGiven);
    composeRotation(drives[drive], targetGiven, drives[drive].firstCoordinate, projected, part * 4);
  }
  for (let k = 0; k < PLACE_SIZE; k++) state.targetRootGiven[k] = state.targetPlacesGiven[k];
  copyPose(state.targetPose, targetPose);
}

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
