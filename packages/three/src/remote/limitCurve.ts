import { type JointDrive, MAX_SWING } from '@leib/reembody';
import { Quaternion, Vector3 } from 'three';

const units = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

/** Which way a bracelet's zero points, by the axis it lies about: the front of what stands, the top of what lies. */
const braceletZeros = [units[1], units[2], units[1]] as const;

/** Along the bone, and from it, as shares of the drawn radius. */
const BRACELET_AT = 0.92;
const BRACELET_RADIUS = 0.34;

/** Where the limits of one joint are drawn, in the space of the part that it hangs on, its own joint in the middle. */
export interface LimitShape {
  readonly drive: JointDrive;
  /** Places in `drive.axes` of those across the bone, and of the one along it (-1: none). */
  readonly swings: readonly number[];
  readonly twist: number;
  /** Where the bone points with all angles at zero, a unit vector; where one axis swings it, across that axis. */
  readonly zeroWay: Vector3;
  /** Metres. */
  readonly radius: number;
}

/** `boneWay` is where the part's bone leads at rest, any length. */
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
 * The turn that the axes before a place, or all across the bone, make of some angles: hinges one after the other, a ball
 * by the vector of its swing.
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

/** The angle of the other swing at which an axis's ends are drawn: zero, as far as its own limits allow. */
export function restOfOther({ drive, swings }: LimitShape, k: number): number {
  const other = swings.find((place) => place !== k);
  return other === undefined ? 0 : Math.min(drive.high[other], Math.max(drive.low[other], 0));
}
