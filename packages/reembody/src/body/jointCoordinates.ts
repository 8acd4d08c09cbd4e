import type { JointDrive } from './jointDrive.js';

/** Beyond this a swing is near the half turn, where its direction jumps, radians. */
export const MAX_SWING = (170 * Math.PI) / 180;

/**
 * A rotation as coordinates of a joint, as near as its axes and limits allow. `rotations` holds x y z w at `at`; the
 * coordinates are written at `drive.firstCoordinate`, where those of the moment before stand: an angle that leaves its
 * range on one side stays on that side until it comes back, however far around it goes.
 *
 * Three hinges: the rotation is taken apart into turns about their axes in their order, and each angle is brought into
 * its range. Two: into turns with the locked axis in the middle, which is left out. One: the twist about it. A ball:
 * into a twist about the bone and a swing, whose turning vector across the bone is brought into the ranges of the two
 * other axes; it is singular only where the bone points back along itself.
 */
export function projectRotation(
  drive: JointDrive,
  rotations: Float64Array,
  at: number,
  coordinates: Float64Array,
): void {
  const first = drive.firstCoordinate;
  if (drive.kind === 'ball') {
    projectBall(drive, rotations, at, coordinates, first);
    return;
  }
  const count = drive.speedCount;
  if (count === 1) {
    const w = rotations[at + 3];
    const along = rotations[at + drive.axes[0]];
    turns[0] = 2 * Math.atan2(w < 0 ? -along : along, Math.abs(w));
  } else {
    readEulerAngles(turns, drive, rotations, at);
    if (count === 2) turns[1] = turns[2];
  }
  for (let k = 0; k < count; k++) {
    coordinates[first + k] = clampAngle(turns[k], drive.low[k], drive.high[k], coordinates[first + k]);
  }
}
/** Scratch of projectRotation: angles of up to three hinges, or of a ball by axis. */
const turns = new Float64Array(3);

/** The rotation that a joint's coordinates make, x y z w at `at`. */
export function composeRotation(
  drive: JointDrive,
  coordinates: Float64Array,
  firstCoordinate: number,
  outRotations: Float64Array,
  at: number,
): void {
  if (drive.kind === 'ball') {
    outRotations[at] = coordinates[firstCoordinate + 1];
    outRotations[at + 1] = coordinates[firstCoordinate + 2];
    outRotations[at + 2] = coordinates[firstCoordinate + 3];
    outRotations[at + 3] = coordinates[firstCoordinate];
    return;
  }
  outRotations[at] = 0;
  outRotations[at + 1] = 0;
  outRotations[at + 2] = 0;
  outRotations[at + 3] = 1;
  for (let k = 0; k < drive.speedCount; k++) {
    const half = coordinates[firstCoordinate + k] / 2;
    turnAbout(outRotations, at, drive.axes[k], Math.sin(half), Math.cos(half));
  }
}

/** rotation = rotation * turn about one axis, given by sine and cosine of half its angle. */
function turnAbout(rotations: Float64Array, at: number, axis: number, s: number, c: number): void {
  const next = (axis + 1) % 3;
  const last = (axis + 2) % 3;
  const a = rotations[at + axis];
  const b = rotations[at + next];
  const d = rotations[at + last];
  const w = rotations[at + 3];
  rotations[at + axis] = a * c + w * s;
  rotations[at + next] = b * c + d * s;
  rotations[at + last] = d * c - b * s;
  rotations[at + 3] = w * c - a * s;
}

/** Three angles, the middle one within 90 degrees. Bernardes & Viollet, "Quaternion to Euler angles conversion", 2022. */
function readEulerAngles(out: Float64Array, drive: JointDrive, rotations: Float64Array, at: number): void {
  const s = drive.handedness;
  const a = rotations[at + drive.eulerAxes[0]];
  const b = rotations[at + drive.eulerAxes[1]];
  const c = rotations[at + drive.eulerAxes[2]] * s;
  const w = rotations[at + 3];
  const sum = Math.sqrt((w + b) * (w + b) + (a + c) * (a + c));
  const difference = Math.sqrt((w - b) * (w - b) + (a - c) * (a - c));
  const halfSum = Math.atan2(a + c, w + b);
  const halfDifference = Math.atan2(a - c, w - b);
  out[0] = halfSum + halfDifference;
  out[1] = 2 * (Math.atan2(sum, difference) - Math.PI / 4);
  out[2] = s * (halfSum - halfDifference);
  // At the gimbal the outer two turn about one axis: the first takes it all.
  if (sum < 1e-7 || difference < 1e-7) {
    out[0] = 2 * (sum < difference ? halfDifference : halfSum);
    out[2] = 0;
  }
}

function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** An angle in its range, full turns counted from where it was before. */
function clampAngle(angle: number, low: number, high: number, before: number): number {
  const middle = Number.isFinite(before) ? before : 0;
  return Math.min(high, Math.max(low, middle + wrapped(angle - middle)));
}

/**
 * Angles of a ball by axis, radians, before any limit: the twist about the bone, and the swing's turning vector across it.
 * The twist counts full turns from `coordinates` (w x y z at `first`), as they were before.
 */
export function readBallAngles(
  { twistAxis: twist }: Pick<JointDrive, 'twistAxis'>,
  rotations: Float64Array,
  at: number,
  coordinates: Float64Array,
  first: number,
  out: Float64Array,
): void {
  const across = (twist + 1) % 3;
  const last = (twist + 2) % 3;
  const sign = rotations[at + 3] < 0 ? -1 : 1;
  const w = rotations[at + 3] * sign;
  const t = rotations[at + twist] * sign;
  const p = rotations[at + across] * sign;
  const q = rotations[at + last] * sign;
  // rotation = swing * twist: the swing has no share along the bone.
  const length = Math.sqrt(w * w + t * t);
  const cosTwist = length < 1e-12 ? 1 : w / length;
  const sinTwist = length < 1e-12 ? 0 : t / length;
  const beforeW = coordinates[first] < 0 ? -coordinates[first] : coordinates[first];
  const beforeT = coordinates[first] < 0 ? -coordinates[first + 1 + twist] : coordinates[first + 1 + twist];
  const angleBefore = 2 * Math.atan2(beforeT, beforeW);
  const middle = Number.isFinite(angleBefore) ? angleBefore : 0;
  out[twist] = middle + wrapped(2 * Math.atan2(sinTwist, cosTwist) - middle);
  // swing = rotation * twist^-1
  const swingP = p * cosTwist - q * sinTwist;
  const swingQ = q * cosTwist + p * sinTwist;
  const sine = Math.sqrt(swingP * swingP + swingQ * swingQ);
  const perSine = sine < 1e-12 ? 2 : (2 * Math.atan2(sine, length)) / sine;
  out[across] = swingP * perSine;
  out[last] = swingQ * perSine;
}

function projectBall(drive: JointDrive, rotations: Float64Array, at: number, out: Float64Array, first: number): void {
  const twist = drive.twistAxis;
  const across = (twist + 1) % 3;
  const last = (twist + 2) % 3;
  readBallAngles(drive, rotations, at, out, first, turns);
  for (let k = 0; k < 3; k++) turns[k] = Math.min(drive.high[k], Math.max(drive.low[k], turns[k]));
  const size = Math.sqrt(turns[across] * turns[across] + turns[last] * turns[last]);
  const kept = Math.min(size, MAX_SWING);
  const perAngle = size < 1e-12 ? 0.5 : Math.sin(kept / 2) / size;
  swing[twist] = 0;
  swing[across] = turns[across] * perAngle;
  swing[last] = turns[last] * perAngle;
  swing[3] = Math.cos(kept / 2);
  turnAbout(swing, 0, twist, Math.sin(turns[twist] / 2), Math.cos(turns[twist] / 2));
  out[first] = swing[3];
  out[first + 1] = swing[0];
  out[first + 2] = swing[1];
  out[first + 3] = swing[2];
}
/** Scratch of projectBall: the rotation that is written. */
const swing = new Float64Array(4);
