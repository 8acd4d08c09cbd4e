import type { WebGLRenderer } from 'three';
import type { Clock, Release } from '../time/clock.js';
import { FrameClock, withoutStall } from './frameClock.js';
import { browserPage, type HiddenPage } from './hiddenPage.js';
import { createMeter, type Meter, measure } from './meter.js';

/** Makes one frame. @param xrFrame of a headset; null on the page */
export type StepFrame = (dtSeconds: number, xrFrame: XRFrame | null) => void;

/** Of a hidden page, where somebody waits for its frames. */
const HIDDEN_HZ = 60;

/**
 * When frames are made: by the browser or the headset, or by whoever takes its place for a while. Browsers make none for a page that
 * is hidden: where somebody waits for them (a recording, walls, another program) a worker's timer makes them, undrawn.
 */
export class FrameLoop {
  /** Milliseconds that each frame took. */
  readonly frame: Meter = createMeter();
  /** Milliseconds between frames. */
  readonly interval: Meter;
  readonly #clock: Clock;
  readonly #frameClock: FrameClock;
  readonly #renderer: Pick<WebGLRenderer, 'setAnimationLoop'>;
  readonly #step: StepFrame;
  readonly #page: HiddenPage;
  #isStarted = false;
  /** Who waits for frames, whether they are seen or not. */
  readonly #waiting = new Set<object>();
  #stopTicking: Release | null = null;
  /** Frames of the loop are drawn on the page, those of stepBy() are not. */
  #isDrawn = true;

  constructor(
    clock: Clock,
    renderer: Pick<WebGLRenderer, 'setAnimationLoop'>,
    step: StepFrame,
    page: HiddenPage = browserPage,
  ) {
    this.#clock = clock;
    this.#frameClock = new FrameClock(clock);
    this.interval = this.#frameClock.interval;
    this.#renderer = renderer;
    this.#step = step;
    this.#page = page;
    page.watch(() => this.#lookAtPage());
  }

  /** Whether the frame that is being made is to be drawn on the page. */
  get isDrawing(): boolean {
    return this.#clock.isDrawing && this.#isDrawn;
  }

  /** Something else than the browser makes the frames, by stepBy(). */
  get isResting(): boolean {
    return !this.#isStarted || this.#stopTicking !== null;
  }

  /** Frames a second as they come now; 0 while none come. */
  get hz(): number {
    return this.#frameClock.hz;
  }

  start(): void {
    this.#isStarted = true;
    this.#renderer.setAnimationLoop((timeMs, xrFrame) => {
      this.#make(this.#clock.secondsOfFrame(timeMs), xrFrame ?? null);
    });
    this.#lookAtPage();
  }

  /** Frames come from stepBy() until start() is called again. */
  rest(): void {
    this.#isStarted = false;
    this.#renderer.setAnimationLoop(null);
    this.#lookAtPage();
  }

  /** Makes one frame besides the loop, up to the picture, which is not drawn. */
  stepBy(dtSeconds: number): void {
    this.#isDrawn = false;
    this.#step(withoutStall(dtSeconds), null);
    this.#isDrawn = true;
  }

  /** Somebody waits for frames, also while the page is hidden. Returns what ends it. */
  keepGoing(): Release {
    const claim = {};
    this.#waiting.add(claim);
    this.#lookAtPage();
    return () => {
      this.#waiting.delete(claim);
      this.#lookAtPage();
    };
  }

  #make(seconds: number, xrFrame: XRFrame | null): void {
    const dtSeconds = this.#frameClock.step(seconds);
    measure(this.frame, () => this.#step(dtSeconds, xrFrame));
  }

  #lookAtPage(): void {
    const isTicking = this.#isStarted && this.#page.isHidden && this.#waiting.size > 0 && !this.#clock.isManual;
    if (isTicking === (this.#stopTicking !== null)) return;
    this.#stopTicking?.();
    this.#stopTicking = isTicking ? this.#page.tick(HIDDEN_HZ, () => this.#stepHidden()) : null;
  }

  #stepHidden(): void {
    // A tick that was on its way when the page was shown again.
    if (this.#stopTicking === null) return;
    this.#isDrawn = false;
    this.#make(this.#clock.nowSeconds, null);
    this.#isDrawn = true;
  }
}
