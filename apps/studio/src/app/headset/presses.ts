import { Group, type Object3D, type Quaternion, type Vector3 } from 'three';

/** Seconds of looking at a button until it is pressed, and for how long the gaze may slip off it meanwhile. */
interface DwellParams {
  readonly seconds: number;
  readonly slipSeconds: number;
}

export const defaultDwellParams: DwellParams = { seconds: 1.5, slipSeconds: 0.15 };

/** A gaze that rests on a button. */
interface DwellState {
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

interface DwellStep {
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

/** Metres above the panel: a finger presses where it comes below the first, after it has been above the second. */
interface PokeParams {
  readonly pressHeight: number;
  readonly releaseHeight: number;
  /** Nearer than this the finger hovers: its cursor is shown, and the ray of that hand is off. */
  readonly hoverHeight: number;
}

export const defaultPokeParams: PokeParams = { pressHeight: 0.004, releaseHeight: 0.018, hoverHeight: 0.06 };

/** A finger before the panel. */
interface PokeState {
  /** It was in front of the panel, high enough to press (again). */
  isReady: boolean;
  isDown: boolean;
}

export function createPokeState(): PokeState {
  return { isReady: false, isDown: false };
}

interface PokeStep {
  readonly isHovering: boolean;
  /** The finger went down onto the panel in this frame. */
  readonly isPressed: boolean;
}

/**
 * A finger tip presses once for each time that it comes down from the front; trembling on the surface, coming from behind and
 * sliding in from the side press nothing.
 * @param height of the finger tip above the panel, metres; negative behind it
 * @param isOver whether it is above the panel and not beside it
 */
export function stepPoke(params: PokeParams, state: PokeState, height: number, isOver: boolean): PokeStep {
  const isHovering = isOver && height < params.hoverHeight && height > -params.hoverHeight;
  if (!isHovering) {
    state.isDown = false;
    state.isReady = isOver && height >= params.hoverHeight;
    return { isHovering, isPressed: false };
  }
  if (height > params.releaseHeight) {
    state.isDown = false;
    state.isReady = true;
  } else if (state.isReady && height <= params.pressHeight) {
    state.isDown = true;
    state.isReady = false;
    return { isHovering, isPressed: true };
  }
  return { isHovering, isPressed: false };
}

/** How long before a press the hand was still pointing where it meant to, seconds. */
const BEFORE_SECONDS = 0.1;

interface PastRay {
  readonly seconds: number;
  readonly position: Vector3;
  readonly quaternion: Quaternion;
}

/**
 * A ray that does not turn away while the fingers close: from a press until it is let go, it points where the hand pointed a
 * moment before. Bowman et al., "Using pinch gloves for both natural and abstract interaction techniques", 2001, call it
 * the Heisenberg effect of spatial interaction.
 */
export class SteadyRay {
  readonly root = new Group();
  readonly #past: PastRay[] = [];
  #seconds = 0;

  /**
   * @param live the hand's ray now
   * @param isHeld a press goes on, or ends in this frame
   */
  step(live: Pick<Object3D, 'position' | 'quaternion'>, isHeld: boolean, dtSeconds: number): void {
    this.#seconds += dtSeconds;
    if (isHeld) {
      const [before] = this.#past;
      if (!before) return;
      this.root.position.copy(before.position);
      this.root.quaternion.copy(before.quaternion);
      return;
    }
    this.root.position.copy(live.position);
    this.root.quaternion.copy(live.quaternion);
    this.#past.push({
      seconds: this.#seconds,
      position: live.position.clone(),
      quaternion: live.quaternion.clone(),
    });
    while (this.#past.length > 1 && this.#past[0].seconds < this.#seconds - BEFORE_SECONDS) this.#past.shift();
  }
}
