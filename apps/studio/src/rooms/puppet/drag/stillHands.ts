import { easeScalar, type Quat, quat } from '@leib/core';
import { copyHandSignal, createHandSignal, type HandSignal } from '@leib/tracking/hands';

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
