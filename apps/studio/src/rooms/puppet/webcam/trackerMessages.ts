/** What the page asks of the worker that finds hands in pictures, and what it answers. */
export type TrackerRequest =
  | {
      readonly kind: 'open';
      /** Address of each file of @mediapipe/hands, by its name. */
      readonly files: Readonly<Record<string, string>>;
      readonly maxHands: number;
    }
  /** The worker closes the picture. */
  | { readonly kind: 'frame'; readonly picture: ImageBitmap };

export interface FoundHand {
  /** As the tracker calls it: it takes pictures for mirror images, so a right hand before a camera is "Left". */
  readonly label: 'Left' | 'Right';
  /** 0..1. */
  readonly score: number;
  /** In the picture: x right and y down, 0..1. 21 x 2. */
  readonly picturePoints: Float32Array;
  /** Metres from the hand's middle: x right, y down, z away from the camera. 21 x 3. */
  readonly handPoints: Float32Array;
}

export type TrackerAnswer =
  | { readonly kind: 'opened'; readonly isOnProcessor: boolean }
  | { readonly kind: 'hands'; readonly hands: readonly FoundHand[] }
  | { readonly kind: 'failed'; readonly reason: string };
