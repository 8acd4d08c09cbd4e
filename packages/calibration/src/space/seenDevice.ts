import type { TrackedPoint } from '@leib/tracking';

/** A tracked device with an id; a feed's devices have this shape. */
export interface SeenDevice {
  readonly id: string;
  /** World pose, 7 numbers; the last known one while it is lost. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  readonly quality: number;
  /** The point that its protocol gives (controllers are hands); null or absent when the protocol gives none. */
  readonly suggestedPoint?: TrackedPoint | null;
  /** The kind that its protocol gives: a controller is held in a known way, a bone is the joint itself. */
  readonly kind?: string;
  /** The feed that tracks it: devices of one feed are tracked in one space. */
  readonly feed?: string;
}

/** A tracked space other than the head's, with its devices in its own coordinates. */
export interface ApartSpace {
  /** Name of its feed. */
  readonly name: string;
  readonly devices: readonly SeenDevice[];
}

/** The head's tracked space and the others. */
export interface SeenSpaces {
  readonly reference: string;
  /** Devices of the reference, the headset among them. */
  readonly devices: readonly SeenDevice[];
  readonly headId: string | null;
  readonly others: readonly ApartSpace[];
}
