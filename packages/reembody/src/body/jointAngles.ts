import { projectRotation } from './jointCoordinates.js';
import type { JointDrive } from './jointDrive.js';

/** How a joint is turned now, limits aside: what a needle between them shows. One per joint that is looked at. */
export interface JointAngles {
  /** By the drive's axes, radians: of hinges each one's turn, of a ball the swing's vector across the bone and the twist. */
  readonly angles: Float64Array;
  /** The same joint without limits. */
  readonly unlimited: JointDrive;
  /** Where turns are counted from: the middle of what the joint may do. By coordinate. */
  readonly middle: Float64Array;
  readonly coordinates: Float64Array;
}

export function createJointAngles(drive: JointDrive): JointAngles {
  const { axes, coordinateCount, kind, speedCount } = drive;
  const middle = new Float64Array(coordinateCount);
  if (kind === 'ball') middle[0] = 1;
  else for (let k = 0; k < speedCount; k++) middle[k] = (drive.low[k] + drive.high[k]) / 2;
  return {
    angles: new Float64Array(speedCount),
    unlimited: {
      ...drive,
      low: new Float64Array(axes.length).fill(Number.NEGATIVE_INFINITY),
      high: new Float64Array(axes.length).fill(Number.POSITIVE_INFINITY),
      firstCoordinate: 0,
    },
    middle,
    coordinates: new Float64Array(coordinateCount),
  };
}

/** Takes a part's rotation against its parent, x y z w at `at`, apart into the turns of its joint. */
export function updateJointAngles(
  { angles, unlimited, middle, coordinates }: JointAngles,
  rotations: Float64Array,
  at: number,
): void {
  for (let i = 0; i < middle.length; i++) coordinates[i] = middle[i];
  projectRotation(unlimited, rotations, at, coordinates);
  if (unlimited.kind === 'hinges') {
    for (let k = 0; k < angles.length; k++) angles[k] = coordinates[k];
    return;
  }
  const twist = unlimited.twistAxis;
  const p = (twist + 1) % 3;
  const q = (twist + 2) % 3;
  const sign = coordinates[0] < 0 ? -1 : 1;
  const w = coordinates[0] * sign;
  const t = coordinates[1 + twist] * sign;
  const x = coordinates[1 + p] * sign;
  const y = coordinates[1 + q] * sign;
  // rotation = swing * twist, as in projectRotation.
  const length = Math.sqrt(w * w + t * t);
  const cosine = length < 1e-12 ? 1 : w / length;
  const sine = length < 1e-12 ? 0 : t / length;
  const swingX = x * cosine - y * sine;
  const swingY = y * cosine + x * sine;
  const across = Math.sqrt(swingX * swingX + swingY * swingY);
  const perSine = across < 1e-12 ? 2 : (2 * Math.atan2(across, length)) / across;
  angles[twist] = 2 * Math.atan2(sine, cosine);
  angles[p] = swingX * perSine;
  angles[q] = swingY * perSine;
}
