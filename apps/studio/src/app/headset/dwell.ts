/** Seconds of looking at a button until it is pressed, and for how long the gaze may slip off it meanwhile. */
export interface DwellParams {
  readonly seconds: number;
  readonly slipSeconds: number;
}

export const defaultDwellParams: DwellParams = { seconds: 1.5, slipSeconds: 0.15 };

/** A gaze that rests on a button. */
export interface DwellState {
  /** The button looked at, by its name. */
  target: string | null;
  seconds: number;
  awaySeconds: number;
  /** The button was pressed: it is not pressed again before the gaze has left it. */
  hasPressed: boolean;
}

export function createDwellState(): DwellState {
  return { target: null, seconds: 0, awaySeconds: 0, hasPressed: false };
}

export interface DwellStep {
  /** How far the ring is filled, 0 to 1. */
  readonly progress: number;
  /** The button to press now; null for none. */
  readonly pressed: string | null;
}

/** @param target the button under the gaze, null for none */
export function stepDwell(params: DwellParams, state: DwellState, target: string | null, dtSeconds: number): DwellStep {
  if (target === state.target) {
    state.awaySeconds = 0;
    if (target !== null) state.seconds += dtSeconds;
  } else {
    state.awaySeconds += dtSeconds;
    // On another button at once, off all buttons after a moment: a gaze trembles at the edge.
    if (target !== null || state.awaySeconds > params.slipSeconds) {
      state.target = target;
      state.seconds = 0;
      state.awaySeconds = 0;
      state.hasPressed = false;
    }
  }
  if (state.target === null || state.hasPressed) return { progress: 0, pressed: null };
  if (state.seconds < params.seconds) return { progress: state.seconds / params.seconds, pressed: null };
  state.hasPressed = true;
  return { progress: 1, pressed: state.target };
}
