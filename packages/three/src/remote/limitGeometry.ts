import { type JointDrive, MAX_SWING } from '@leib/reembody';
import { BufferAttribute, BufferGeometry, CatmullRomCurve3, Quaternion, TubeGeometry, Vector3 } from 'three';

/** Steps along an axis's range, and along each side of a cone's rim. */
const STEPS = 48;
const CONE_STEPS = 24;

/** Place of an axis at an angle, in the space of the parent, or of the swung bone for a twist. */
export function placeOfHandle(shape: LimitShape, k: number, angle: number, out: Vector3): Vector3 {
  if (k === shape.twist) return pointOfTwist(shape, angle, out);
  const other = restOfOther(shape, k);
  return k === shape.swings[0] ? pointOfSwing(shape, angle, other, out) : pointOfSwing(shape, other, angle, out);
}

/** From an axis's low end to its high end. */
export function curveOf(shape: LimitShape, k: number): Vector3[] {
  const { low, high } = shape.drive;
  return Array.from({ length: STEPS + 1 }, (_, i) =>
    placeOfHandle(shape, k, low[k] + ((high[k] - low[k]) * i) / STEPS, new Vector3()),
  );
}

/** The border of what the bone's end reaches, once around. */
export function rimOf(shape: LimitShape): Vector3[] {
  const { low, high } = shape.drive;
  const [a, b] = shape.swings;
  const corners = [
    [low[a], low[b]],
    [high[a], low[b]],
    [high[a], high[b]],
    [low[a], high[b]],
  ];
  return corners.flatMap(([fromA, fromB], side) => {
    const [toA, toB] = corners[(side + 1) % 4];
    return Array.from({ length: CONE_STEPS }, (_, i) => {
      const share = i / CONE_STEPS;
      return pointOfSwing(shape, fromA + (toA - fromA) * share, fromB + (toB - fromB) * share, new Vector3());
    });
  });
}

/** The cone's mantle, from the joint to the rim, and its cap on the ball that the bone's end moves on. */
export function coneOf(shape: LimitShape): BufferGeometry {
  const { low, high } = shape.drive;
  const [a, b] = shape.swings;
  const point = new Vector3();
  const size = CONE_STEPS + 1;
  const positions: number[] = [];
  for (let i = 0; i < size * size; i++) {
    const first = low[a] + ((high[a] - low[a]) * (i % size)) / CONE_STEPS;
    const second = low[b] + ((high[b] - low[b]) * Math.floor(i / size)) / CONE_STEPS;
    positions.push(...pointOfSwing(shape, first, second, point).toArray());
  }
  const indices: number[] = [];
  for (let row = 0; row < CONE_STEPS; row++) {
    for (let column = 0; column < CONE_STEPS; column++) {
      const i = row * size + column;
      indices.push(i, i + 1, i + size, i + 1, i + size + 1, i + size);
    }
  }
  const rim = rimOf(shape);
  const apex = positions.length / 3;
  positions.push(0, 0, 0, ...rim.flatMap((each) => each.toArray()));
  for (let i = 0; i < rim.length; i++) indices.push(apex, apex + 1 + i, apex + 1 + ((i + 1) % rim.length));
  return geometryOf(positions, indices);
}

export function fanOf(points: readonly Vector3[], middle: Vector3): BufferGeometry {
  const positions = [middle, ...points].flatMap((each) => each.toArray());
  const indices = points.slice(1).flatMap((_, i) => [0, i + 1, i + 2]);
  return geometryOf(positions, indices);
}

function geometryOf(positions: readonly number[], indices: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setIndex(indices);
  return geometry;
}

export function tubeOf(points: Vector3[], radius: number, isClosed: boolean): BufferGeometry {
  return new TubeGeometry(new CatmullRomCurve3(points, isClosed), points.length, radius, 6, isClosed);
}

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
function pointOfSwing(shape: LimitShape, first: number, second: number, out: Vector3): Vector3 {
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
function restOfOther({ drive, swings }: LimitShape, k: number): number {
  const other = swings.find((place) => place !== k);
  return other === undefined ? 0 : Math.min(drive.high[other], Math.max(drive.low[other], 0));
}
