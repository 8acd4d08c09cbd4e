/** Metres above the panel: a finger presses where it comes below the first, after it has been above the second. */
export interface PokeParams {
  readonly pressHeight: number;
  readonly releaseHeight: number;
  /** Nearer than this the finger hovers: its cursor is shown, and the ray of that hand is off. */
  readonly hoverHeight: number;
}

export const defaultPokeParams: PokeParams = { pressHeight: 0.004, releaseHeight: 0.018, hoverHeight: 0.06 };

/** A finger before the panel. */
export interface PokeState {
  /** It was in front of the panel, high enough to press (again). */
  isReady: boolean;
  isDown: boolean;
}

export function createPokeState(): PokeState {
  return { isReady: false, isDown: false };
}

export interface PokeStep {
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
