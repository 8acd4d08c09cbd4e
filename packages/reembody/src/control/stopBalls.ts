import { createVec3, multiplyFlat, vec3 } from '@leib/core';
import { readEngineRotation } from '../body/flatRotation.js';
import { readBallAngles } from '../body/jointCoordinates.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BallStop, BodyAddresses } from '../engine/bodyAddresses.js';
import type { EngineViews } from '../engine/engineViews.js';

/** Longest a tendon can be without being stretched, metres: the stop is away. */
export const SLACK = 1000;
/** Step of the differences by which an angle's gradient is found, radians. */
const STEP = 1e-5;

/**
 * Stops of ball joints. The engine has limits of hinges, and of balls only a cone; ours are ranges of a twist and of a
 * swing's two parts. Each of the three is a tendon between two points, one on the part and one on the part it hangs on, which
 * the engine's own constraint solver keeps from getting longer: the same solver that stops hinges. As long as the angle is
 * in its range the tendon is slack; beyond it, the two points are put where its length grows as the angle does, and as long as
 * it may be is shorter than it is by what the angle is beyond the end.
 */
export function stopBalls(state: RemoteBodyState, addresses: BodyAddresses, views: EngineViews): void {
  for (const stop of addresses.ballStops) {
    const drive = state.body.drives[stop.drive];
    const c = drive.firstCoordinate;
    readEngineRotation(rotation, views.qpos, addresses.coordinates[c]);
    readBallAngles(drive, rotation, 0, state.targetNow, c, angles);
    for (let axis = 0; axis < 3; axis++) {
      const over = angles[axis] - drive.high[axis];
      const under = drive.low[axis] - angles[axis];
      if (over <= 0 && under <= 0) views.tendonRanges[stop.tendons[axis] * 2 + 1] = SLACK;
      else stretchTendon(state, stop, axis, over > 0 ? over : -under, views);
    }
  }
}
// Scratch of stopBalls and stretchTendon: the ball's rotation and angles, and those a small turn further.
const rotation = new Float64Array(4);
const angles = new Float64Array(3);
const step = new Float64Array(4);
const turned = new Float64Array(4);
const anglesTurned = new Float64Array(3);
const gradient = createVec3();
const side = createVec3();
const across = createVec3();

/** @param beyond how far the angle is beyond the end of its range, radians: above 0 at the high end, below at the low */
function stretchTendon(state: RemoteBodyState, stop: BallStop, axis: number, beyond: number, views: EngineViews): void {
  const drive = state.body.drives[stop.drive];
  let invInertia = 0;
  for (let k = 0; k < 3; k++) {
    step.fill(0);
    step[k] = Math.sin(STEP / 2);
    step[3] = Math.cos(STEP / 2);
    multiplyFlat(turned, 0, rotation, 0, step, 0);
    readBallAngles(drive, turned, 0, state.targetNow, drive.firstCoordinate, anglesTurned);
    gradient[k] = (Math.sign(beyond) * (anglesTurned[axis] - angles[axis])) / STEP;
    invInertia += (gradient[k] * gradient[k]) / state.inertias[drive.firstSpeed + k];
  }
  const size = vec3.length(gradient);
  // Two arms of equal length at a right angle, across the gradient: the distance of their ends grows by arm / sqrt(2) a radian.
  const arm = size * Math.SQRT2;
  vec3.scale(gradient, gradient, 1 / size);
  const least = [0, 1, 2].reduce((best, k) => (Math.abs(gradient[k]) < Math.abs(gradient[best]) ? k : best), 0);
  for (let k = 0; k < 3; k++) side[k] = (k === least ? 1 : 0) - gradient[least] * gradient[k];
  vec3.normalize(side, side);
  vec3.cross(across, gradient, side);
  const own = stop.ownSites[axis] * 3;
  for (let k = 0; k < 3; k++) views.sitePositions[own + k] = arm * across[k];
  vec3.transformQuat(across, side, rotation);
  const parent = stop.parentSites[axis] * 3;
  for (let k = 0; k < 3; k++) views.sitePositions[parent + k] = stop.offset[k] + arm * across[k];
  views.tendonRanges[stop.tendons[axis] * 2 + 1] = Math.max(0, arm * Math.SQRT2 - Math.abs(beyond));
  views.tendonInvInertias[stop.tendons[axis]] = invInertia;
}
