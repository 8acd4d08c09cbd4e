/** Period of a shared world's own steps, milliseconds. */
export const TICK_MS = 1000 / 90;
/** The longest time that one step makes up for: a world that cannot keep up goes slower. Seconds. */
const LONGEST_TICK_SECONDS = 0.05;

/**
 * How far a shared world goes in its next step, seconds: as long as it was since the last one. After a step that took more computing
 * than there is time for it goes one tick: making up for it would make the next one take longer still.
 */
export function tickSeconds(elapsedSeconds: number, lastStepMs: number): number {
  return Math.min(elapsedSeconds, lastStepMs > TICK_MS ? TICK_MS / 1000 : LONGEST_TICK_SECONDS);
}
