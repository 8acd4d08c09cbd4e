import { DEG } from '@leib/core';
import { kindOfBone, sideOfBone } from '../settings/boneKinds.js';
import type { JointDrive } from './jointDrive.js';

/**
 * Angles that joints are held in while another one is tuned, degrees, left side. Straight limbs would mislead: about its
 * own axis a straight arm has a twentieth of the inertia of one that is bent, and people bend theirs.
 */
const held: Readonly<Partial<Record<string, { readonly axis: number; readonly degrees: number }>>> = {
  lowerArm: { axis: 1, degrees: -80 },
  lowerLeg: { axis: 0, degrees: 50 },
  upperLeg: { axis: 0, degrees: -25 },
};

/** The held angle of one axis of a drive, radians, within its limits. */
export function postureAngle(drive: JointDrive, k: number): number {
  const hold = held[kindOfBone(drive.bone) ?? ''];
  if (hold === undefined || hold.axis !== drive.axes[k]) return 0;
  const isMirrored = sideOfBone(drive.bone) === 'right' && hold.axis !== 0;
  const angle = (isMirrored ? -hold.degrees : hold.degrees) * DEG;
  return Math.min(drive.high[k], Math.max(drive.low[k], angle));
}

/** The held turn of a bone's part, x y z w, or null for none. */
export function postureTurn(drive: JointDrive): Float64Array | null {
  for (let k = 0; k < drive.speedCount; k++) {
    const angle = postureAngle(drive, k);
    if (angle === 0) continue;
    const turn = new Float64Array(4);
    turn[drive.axes[k]] = Math.sin(angle / 2);
    turn[3] = Math.cos(angle / 2);
    return turn;
  }
  return null;
}
