import type { HandSignal } from '@leib/tracking/hands';

/** The hand is where it was after this time. */
export const HAND_SWING_SECONDS = 4;

/** A hand that chews, wanders and turns; written into `out`. */
export function chewingHand(out: HandSignal, seconds: number): void {
  const angle = (2 * Math.PI * seconds) / HAND_SWING_SECONDS;
  out.timeSeconds = seconds;
  out.confidence = 1;
  out.bends.forEach((_, finger) => {
    out.bends[finger] = 0.5 - 0.5 * Math.cos(4 * angle + 0.4 * finger);
  });
  out.position.set([0.05 * Math.sin(angle), 0.03 * Math.sin(2 * angle), 0.04 * Math.cos(angle)]);
  const half = 0.2 * Math.sin(angle);
  out.rotation.set([0, Math.sin(half), 0, Math.cos(half)]);
}
