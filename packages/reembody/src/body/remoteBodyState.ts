import { createPose, type Pose } from '@leib/core';
import { axisInertias } from './axisInertia.js';
import { driveGains } from './driveGains.js';
import { PLACE_SIZE } from './flatRotation.js';
import type { RemoteBody } from './remoteBody.js';

/** Where one simulated body is, where it should be, and how it is driven. Allocated once with its world. */
export interface RemoteBodyState {
  readonly body: RemoteBody;
  /** Gains by speed; may be changed while running, then call applyGains(). */
  readonly kp: Float64Array;
  readonly kd: Float64Array;
  readonly maxTorque: Float64Array;
  /** What each axis turns while all others are held, kg m2. */
  readonly inertias: Float64Array;
  /** Share of its stiffness that each axis has left after a blow, 0..1. */
  readonly softness: Float64Array;
  /** Torque that each drive asks for in a substep before damping and limit, N m: driveJoints(). */
  readonly wantedTorques: Float64Array;
  /** Torque that each axis gave in the last substep, N m: spring, feed-forward, damping and the weight that it carried. */
  readonly torques: Float64Array;
  /** Which axes are at their largest torque (limitKind), and which have left it in this substep: limitTorques. */
  readonly limits: Int8Array;
  readonly releases: Uint8Array;
  /** Contact torque of each axis in the substep before. */
  readonly contactTorques: Float64Array;

  /** The pose that the body follows: setRemoteTarget(). Everything below whose name begins with target follows from it. */
  readonly targetPose: Pose;
  /** The target as given for this frame, at its end and at its beginning: coordinates of the drives. */
  readonly targetGiven: Float64Array;
  readonly targetNow: Float64Array;
  readonly targetBefore: Float64Array;
  /** The target's speed over this frame, by speed. */
  readonly targetRates: Float64Array;
  /** The same for the hips, as places; speeds are linear in the world, then angular in the hips. */
  readonly targetRootGiven: Float64Array;
  readonly targetRootNow: Float64Array;
  readonly targetRootBefore: Float64Array;
  readonly targetRootRates: Float64Array;
  /** Where each part should be, world space: what free parts follow. partCount x 7. */
  readonly targetPlacesGiven: Float64Array;
  readonly targetPlacesNow: Float64Array;
  readonly targetPlacesBefore: Float64Array;
  /** World rotations that the parts should have, elbows aligned. partCount x 4. */
  readonly targetWorldRotations: Float64Array;
  /** Target rotations of parts against their reference, before and after projection. partCount x 4. */
  readonly targetRotationsGiven: Float64Array;
  readonly targetRotations: Float64Array;
  hasTarget: boolean;

  /** Coordinates of the drives and place of the hips after the last substep and after the one before. */
  readonly coordinates: Float64Array;
  readonly coordinatesBefore: Float64Array;
  readonly root: Float64Array;
  readonly rootEarlier: Float64Array;
  /** Free parts only: places after the last substep and after the one before. partCount x 7. */
  readonly places: Float64Array;
  readonly placesEarlier: Float64Array;
  /** Coordinates of the drives at the end of the frame, between the last two substeps. */
  readonly frameCoordinates: Float64Array;

  /** The body as it is at the end of the frame, between two substeps. Joints without a part follow the target. */
  readonly pose: Pose;
  /** Joints of the parts in the world: as `pose` has them, or where free parts really are. partCount x 3 and x 4. */
  readonly partPositions: Float64Array;
  readonly partRotations: Float64Array;
  /** Joint rotations against the parent part at the end of the frame. partCount x 4. */
  readonly jointRotations: Float64Array;

  /** Kilograms of all parts, and their inertia about the hips at rest, the largest of the three axes, kg m2. */
  readonly totalMass: number;
  readonly rootInertia: number;

  /** Of the balance: the body's centre of mass in the last substep, and its height above the ankles at rest. */
  readonly centreOfMass: Float64Array;
  /** Its smoothed horizontal speed, x and z, m/s. */
  readonly centreVelocity: Float64Array;
  readonly standingHeight: number;

  /** Recognised teleports so far, and poses that were not numbers. */
  teleportCount: number;
  nanCount: number;
  /** Targets that were not numbers and were not taken. */
  refusedCount: number;
  /** Only where the legs carry it. */
  isFallen: boolean;
}

export function createRemoteBodyState(body: RemoteBody): RemoteBodyState {
  const { speedCount, drives, parts, skeleton } = body;
  const { kp, kd } = driveGains(body);
  const maxTorque = new Float64Array(speedCount);
  for (const drive of drives) maxTorque.set(drive.maxTorque, drive.firstSpeed);
  const coordinates = () => restCoordinates(body);
  const hips = skeleton.restWorldPositions.subarray(parts[0].joint * 3, parts[0].joint * 3 + 3);
  const place = () => Float64Array.of(hips[0], hips[1], hips[2], 0, 0, 0, 1);
  const places = () => {
    const all = new Float64Array(parts.length * PLACE_SIZE);
    for (let part = 0; part < parts.length; part++) all[part * PLACE_SIZE + 6] = 1;
    return all;
  };
  const rotations = () => {
    const all = new Float64Array(parts.length * 4);
    for (let part = 0; part < parts.length; part++) all[part * 4 + 3] = 1;
    return all;
  };
  return {
    body,
    kp,
    kd,
    maxTorque,
    inertias: axisInertias(body),
    softness: new Float64Array(speedCount).fill(1),
    wantedTorques: new Float64Array(speedCount),
    torques: new Float64Array(speedCount),
    limits: new Int8Array(speedCount),
    releases: new Uint8Array(speedCount),
    contactTorques: new Float64Array(speedCount),
    targetGiven: coordinates(),
    targetNow: coordinates(),
    targetBefore: coordinates(),
    targetRates: new Float64Array(speedCount),
    targetRootGiven: place(),
    targetRootNow: place(),
    targetRootBefore: place(),
    targetRootRates: new Float64Array(6),
    targetPlacesGiven: places(),
    targetPlacesNow: places(),
    targetPlacesBefore: places(),
    targetWorldRotations: rotations(),
    targetRotationsGiven: rotations(),
    targetRotations: rotations(),
    hasTarget: false,
    coordinates: coordinates(),
    coordinatesBefore: coordinates(),
    root: place(),
    rootEarlier: place(),
    places: places(),
    placesEarlier: places(),
    frameCoordinates: coordinates(),
    pose: createPose(skeleton),
    partPositions: new Float64Array(parts.length * 3),
    partRotations: rotations(),
    jointRotations: rotations(),
    targetPose: createPose(skeleton),
    totalMass: parts.reduce((sum, { mass }) => sum + mass, 0),
    rootInertia: inertiaAboutHips(body),
    centreOfMass: new Float64Array(3),
    centreVelocity: new Float64Array(2),
    standingHeight: standingHeightOf(body),
    teleportCount: 0,
    nanCount: 0,
    refusedCount: 0,
    isFallen: false,
  };
}

/** All angles at zero, as far as the limits allow. */
function restCoordinates({ coordinateCount, drives }: RemoteBody): Float64Array {
  const rest = new Float64Array(coordinateCount);
  for (const drive of drives) {
    if (drive.kind === 'ball') rest[drive.firstCoordinate] = 1;
    else {
      for (let k = 0; k < drive.speedCount; k++) {
        rest[drive.firstCoordinate + k] = Math.min(drive.high[k], Math.max(drive.low[k], 0));
      }
    }
  }
  return rest;
}

function inertiaAboutHips({ parts, skeleton }: RemoteBody): number {
  const hips = parts[0].joint * 3;
  const sums = [0, 0, 0];
  for (const { joint, centre, mass, inertia } of parts) {
    const [x, y, z] = [0, 1, 2].map(
      (k) => skeleton.restWorldPositions[joint * 3 + k] - skeleton.restWorldPositions[hips + k] + centre[k],
    );
    sums[0] += inertia[0] + mass * (y * y + z * z);
    sums[1] += inertia[1] + mass * (x * x + z * z);
    sums[2] += inertia[2] + mass * (x * x + y * y);
  }
  return Math.max(...sums);
}

/** Centre of mass above the ankles in the T-pose, metres. */
function standingHeightOf({ parts, feet, skeleton }: RemoteBody): number {
  const heightOf = (joint: number) => skeleton.restWorldPositions[joint * 3 + 1];
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const centre = parts.reduce((sum, part) => sum + part.mass * (heightOf(part.joint) + part.centre[1]), 0) / mass;
  const ankles = feet.map(({ part }) => heightOf(parts[part].joint));
  return centre - ankles.reduce((sum, height) => sum + height, 0) / Math.max(1, ankles.length);
}
