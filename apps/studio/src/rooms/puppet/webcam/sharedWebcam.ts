import type { HandSource } from '@leib/tracking/hands';
import type { Webcam } from './webcam.js';

/** A hand before the camera, and what the camera sees. */
export interface WebcamHand extends HandSource {
  readonly webcam: Webcam;
}

/** One camera for both hands: it is opened with the first, and closed with the last. */
export class SharedWebcam {
  #opening: Promise<Webcam> | null = null;
  #handCount = 0;

  /** Opens the camera, or joins the other hand before it. The tracker is loaded only now. */
  async openHand(side: 'left' | 'right'): Promise<WebcamHand> {
    this.#opening ??= import('./webcam.js').then(({ openWebcam }) => openWebcam());
    let webcam: Webcam;
    try {
      webcam = await this.#opening;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
    this.#handCount++;
    const hand = webcam.openHand(side);
    return {
      webcam,
      label: hand.label,
      get problem() {
        return hand.problem ?? null;
      },
      get eventMs() {
        return hand.eventMs ?? Number.NaN;
      },
      step: (dtSeconds, out) => hand.step(dtSeconds, out),
      dispose: () => {
        hand.dispose();
        if (--this.#handCount > 0) return;
        webcam.dispose();
        this.#opening = null;
      },
    };
  }
}
