import type { MotionSource, Placement } from '@leib/tracking';

/** A clip whose whole body is known, and where it stands in the tracked space. */
export interface Truth {
  readonly source: MotionSource;
  readonly placement: Placement;
}
