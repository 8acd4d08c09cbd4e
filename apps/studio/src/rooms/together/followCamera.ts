import { Vector3 } from 'three';
import type { CameraRig } from '../../world/cameraRig.js';
import type { Standing } from './pointing.js';

/** Half of a person's width and depth as they are framed, metres. */
const HALF_WIDTH = 0.45;

/** The view goes along with somebody; the visitor's hand turns it all the same. */
export class FollowCamera {
  readonly #rig: CameraRig;
  #id: string | null = null;
  readonly #at = new Vector3();

  constructor(rig: CameraRig) {
    this.#rig = rig;
  }

  get isOn(): boolean {
    return this.#id !== null;
  }

  /** Where they are in this frame; null: nobody is followed. */
  set(standing: Standing | null): void {
    if (standing === null) {
      this.#id = null;
      return;
    }
    const { id, head, feet } = standing;
    const centre = head.clone().add(feet).multiplyScalar(0.5);
    if (id !== this.#id) {
      this.#id = id;
      this.#rig.frameThing(centre, new Vector3(HALF_WIDTH, (head.y - feet.y) / 2 + 0.2, HALF_WIDTH), false);
    } else {
      this.#rig.goAlong(centre.clone().sub(this.#at));
    }
    this.#at.copy(centre);
  }
}
