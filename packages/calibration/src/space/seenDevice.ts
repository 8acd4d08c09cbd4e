import type { TrackedPoint } from '@leib/tracking';

/** A tracked thing with an id of its own: a feed's device is one. */
export interface SeenDevice {
  readonly id: string;
  /** World pose. 7 numbers; the last known one where it is lost. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  readonly quality: number;
  /** The point it is, where its protocol says so (controllers are hands); null or absent where nobody knows. */
  readonly suggestedPoint?: TrackedPoint | null;
  /** What it is, where its protocol says so: a controller is held in a known way, a bone is the joint itself. */
  readonly kind?: string;
  /** The feed that tracks it: devices of one feed are tracked in one space. */
  readonly feed?: string;
}

/** A tracked space besides that of the head, and what is seen in it, as it sees it. */
export interface ApartSpace {
  /** Of the feed. */
  readonly name: string;
  readonly devices: readonly SeenDevice[];
}

/** Several tracked spaces: where the head is, and what else there is. */
export interface SeenSpaces {
  readonly reference: string;
  /** The head's own among them. */
  readonly devices: readonly SeenDevice[];
  readonly headId: string | null;
  readonly others: readonly ApartSpace[];
}
