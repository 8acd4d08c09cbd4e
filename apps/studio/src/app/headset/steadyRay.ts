import { Group, type Object3D, type Quaternion, type Vector3 } from 'three';

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
