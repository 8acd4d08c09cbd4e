/** The simulation's own step, seconds: two to a frame of 90 Hz. */
export const SUBSTEP_SECONDS = 1 / 180;
