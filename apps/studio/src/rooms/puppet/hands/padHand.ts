import { FINGER_COUNT, type HandSignal, type HandSource } from '@leib/tracking/hands';

/** Without a touch for so long nobody plays, and the puppet goes to rest, seconds. */
const LEFT_ALONE_SECONDS = 12;
const HALF_LIFE = 0.02;

/** Bends of five pads on the screen; a finger takes a moment to follow its pad. */
export class PadBends {
  /** What the pads say, 0..1. */
  readonly wanted = new Float64Array(FINGER_COUNT);
  readonly #shown = new Float64Array(FINGER_COUNT);

  get isTouched(): boolean {
    return this.wanted.some((bend) => bend > 0);
  }

  /** Bends fingers of the signal that are bent less. */
  step(dtSeconds: number, out: HandSignal): void {
    const ease = 1 - 2 ** (-dtSeconds / HALF_LIFE);
    for (let finger = 0; finger < FINGER_COUNT; finger++) {
      this.#shown[finger] += (this.wanted[finger] - this.#shown[finger]) * ease;
      out.bends[finger] = Math.max(out.bends[finger], this.#shown[finger]);
    }
  }
}

/** A hand whose fingers are bent by the pads on the screen. */
export interface PadHand extends HandSource {
  readonly pads: PadBends;
}

/** The pads alone as a hand that stays where it is: a second hand beside the mouse. */
export function createPadHand(): PadHand {
  const pads = new PadBends();
  let aloneSeconds = Infinity;
  let timeSeconds = 0;
  return {
    label: 'Finger pads',
    pads,
    step(dtSeconds, out) {
      aloneSeconds = pads.isTouched ? 0 : aloneSeconds + dtSeconds;
      timeSeconds += dtSeconds;
      out.timeSeconds = timeSeconds;
      out.position.fill(0);
      out.rotation.set([0, 0, 0, 1]);
      out.splay.fill(0);
      out.bends.fill(0);
      pads.step(dtSeconds, out);
      out.confidence = aloneSeconds > LEFT_ALONE_SECONDS ? 0 : 1;
    },
    dispose() {},
  };
}
