import { type JointDrive, MAX_SWING } from '@leib/reembody';
import { Quaternion, Vector3 } from 'three';

const units = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

/** Direction of a bracelet's zero angle, by the axis of the bracelet: forward for upright bones, up for level ones. */
const braceletZeros = [units[1], units[2], units[1]] as const;

/** The bracelet's position along the bone and its radius, as shares of the drawn radius. */
const BRACELET_AT = 0.92;
const BRACELET_RADIUS = 0.34;

/** Geometry of one joint’s drawn limits, in the space of its parent part with the joint as the origin. */
export interface LimitShape {
  readonly drive: JointDrive;
  /** Indices in `drive.axes` of the axes across the bone, and of the one along it (-1: none). */
  readonly swings: readonly number[];
  readonly twist: number;
  /** Where the bone points with all angles at zero, a unit vector; with a single swing axis, perpendicular to it. */
  readonly zeroWay: Vector3;
  /** Metres. */
  readonly radius: number;
}

/** @param boneWay direction of the part's bone at rest, any length */
export function buildLimitShape(drive: JointDrive, boneWay: ArrayLike<number>, radius: number): LimitShape {
  const { axes, twistAxis } = drive;
  const places = Array.from(axes, (_, k) => k);
  const swings = places.filter((k) => axes[k] !== twistAxis);
  const along = new Vector3(boneWay[0], boneWay[1], boneWay[2]);
  // The arc of one axis starts where the bone really is; a cone and a bracelet stand about the axis that the twist is about.
  const zeroWay =
    swings.length === 1
      ? along.clone().projectOnPlane(units[axes[swings[0]]])
      : units[twistAxis].clone().multiplyScalar(boneWay[twistAxis] < 0 ? -1 : 1);
  if (zeroWay.lengthSq() < 1e-8) zeroWay.copy(braceletZeros[axes[swings[0]]]);
  return {
    drive,
    swings,
    twist: places.find((k) => axes[k] === twistAxis) ?? -1,
    zeroWay: zeroWay.normalize(),
    radius,
  };
}

const turn = new Quaternion();
const vector = new Vector3();

/**
 * Rotation of the axes across the bone for the given angles: hinges one after the other, a ball by its swing vector. The
 * twist is left out.
 */
export function swingTurn({ drive }: LimitShape, angles: ArrayLike<number>, out: Quaternion): Quaternion {
  out.identity();
  if (drive.kind === 'ball') {
    vector.set(angles[0], angles[1], angles[2]).setComponent(drive.twistAxis, 0);
    const size = vector.length();
    return size < 1e-9 ? out : out.setFromAxisAngle(vector.divideScalar(size), Math.min(size, MAX_SWING));
  }
  for (let k = 0; k < drive.speedCount; k++) {
    if (drive.axes[k] !== drive.twistAxis) out.multiply(turn.setFromAxisAngle(units[drive.axes[k]], angles[k]));
  }
  return out;
}

const swung = new Quaternion();
const angles = [0, 0, 0];

/** Where the bone's end is drawn for some angles of the axes across it. */
export function pointOfSwing(shape: LimitShape, first: number, second: number, out: Vector3): Vector3 {
  angles.fill(0);
  angles[shape.swings[0]] = first;
  if (shape.swings.length > 1) angles[shape.swings[1]] = second;
  return out
    .copy(shape.zeroWay)
    .applyQuaternion(swingTurn(shape, angles, swung))
    .multiplyScalar(shape.radius);
}

/** A point of the bracelet about the bone, in the swung bone's space. */
export function pointOfTwist({ drive, zeroWay, radius }: LimitShape, angle: number, out: Vector3): Vector3 {
  const axis = units[drive.twistAxis];
  out
    .copy(braceletZeros[drive.twistAxis])
    .applyAxisAngle(axis, angle)
    .multiplyScalar(radius * BRACELET_RADIUS);
  return out.addScaledVector(zeroWay, radius * BRACELET_AT);
}

/** The middle of the bracelet, in the swung bone's space. */
export function middleOfTwist({ zeroWay, radius }: LimitShape, out: Vector3): Vector3 {
  return out.copy(zeroWay).multiplyScalar(radius * BRACELET_AT);
}

/** Angle of the other swing axis while one axis's limits are drawn: zero, or its own nearest limit. */
export function restOfOther({ drive, swings }: LimitShape, k: number): number {
  const other = swings.find((place) => place !== k);
  return other === undefined ? 0 : Math.min(drive.high[other], Math.max(drive.low[other], 0));
}
