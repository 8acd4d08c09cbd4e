/** For measurements from outside: marks when a body was first drawn, and when it was first drawn in another pose. */
export class FirstMotion {
  readonly #onMotion: () => void;
  /** Pictures with a body in them, counted up to the second: the first that shows it move. */
  #count = 0;

  constructor(onMotion: () => void) {
    this.#onMotion = onMotion;
  }

  /** A picture with a body was drawn. */
  onPicture(): void {
    if (this.#count === 2) return;
    this.#count++;
    performance.mark(this.#count === 1 ? 'leib:first-frame' : 'leib:first-motion');
    if (this.#count === 2) this.#onMotion();
  }
}
