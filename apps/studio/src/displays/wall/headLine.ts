/** A head that is lost for a moment is no news, seconds. */
const LOST_SECONDS = 1;

/** What a wall says of the head that it is drawn for. */
export class HeadLine {
  /** On the simulation's time; null while the head is tracked. */
  #lostAt: number | null = null;

  /** One frame. @param isTracked null where the simulation has no such head. Null where all is well. */
  step(name: string, isTracked: boolean | null, seconds: number): string | null {
    if (isTracked === null) return `The simulation has no head "${name}"; drawn for a viewer in the middle.`;
    if (isTracked) this.#lostAt = null;
    else this.#lostAt = Math.min(this.#lostAt ?? seconds, seconds);
    const isLost = this.#lostAt !== null && seconds - this.#lostAt >= LOST_SECONDS;
    return isLost ? `The head "${name}" is not tracked: drawn for its last place.` : null;
  }
}
