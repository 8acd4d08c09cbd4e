import { easeScalar, type Quat, quat } from '@leib/core';
import {
  cancelHandCapture,
  copyHandSignal,
  createHandCalibration,
  createHandSignal,
  type HandSignal,
  type HandSource,
  type RestHand,
  startHandCapture,
  stepHandCalibration,
} from '@leib/tracking/hands';
import { addSample, clearMeter, createMeter, type Meter } from '../../../world/meter.js';
import { SharedWebcam } from '../webcam/sharedWebcam.js';
import { type HandContext, type HandKindId, handKindOf } from './handKinds.js';
import type { PadHand } from './screenHand.js';

/** Buttons of gloves that capture the rest hand: a hand in a glove cannot use the mouse. */
const captureButtons = ['calibrate', 'A'];

/** Forces of each finger, one list per hand. */
type HandForces = readonly ArrayLike<number>[];

/** What holds the fingers of the two hands back: with a second puppet the second hand is in that one, as its first. */
export function forcesOnHands(puppet: HandForces, partner: HandForces | null): HandForces {
  return partner ? [puppet[0] ?? [], partner[0] ?? []] : puppet;
}

/** One of the two hands: what measures it and what it says. */
interface HandSlot {
  kind: HandKindId | null;
  source: HandSource | null;
  readonly signal: HandSignal;
  /** From the device's event to the frame that showed it, milliseconds. */
  readonly latency: Meter;
  /** When the last event that was counted came: it counts once, in the first frame that shows it. */
  countedMs: number;
  /** The browser asks for the device, or it is opened. */
  isConnecting: boolean;
  /** Why the last source could not be opened, in one sentence. */
  refusal: string | null;
  readonly calibration: ReturnType<typeof createHandCalibration>;
  /** The button that captures the rest hand is down: it captures once a press. */
  isCaptureDown: boolean;
}

interface HandDeskOptions extends Omit<HandContext, 'slot' | 'webcam'> {
  /** Another kind of source plays: some are measured from the rest hand of the file, others not. */
  readonly onKind: () => void;
}

interface CapturedRest {
  readonly slot: number;
  readonly rest: RestHand;
}

function createSlot(): HandSlot {
  return {
    kind: null,
    source: null,
    signal: createHandSignal(),
    latency: createMeter(256),
    countedMs: Number.NaN,
    isConnecting: false,
    refusal: null,
    calibration: createHandCalibration(),
    isCaptureDown: false,
  };
}

/** Sources of the two hands that play: connected, stepped, calibrated, measured. */
export class HandDesk {
  readonly slots: readonly [HandSlot, HandSlot] = [createSlot(), createSlot()];
  readonly #options: HandDeskOptions;
  readonly #webcam = new SharedWebcam();
  /** What played before the headset took over, by slot. */
  #before: readonly (HandKindId | null)[] | null = null;

  constructor(options: HandDeskOptions) {
    this.#options = options;
  }

  /** Signals for the puppet; null where there is no source. */
  get signals(): readonly (HandSignal | null)[] {
    return this.slots.map(({ source, signal }) => (source ? signal : null));
  }

  usesRest(slot: number): boolean {
    const { kind } = this.slots[slot];
    return kind !== null && handKindOf(kind).usesRest;
  }

  /** Opens a source; null lets go of the hand. Errors become the slot's refusal. */
  async connect(slot: number, id: HandKindId | null): Promise<void> {
    const own = this.slots[slot];
    own.refusal = null;
    if (id === null) {
      this.use(slot, null, null);
      return;
    }
    own.isConnecting = true;
    try {
      this.use(slot, id, await handKindOf(id).open({ ...this.#options, webcam: this.#webcam, slot }));
    } catch (error) {
      own.refusal = (error as Error).message;
    } finally {
      own.isConnecting = false;
    }
  }

  /** Takes a source that is open already. */
  use(slot: number, kind: HandKindId | null, source: HandSource | null): void {
    const own = this.slots[slot];
    own.source?.setForces?.([0, 0, 0, 0, 0]);
    own.source?.dispose();
    own.source = source;
    own.kind = kind;
    own.signal.confidence = 0;
    clearMeter(own.latency);
    cancelHandCapture(own.calibration);
    this.#options.onKind();
  }

  /** In virtual reality the headset's hands play; what played before comes back afterwards. */
  setImmersive(isImmersive: boolean): void {
    if (isImmersive === (this.#before !== null)) return;
    if (isImmersive) {
      this.#before = this.slots.map(({ kind }) => kind);
      for (const slot of [0, 1]) void this.connect(slot, 'headset');
      return;
    }
    const before = this.#before ?? [];
    this.#before = null;
    for (const slot of [0, 1]) void this.connect(slot, before[slot] === 'recording' ? null : (before[slot] ?? null));
  }

  /** Hold the hand still: what it does now is rest, or a fist. */
  capture(slot: number, posture: 'rest' | 'fist'): void {
    startHandCapture(this.slots[slot].calibration, posture);
  }

  /** Bends a finger by its pad on the screen, 0..1: of the second hand where that has the pads, else of the first. */
  bend(finger: number, bend: number): void {
    for (const { source } of this.slots.toReversed()) {
      if (!source || !('pads' in source)) continue;
      (source as PadHand).pads.wanted[finger] = bend;
      return;
    }
  }

  /** Reads all hands; `forces` hold fingers back where a glove can. Returns the rest hands that were captured just now. */
  step(dtSeconds: number, forces: HandForces): readonly CapturedRest[] {
    const captured: CapturedRest[] = [];
    for (const [slot, { source, signal, calibration }] of this.slots.entries()) {
      if (!source) continue;
      source.step(dtSeconds, signal);
      if (forces[slot]) source.setForces?.(forces[slot]);
      this.#readButtons(slot);
      if (calibration.capturing === null) continue;
      const before = calibration.rest;
      stepHandCalibration(calibration, signal, dtSeconds);
      if (calibration.rest && calibration.rest !== before) captured.push({ slot, rest: calibration.rest });
    }
    return captured;
  }

  #readButtons(slot: number): void {
    const own = this.slots[slot];
    const isDown = captureButtons.some((name) => own.source?.buttons?.has(name));
    if (isDown && !own.isCaptureDown) this.capture(slot, 'rest');
    own.isCaptureDown = isDown;
  }

  /** After the picture was drawn: how long it took from the hand to it. */
  meterPicture(nowMs: number): void {
    for (const slot of this.slots) {
      const eventMs = slot.source?.eventMs ?? Number.NaN;
      if (!Number.isFinite(eventMs) || eventMs === slot.countedMs) continue;
      slot.countedMs = eventMs;
      addSample(slot.latency, Math.max(0, nowMs - eventMs));
    }
  }

  dispose(): void {
    for (const { source } of this.slots) {
      source?.setForces?.([0, 0, 0, 0, 0]);
      source?.dispose();
    }
  }
}

/** A hand that has let go plays again from where it is after about so long, seconds. */
const RETURN_SECONDS = 0.5;
const HALF_LIFE = 0.07;

interface StillHand {
  readonly shown: HandSignal;
  /** Since the hand let go, seconds. */
  freeSeconds: number;
}

/** A hand that drags a grip does not carry the puppet meanwhile: its signal stays as it was, and comes back by degrees. */
export class StillHands {
  readonly #hands: readonly StillHand[] = [0, 1].map(() => ({ shown: createHandSignal(), freeSeconds: Infinity }));

  /** Signals for the puppet. */
  step(
    live: readonly (HandSignal | null)[],
    isHolding: (slot: number) => boolean,
    dtSeconds: number,
  ): (HandSignal | null)[] {
    return live.map((signal, slot) => {
      if (!signal) return null;
      const hand = this.#hands[slot];
      if (isHolding(slot)) return holdStill(hand, signal, dtSeconds);
      hand.freeSeconds += dtSeconds;
      if (hand.freeSeconds > RETURN_SECONDS) return signal;
      return comeBack(hand, signal, dtSeconds);
    });
  }
}

/** Thumb and index hold something else: they straighten. */
function holdStill(hand: StillHand, live: HandSignal, dtSeconds: number): HandSignal {
  const { shown } = hand;
  if (hand.freeSeconds > RETURN_SECONDS) copyHandSignal(shown, live);
  hand.freeSeconds = 0;
  for (const finger of [0, 1]) shown.bends[finger] = easeScalar(shown.bends[finger], 0, HALF_LIFE, dtSeconds);
  shown.timeSeconds = live.timeSeconds;
  shown.confidence = live.confidence;
  return shown;
}

function comeBack({ shown }: StillHand, live: HandSignal, dtSeconds: number): HandSignal {
  const share = 1 - easeScalar(1, 0, HALF_LIFE, dtSeconds);
  for (let k = 0; k < 3; k++) shown.position[k] += (live.position[k] - shown.position[k]) * share;
  const rotation = quat.slerp(quat.create(), [...shown.rotation] as Quat, [...live.rotation] as Quat, share);
  shown.rotation.set(rotation);
  for (let finger = 0; finger < shown.bends.length; finger++) {
    shown.bends[finger] += (live.bends[finger] - shown.bends[finger]) * share;
    shown.splay[finger] += (live.splay[finger] - shown.splay[finger]) * share;
  }
  shown.timeSeconds = live.timeSeconds;
  shown.confidence = live.confidence;
  return shown;
}
