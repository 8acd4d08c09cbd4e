import type { WebGLRenderer } from 'three';
import type { Clock } from '../time/clock.js';
import { FrameClock, withoutStall } from './frameClock.js';
import { createMeter, type Meter, measure } from './meter.js';

/** Makes one frame. @param xrFrame of a headset; null on the page */
export type StepFrame = (dtSeconds: number, xrFrame: XRFrame | null) => void;

/** When frames are made: by the browser or the headset, or by whoever takes its place for a while. */
export class FrameLoop {
  /** Milliseconds that each frame took. */
  readonly frame: Meter = createMeter();
  /** Milliseconds between frames. */
  readonly interval: Meter;
  /** Something else than the loop makes the frames, by stepBy(). */
  isResting = false;
  readonly #clock: Clock;
  readonly #frameClock: FrameClock;
  readonly #renderer: Pick<WebGLRenderer, 'setAnimationLoop'>;
  readonly #step: StepFrame;
  /** Frames of the loop are drawn on the page, those of stepBy() are not. */
  #isDrawn = true;

  constructor(clock: Clock, renderer: Pick<WebGLRenderer, 'setAnimationLoop'>, step: StepFrame) {
    this.#clock = clock;
    this.#frameClock = new FrameClock(clock);
    this.interval = this.#frameClock.interval;
    this.#renderer = renderer;
    this.#step = step;
  }

  /** Whether the frame that is being made is to be drawn on the page. */
  get isDrawing(): boolean {
    return this.#clock.isDrawing && this.#isDrawn;
  }

  start(): void {
    this.isResting = false;
    this.#renderer.setAnimationLoop((timeMs, xrFrame) => {
      const dtSeconds = this.#frameClock.step(timeMs);
      measure(this.frame, () => this.#step(dtSeconds, xrFrame ?? null));
    });
  }

  /** Frames come from stepBy() until start() is called again. */
  rest(): void {
    this.isResting = true;
    this.#renderer.setAnimationLoop(null);
  }

  /** Makes one frame besides the loop, up to the picture, which is not drawn. */
  stepBy(dtSeconds: number): void {
    this.#isDrawn = false;
    this.#step(withoutStall(dtSeconds), null);
    this.#isDrawn = true;
  }
}
