import { type Quat, quat } from '@leib/core';

/** Turned right about the vertical, then tilted up, then rolled to the right. */
export function turnHand(out: Quat, yawRight: number, pitchUp: number, rollRight: number): void {
  quat.identity(out);
  quat.rotateY(out, out, -yawRight);
  quat.rotateX(out, out, pitchUp);
  quat.rotateZ(out, out, -rollRight);
}
