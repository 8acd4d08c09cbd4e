import { easeBetween, type HandKey, keysOf, type PathKey, type Performance } from '../demo/performance.js';

const SECONDS = 14;
const HZ = 10;
/** Both steps of a stride together, metres. */
const STRIDE = 1.15;

/** Way to the left of the start at a time, metres: one metre out, two back, one out. */
function wayAt(time: number): number {
  return easeBetween(1, 3.2, time) - 2 * easeBetween(4.4, 8, time) + easeBetween(9.2, 11.6, time);
}

/** Turned to the left, degrees: along the way, back, along it again, to the mirror. */
function headingAt(time: number): number {
  const quarter = 90 * easeBetween(0.2, 1.5, time);
  const back = 180 * easeBetween(2.9, 4.7, time);
  const forth = 180 * easeBetween(7.6, 9.5, time);
  return quarter + back + forth - 90 * easeBetween(11.3, 12.8, time);
}

/** All that was walked until a time, metres. */
function walkedAt(time: number): number {
  return easeBetween(1, 3.2, time) + 2 * easeBetween(4.4, 8, time) + easeBetween(9.2, 11.6, time);
}

/** How much the arms swing: with the speed, 0..1. */
function swingAt(time: number): number {
  const h = 0.05;
  return Math.min(1, (walkedAt(time + h) - walkedAt(time - h)) / (2 * h) / 0.6);
}

function phaseAt(time: number): number {
  return (2 * Math.PI * walkedAt(time)) / STRIDE;
}

/** @param side 1 for the left hand, -1 for the right: arms swing against each other */
function handAt(time: number, side: 1 | -1): HandKey {
  const swing = swingAt(time) * Math.sin(phaseAt(time)) * side;
  return {
    time,
    at: [0.236, -0.65 + 0.05 * swing * swing + 0.01 * swing, 0.02 + 0.16 * swing],
    fingers: [0.03, -1, 0.16 + 0.55 * swing],
    palm: [-0.9, 0, -0.35],
  };
}

/** Walks to and fro before the mirror. */
export const walkClip: Performance = {
  label: 'Walk and turn',
  seconds: SECONDS,
  path: keysOf(SECONDS, HZ, (time): PathKey => ({ time, at: [wayAt(time), 0], headingDeg: headingAt(time) })),
  head: keysOf(SECONDS, HZ, (time) => ({
    time,
    at: [
      0.012 * swingAt(time) * Math.sin(phaseAt(time)),
      -0.012 * swingAt(time) * (1 + Math.cos(2 * phaseAt(time))),
      0.02 * swingAt(time),
    ],
    // Looks where it goes next: the head turns a little before the body.
    look: [0.35 * (headingAt(Math.min(time + 0.25, SECONDS)) - headingAt(time)), 4 + 3 * swingAt(time), 0],
  })),
  leftHand: keysOf(SECONDS, HZ, (time) => handAt(time, 1)),
  rightHand: keysOf(SECONDS, HZ, (time) => handAt(time, -1)),
  leftGrip: [{ time: 0, grip: 0.2 }],
  rightGrip: [{ time: 0, grip: 0.2 }],
  sway: [{ axis: 0, timesPerLoop: 3, metres: 0.004, phaseDeg: 0 }],
};
