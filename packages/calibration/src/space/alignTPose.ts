import { createQuat, quat } from '@leib/core';
import { composePoses, POSE_SIZE } from '@leib/tracking';

import { placeOfRole, type TrackerRole } from '../roles/trackerRoles.js';

/** A person in a T-pose, and trackers of another space with its rough alignment applied. */
export interface StandingPerson {
  readonly headWorld: ArrayLike<number>;
  /** Direction that the body faces, radians; zero is +Z. */
  readonly headingYaw: number;
  readonly floorY: number;
  readonly stature: number;
  readonly trackers: readonly { readonly role: TrackerRole; readonly place: ArrayLike<number> }[];
}

/** The correction of a rough alignment. */
export interface TPoseAlignment {
  /** Takes the trackers to their usual positions on the body; compose it before the space's pose. 7. */
  readonly correction: Float64Array;
  /** Root mean square distance of the trackers from their usual positions afterwards, metres. */
  readonly residual: number;
}

/** Roles at least this far to the side, as a part of stature, determine the heading. */
const LEAST_SIDE = 0.05;

/**
 * Aligns the spaces by the T-pose when no tracker is fixed to headset or controllers: feet and knees are to both sides of
 * the head, the waist below it. Closed form in the plane: the yaw that aligns left and right trackers with the body
 * (Procrustes), the mean remaining offset, and the height of the feet. Its error is the variation between people. Null
 * without trackers.
 */
export function alignTPose({
  headWorld,
  headingYaw,
  floorY,
  stature,
  trackers,
}: StandingPerson): TPoseAlignment | null {
  if (trackers.length === 0) return null;
  const usual = trackers.map(({ role, place }) => {
    const { place: expected, mirror } = placeOfRole(role);
    const side = mirror * expected.side;
    return {
      // In axes of the world, from the head.
      goal: [Math.cos(headingYaw) * side * stature, expected.height * stature, -Math.sin(headingYaw) * side * stature],
      now: [place[0] - headWorld[0], place[1] - floorY, place[2] - headWorld[2]],
      side: Math.abs(side),
      isFoot: role.endsWith('Foot'),
    };
  });
  const sideways = usual.filter(({ side }) => side > LEAST_SIDE);
  const hasBothSides =
    new Set(sideways.map(({ goal }) => Math.sign(goal[0] * Math.cos(headingYaw) - goal[2] * Math.sin(headingYaw))))
      .size > 1;
  const yaw = hasBothSides ? turnOf(sideways) : 0;
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const turned = usual.map(({ now: [x, y, z], ...rest }) => ({ ...rest, now: [c * x + s * z, y, c * z - s * x] }));
  const mean = (list: typeof turned, k: number) =>
    list.reduce((sum, { goal, now }) => sum + (goal[k] - now[k]) / list.length, 0);
  const feet = turned.filter(({ isFoot }) => isFoot);
  const move = [mean(turned, 0), feet.length > 0 ? mean(feet, 1) : 0, mean(turned, 2)];
  let squares = 0;
  for (const { goal, now } of turned) for (const k of [0, 2]) squares += (goal[k] - now[k] - move[k]) ** 2;
  return { correction: aboutHead(headWorld, yaw, move), residual: Math.sqrt(squares / turned.length) };
}

/** Yaw from the measured to the usual positions, each about its own middle. */
function turnOf(points: readonly { readonly goal: readonly number[]; readonly now: readonly number[] }[]): number {
  const middle = (list: 'goal' | 'now', k: number) =>
    points.reduce((sum, point) => sum + point[list][k] / points.length, 0);
  const [gx, gz, nx, nz] = [middle('goal', 0), middle('goal', 2), middle('now', 0), middle('now', 2)];
  let [along, across] = [0, 0];
  for (const { goal, now } of points) {
    const [ax, az, bx, bz] = [now[0] - nx, now[2] - nz, goal[0] - gx, goal[2] - gz];
    along += ax * bx + az * bz;
    across += az * bx - ax * bz;
  }
  return Math.atan2(across, along);
}

/** Rotation about the vertical through the head, then the translation. */
function aboutHead(headWorld: ArrayLike<number>, yaw: number, move: readonly number[]): Float64Array {
  const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const out = Float64Array.of(headWorld[0] + move[0], move[1], headWorld[2] + move[2], ...turn);
  composePoses(out, 0, out, 0, Float64Array.of(-headWorld[0], 0, -headWorld[2], 0, 0, 0, 1), 0);
  return out.subarray(0, POSE_SIZE);
}
