import { copyPoseSlice, POSE_SIZE } from '@leib/tracking';

/**
 * Estimates the shank length from a knee tracker, without one on the foot. While a foot stands, its ankle stays at one
 * point: knee_1 + R_1 s = knee_2 + R_2 s, with s the shank, which points down in the rest pose. With a wrong length the
 * foot slides; the length with the least slide over many steps is
 *
 *   length = - sum (dR d) . dk / sum |dR d|^2,   d = (0, -1, 0)
 *
 * SlimeVR fits bones by foot slide, too; this is the closed form for one bone.
 */
export interface SlideFit {
  /** The estimate, metres. */
  length: number;
  /** Pose of the knee at the last comparison, and the time since then. */
  readonly before: Float64Array;
  beforeSeconds: number;
  sumAcross: number;
  sumSquares: number;
}

/** Time between two compared poses, seconds. */
const STEP_SECONDS = 0.15;
/** The foot stands when its ankle is below this height, metres... */
const STANDING_HEIGHT = 0.16;
/** ...and slower than this, metres per second, by the present estimate. */
const STANDING_SPEED = 0.12;
/** Weight of the initial length, in squared radians of shank rotation. */
const PRIOR_TURN = 1;

export function createSlideFit(shank: number): SlideFit {
  return {
    length: shank,
    before: new Float64Array(POSE_SIZE),
    beforeSeconds: Number.NaN,
    sumAcross: shank * PRIOR_TURN,
    sumSquares: PRIOR_TURN,
  };
}

/** Takes the knee joint's pose, 7 numbers from `at`; true when the estimate was improved. */
export function stepSlideFit(
  fit: SlideFit,
  poses: Float64Array,
  at: number,
  floorY: number,
  dtSeconds: number,
): boolean {
  fit.beforeSeconds += dtSeconds;
  if (fit.beforeSeconds < STEP_SECONDS) return false;
  const isImproved = !Number.isNaN(fit.beforeSeconds) && compareWithBefore(fit, poses, at, floorY);
  copyPoseSlice(fit.before, 0, poses, at);
  fit.beforeSeconds = 0;
  return isImproved;
}

function compareWithBefore(fit: SlideFit, poses: Float64Array, at: number, floorY: number): boolean {
  const downNow = downOf(poses, at);
  const downBefore = downOf(fit.before, 0);
  let across = 0;
  let squares = 0;
  let slideSq = 0;
  for (let k = 0; k < 3; k++) {
    const turned = downNow[k] - downBefore[k];
    const moved = poses[at + k] - fit.before[k];
    across -= turned * moved;
    squares += turned * turned;
    slideSq += (moved + fit.length * turned) ** 2;
  }
  const ankleHeight = poses[at + 1] + fit.length * downNow[1] - floorY;
  const isStanding = ankleHeight < STANDING_HEIGHT && slideSq < (STANDING_SPEED * fit.beforeSeconds) ** 2;
  if (!isStanding || squares <= 1e-4) return false;
  fit.sumAcross += across;
  fit.sumSquares += squares;
  fit.length = fit.sumAcross / fit.sumSquares;
  return true;
}

/** The rest pose's down direction, turned by a pose. */
function downOf(poses: Float64Array, at: number): readonly [x: number, y: number, z: number] {
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  return [-2 * (x * y - w * z), -(1 - 2 * (x * x + z * z)), -2 * (y * z + w * x)];
}
