import type { HandSource } from '@leib/tracking/hands';
import type { Webcam } from './webcam.js';

/** A hand before the camera, and what the camera sees. */
export interface WebcamHand extends HandSource {
  readonly webcam: Webcam;
}

/** One camera for both hands: it is opened with the first, and closed with the last. */
let opening: Promise<Webcam> | null = null;
let handCount = 0;

/** Opens the camera, or joins the other hand before it. The tracker is loaded only now. */
export async function openWebcamHand(side: 'left' | 'right'): Promise<WebcamHand> {
  opening ??= import('./webcam.js').then(({ openWebcam }) => openWebcam());
  let webcam: Webcam;
  try {
    webcam = await opening;
  } catch (error) {
    opening = null;
    throw error;
  }
  handCount++;
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
      handCount--;
      if (handCount > 0) return;
      webcam.dispose();
      opening = null;
    },
  };
}
