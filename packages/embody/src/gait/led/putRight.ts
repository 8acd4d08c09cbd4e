import type { LedFoot, LedFootFrame } from './ledFeetState.js';

/** A foot that is put right speeds up and slows down by this much, metres per second squared. */
const ACCELERATION = 1.5;
/** So near to its place it comes to rest and stands again, metres: it does not follow a wish that creeps away. */
const THERE = 2e-3;
/** As high as it is lifted meanwhile, metres at 1.70 m. */
const LIFT = 0.015;

/** One foot at a time, while the other carries. */
export function beginPutRight(foot: LedFoot, other: LedFoot): void {
  if (foot.isPutRight || other.isPutRight || !(other.isHeelDown || other.isBallDown)) return;
  foot.isPutRight = true;
  foot.putRightSpeed = 0;
}

/**
 * The network knows more of a stand after a while than when the foot came down. A standing foot that turns out to be off
 * is put right in a small step: slowly, only as far as it takes, lifted a little. Moves foot.heldWorld; the lift is in
 * foot.liftHeight.
 */
export function putRight({ gait, settings, foot, pace }: LedFootFrame): void {
  const { lengthScale } = gait;
  const { dtSeconds } = pace;
  foot.liftHeight = 0;
  if (!foot.isPutRight) return;
  const { putRightUntil, putRightSpeed } = settings;
  const { heldWorld, roomWorld, shiftWorld } = foot;
  const to = foot.isBallDown ? foot.proposed.ballWorld : foot.proposed.ankleWorld;
  const x = to[0] + roomWorld[0] - shiftWorld[0] - heldWorld[0];
  const z = to[2] + roomWorld[2] - shiftWorld[2] - heldWorld[2];
  const distance = Math.sqrt(x * x + z * z);
  const left = Math.max(0, distance - putRightUntil * lengthScale);
  // As fast as it can still stop in time.
  const most = left < THERE ? 0 : Math.min(putRightSpeed, Math.sqrt(2 * ACCELERATION * left));
  const change = ACCELERATION * dtSeconds;
  foot.putRightSpeed =
    foot.putRightSpeed > most
      ? Math.max(most, foot.putRightSpeed - change)
      : Math.min(most, foot.putRightSpeed + change);
  const part = distance > 1e-6 ? Math.min(1, (foot.putRightSpeed * dtSeconds) / distance) : 0;
  heldWorld[0] += x * part;
  heldWorld[2] += z * part;
  const share = putRightSpeed > 0 ? foot.putRightSpeed / putRightSpeed : 0;
  foot.liftHeight = LIFT * lengthScale * share * share;
  if (left < THERE && foot.putRightSpeed === 0) foot.isPutRight = false;
}
