import {
  createHandCalibration,
  createHandSignal,
  createLatencyMeter,
  type HandCalibration,
  type HandSignal,
  type HandSource,
  type LatencyMeter,
  meterLatency,
  type RestHand,
  startHandCapture,
  stepHandCalibration,
} from '@leib/tracking/hands';
import type { HandSourceId, HandSourceKind, HandSourceRequest } from './handSourceKinds.js';

/** Buttons of gloves that capture the rest hand: the hand in the glove cannot use the mouse. */
const calibrateButtons = ['calibrate', 'A'];

/** One hand of the puppet: which source plays it, what it reports, its calibration and its latency. */
export class HandInput {
  /** As the source reports it; the puppet's file says what rest is. */
  readonly signal: HandSignal = createHandSignal();
  kind: HandSourceId | null = null;
  calibration: HandCalibration;
  latency: LatencyMeter = createLatencyMeter();
  /** The rest hand or the fist was captured: the room writes it into the puppet's file. */
  onRest: (rest: RestHand) => void = () => {};
  #source: HandSource | null = null;
  #wasCalibrateDown = false;
  #openCount = 0;

  constructor(rest: RestHand | null) {
    this.calibration = createHandCalibration(rest);
  }

  get source(): HandSource | null {
    return this.#source;
  }

  /** Why nothing moves, and what to do; null: all is well. */
  get problem(): string | null {
    return this.calibration.refusal ?? this.#source?.problem ?? null;
  }

  /** Opens a source in place of the one before. Refuses with one sentence, and the one before plays on. */
  async open(kind: HandSourceKind, request: HandSourceRequest): Promise<void> {
    const refusal = kind.refusal();
    if (refusal !== null) throw new Error(refusal);
    const turn = ++this.#openCount;
    const source = await kind.open(request);
    // Another source was chosen while this one was being opened.
    if (turn !== this.#openCount) {
      source.dispose();
      return;
    }
    this.#source?.dispose();
    this.#source = source;
    this.kind = kind.id;
    this.latency = createLatencyMeter();
    this.signal.confidence = 0;
  }

  close(): void {
    this.#openCount++;
    this.#source?.dispose();
    this.#source = null;
    this.kind = null;
    this.signal.confidence = 0;
  }

  /** Reads the source and goes on with a capture. */
  step(dtSeconds: number): void {
    const source = this.#source;
    if (source === null) return;
    source.step(dtSeconds, this.signal);
    this.#readButtons(source);
    const before = this.calibration.rest;
    stepHandCalibration(this.calibration, this.signal, dtSeconds);
    if (this.calibration.rest !== null && this.calibration.rest !== before) this.onRest(this.calibration.rest);
    // Microtasks run when the frame's callback has ended: what was measured now is drawn then.
    if (source.eventMs !== undefined) queueMicrotask(() => this.#meter(source));
  }

  setForces(forces: ArrayLike<number>): void {
    this.#source?.setForces?.(forces);
  }

  #meter(source: HandSource): void {
    if (source === this.#source && this.signal.confidence > 0) {
      meterLatency(this.latency, source.eventMs ?? Number.NaN, performance.now());
    }
  }

  #readButtons({ buttons }: HandSource): void {
    const isDown = calibrateButtons.some((name) => buttons?.has(name));
    if (isDown && !this.#wasCalibrateDown) startHandCapture(this.calibration, 'rest');
    this.#wasCalibrateDown = isDown;
  }
}
