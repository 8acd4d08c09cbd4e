import type { Clock, Release } from './clock.js';

export interface AdvanceOptions {
  /** Frames a second; 60 unless given. */
  readonly hz?: number;
  /** Which of the frames are drawn; the last one unless given. */
  readonly draw?: 'none' | 'last' | 'all';
}

interface Timer {
  readonly atSeconds: number;
  readonly work: () => void;
}

const DEFAULT_HZ = 60;

/**
 * A clock that stands still until advance() is called: the same calls make the same frames, however slow the machine
 * is. It takes the place of requestAnimationFrame, since three.js and the emulated headset ask that for their frames.
 */
export class ManualClock implements Clock {
  readonly isManual = true;
  nowSeconds = 0;
  isDrawing = false;
  readonly #timers = new Set<Timer>();
  readonly #refreshes = new Set<() => void>();
  #callbacks = new Map<number, FrameRequestCallback>();
  #lastHandle = 0;
  #holdCount = 0;
  #onFree: (() => void) | null = null;
  #advancing: Promise<void> = Promise.resolve();

  /** Frames come from here from now on. */
  install(target: Pick<typeof globalThis, 'requestAnimationFrame' | 'cancelAnimationFrame'>): void {
    target.requestAnimationFrame = (callback) => {
      this.#callbacks.set(++this.#lastHandle, callback);
      return this.#lastHandle;
    };
    target.cancelAnimationFrame = (handle) => {
      this.#callbacks.delete(handle);
    };
  }

  /**
   * Lets time pass frame by frame, and waits before each for whatever is on its way. Over when panels show the last
   * one. 0 seconds make no frame: what panels show is brought up to date.
   */
  advance(seconds: number, options: AdvanceOptions = {}): Promise<void> {
    const advanced = this.#advancing.then(() => this.#advance(seconds, options));
    this.#advancing = advanced.catch(() => {});
    return advanced;
  }

  async begin(): Promise<void> {
    // The first frame shows the body, the second one shows it move.
    await this.advance(2 / DEFAULT_HZ);
  }

  secondsOfFrame(): number {
    return this.nowSeconds;
  }

  after(seconds: number, work: () => void): Release {
    const timer = { atSeconds: this.nowSeconds + seconds, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Runs at the end of every advance(): panels are not read before that. */
  refreshEvery(_seconds: number, work: () => void): Release {
    const refresh = () => work();
    this.#refreshes.add(refresh);
    return () => this.#refreshes.delete(refresh);
  }

  hold(): Release {
    this.#holdCount++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holdCount--;
      if (this.#holdCount === 0) this.#onFree?.();
    };
  }

  async #advance(seconds: number, { hz = DEFAULT_HZ, draw = 'last' }: AdvanceOptions): Promise<void> {
    const frameCount = Math.round(seconds * hz);
    const startSeconds = this.nowSeconds;
    await this.#untilFree();
    for (let frame = 1; frame <= frameCount; frame++) {
      this.isDrawing = draw === 'all' || (draw === 'last' && frame === frameCount);
      this.nowSeconds = startSeconds + frame / hz;
      this.#runTimers();
      this.#runFrame();
      await this.#untilFree();
    }
    for (const refresh of [...this.#refreshes]) refresh();
    await untilShown();
  }

  #runTimers(): void {
    const due = [...this.#timers].filter(({ atSeconds }) => atSeconds <= this.nowSeconds);
    for (const timer of due.sort((a, b) => a.atSeconds - b.atSeconds)) {
      if (this.#timers.delete(timer)) timer.work();
    }
  }

  #runFrame(): void {
    const callbacks = this.#callbacks;
    this.#callbacks = new Map();
    for (const callback of callbacks.values()) callback(this.nowSeconds * 1000);
  }

  /** What is released may hold again at once (a body that is built is asked for its first frame): looked at again. */
  async #untilFree(): Promise<void> {
    while (this.#holdCount > 0) {
      await new Promise<void>((resolve) => {
        this.#onFree = resolve;
      });
      this.#onFree = null;
    }
  }
}

/** React draws in tasks of its own, posted like these, and its effects in the ones after: they are over by then. */
async function untilShown(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  }
}
