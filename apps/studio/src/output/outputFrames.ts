import type { World } from '../world/world.js';

/** Without a frame of the page for this long, the window makes them: the page is hidden, seconds. */
const PAGE_RESTS_SECONDS = 0.1;

/** What the frames of the window ask of the world. */
export interface SteppedWorld {
  readonly loop: Pick<World['loop'], 'isResting' | 'stepBy'>;
  readonly clock: Pick<World['clock'], 'isManual'>;
  readonly painter: Pick<World['painter'], 'frameCount'>;
}

/** Frames of a second window: the world goes on by them while the page, which is hidden, makes none. */
export class OutputFrames {
  readonly #world: SteppedWorld;
  #lastFrameCount: number;
  #lastSeconds: number;
  /** The page makes no frames: this window does. */
  #isPageResting = false;

  constructor(world: SteppedWorld, nowSeconds: number) {
    this.#world = world;
    this.#lastFrameCount = world.painter.frameCount;
    this.#lastSeconds = nowSeconds;
  }

  /** Called in every frame of the window, before it is drawn. */
  step(nowSeconds: number): void {
    const { painter, clock, loop } = this.#world;
    if (painter.frameCount !== this.#lastFrameCount) {
      this.#lastFrameCount = painter.frameCount;
      this.#lastSeconds = nowSeconds;
      this.#isPageResting = false;
    } else if (clock.isManual || loop.isResting) {
      // Others step it: a test, or the export of a video.
      this.#lastSeconds = nowSeconds;
    } else if (this.#isPageResting || nowSeconds - this.#lastSeconds > PAGE_RESTS_SECONDS) {
      this.#isPageResting = true;
      loop.stepBy(nowSeconds - this.#lastSeconds);
      this.#lastSeconds = nowSeconds;
    }
  }
}
