import type { WebGLRenderer } from 'three';
import type { Clock, Release } from '../time/clock.js';
import { addSample, clearMeter, createMeter, type Meter, measure, medianOf } from './meter.js';

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

/** Waits for frames while it is told so: of something that goes on in a tab that nobody sees. Told in every frame. */
export function createFrameClaim(loop: () => Pick<FrameLoop, 'keepGoing'>): (isWanted: boolean) => void {
  let release: Release | null = null;
  return (isWanted) => {
    if (isWanted) release ??= loop().keepGoing();
    else {
      release?.();
      release = null;
    }
  };
}

/** Whether anybody can see the page, and what ticks while nobody does. */
export interface HiddenPage {
  readonly isHidden: boolean;
  /** Calls back when it is hidden or shown. */
  watch(onChange: () => void): void;
  /** Ticks so many times a second, also while the page is hidden. */
  tick(hz: number, work: () => void): Release;
}

/** Timers of a hidden page come once a second, those of its workers as they were set. */
export const browserPage: HiddenPage = {
  get isHidden() {
    return document.hidden;
  },
  watch(onChange) {
    document.addEventListener('visibilitychange', onChange);
  },
  tick(hz, work) {
    const worker = new Worker(new URL('./tickWorker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', () => work());
    worker.postMessage(hz);
    return () => worker.terminate();
  },
};

/** A longer gap between frames is a stall (another tab, a breakpoint): the body waits instead of leaping. */
const MAX_STEP_SECONDS = 0.1;
/** Without a frame for so long nothing runs, seconds. */
const STANDS_STILL = 1;

/** The time between frames. */
export class FrameClock {
  /** Milliseconds between frames, stalls included. */
  readonly interval = createMeter();
  readonly #clock: Clock;
  #lastSeconds: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Frames a second as they come now; 0 while none come. */
  get hz(): number {
    const median = medianOf(this.interval);
    const isStill = this.#lastSeconds === null || this.#clock.nowSeconds - this.#lastSeconds > STANDS_STILL;
    return median === 0 || isStill ? 0 : 1000 / median;
  }

  /** Seconds since the last frame. @param seconds when this one is, by the clock */
  step(seconds: number): number {
    // To the nanosecond: differences of a time that grows have other last bits each time.
    const elapsedSeconds = Math.round((seconds - (this.#lastSeconds ?? seconds)) * 1e9) / 1e9;
    this.#lastSeconds = seconds;
    // What was measured before a pause says nothing about what comes now.
    if (elapsedSeconds > STANDS_STILL) clearMeter(this.interval);
    else if (elapsedSeconds > 0) addSample(this.interval, elapsedSeconds * 1000);
    return withoutStall(elapsedSeconds);
  }
}

/** Seconds by which the body goes on: none where time went back, a tenth at most. */
export function withoutStall(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_STEP_SECONDS);
}
