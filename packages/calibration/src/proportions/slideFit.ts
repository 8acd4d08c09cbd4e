import { copyPoseSlice, POSE_SIZE } from '@leib/tracking';

/**
 * The shank of somebody who wears trackers on the knees but none on the feet. While a foot stands, its ankle is one
 * point: knee_1 + R_1 s = knee_2 + R_2 s, with s the shank, pointing down in the rest pose. A wrong length lets the foot
 * slide; the one that lets it slide least over many steps is
 *
 *   length = - sum (dR d) . dk / sum |dR d|^2,   d = (0, -1, 0)
 *
 * which is SlimeVR's idea of fitting bones by foot slide, in closed form for one bone.
 */
export interface SlideFit {
  /** The estimate, metres. 1. */
  readonly length: Float64Array;
  /** It was improved in the last step. */
  slid: boolean;
  /** The knee a little while ago. */
  readonly before: Float64Array;
  beforeSeconds: number;
  sumAcross: number;
  sumSquares: number;
}

/** Moments this far apart are compared, seconds. */
const STEP_SECONDS = 0.15;
/** The ankle stands below this height... */
const STANDING_HEIGHT = 0.16;
/** ...and when it moves slower than this, metres per second, by the length believed so far. */
const STANDING_SPEED = 0.12;
/** The first length counts like this much turning of the shank, radians squared. */
const PRIOR_TURN = 1;

export function createSlideFit(shank: number): SlideFit {
  return {
    length: Float64Array.of(shank),
    slid: false,
    before: new Float64Array(POSE_SIZE),
    beforeSeconds: Number.NaN,
    sumAcross: shank * PRIOR_TURN,
    sumSquares: PRIOR_TURN,
  };
}

const downNow = new Float64Array(3);
const downBefore = new Float64Array(3);

/** Takes the knee joint's pose, 7 numbers from `at`. */
export function stepSlideFit(fit: SlideFit, poses: Float64Array, at: number, floorY: number, dtSeconds: number): void {
  fit.slid = false;
  fit.beforeSeconds += dtSeconds;
  if (fit.beforeSeconds < STEP_SECONDS) return;
  if (!Number.isNaN(fit.beforeSeconds)) {
    pointDown(downNow, poses, at);
    pointDown(downBefore, fit.before, 0);
    let across = 0;
    let squares = 0;
    let slideSq = 0;
    for (let k = 0; k < 3; k++) {
      const turned = downNow[k] - downBefore[k];
      const moved = poses[at + k] - fit.before[k];
      across -= turned * moved;
      squares += turned * turned;
      slideSq += (moved + fit.length[0] * turned) ** 2;
    }
    const height = poses[at + 1] + fit.length[0] * downNow[1] - floorY;
    const isStanding = height < STANDING_HEIGHT && slideSq < (STANDING_SPEED * fit.beforeSeconds) ** 2;
    if (isStanding && squares > 1e-4) {
      fit.sumAcross += across;
      fit.sumSquares += squares;
      fit.length[0] = fit.sumAcross / fit.sumSquares;
      fit.slid = true;
    }
  }
  copyPoseSlice(fit.before, 0, poses, at);
  fit.beforeSeconds = 0;
}

/** Where the rest pose's down points now. */
function pointDown(out: Float64Array, poses: Float64Array, at: number): void {
  const x = poses[at + 3];
  const y = poses[at + 4];
  const z = poses[at + 5];
  const w = poses[at + 6];
  out[0] = -2 * (x * y - w * z);
  out[1] = -(1 - 2 * (x * x + z * z));
  out[2] = -2 * (y * z + w * x);
}
