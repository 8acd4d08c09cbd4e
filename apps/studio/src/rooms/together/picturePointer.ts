import type { Ray } from 'three';
import { PictureDrag } from '../../world/pictureDrag.js';
import type { World } from '../../world/world.js';

/** Where the mouse is in the picture, or the finger that is on it. */
export class PicturePointer {
  readonly #drag: PictureDrag;
  readonly #listening = new AbortController();
  #isOver = false;

  /** @param isWanted while it is, a finger points instead of moving the view; a mouse does both */
  constructor(world: World, isWanted: () => boolean) {
    const over = () => this.#setOver(true);
    this.#drag = new PictureDrag(world, {
      take: ({ pointerType }) => {
        const isFinger = pointerType !== 'mouse' && isWanted();
        if (isFinger) over();
        return isFinger;
      },
      move: over,
      end: () => this.#setOver(false),
      hover: over,
    });
    const { signal } = this.#listening;
    world.renderer.domElement.addEventListener('pointerleave', () => this.#setOver(false), { signal });
  }

  /** From the camera through it; null where it is not over the picture. */
  get ray(): Ray | null {
    return this.#isOver ? this.#drag.raycaster.ray : null;
  }

  #setOver(isOver: boolean): void {
    this.#isOver = isOver;
  }

  dispose(): void {
    this.#listening.abort();
    this.#drag.dispose();
  }
}
