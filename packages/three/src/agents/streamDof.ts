import type { HumanoidBone } from '@leib/core';

/** A turn by a number of a stream beside the body's, before the skeleton is known. */
export interface StreamDof {
  readonly bone: HumanoidBone;
  readonly column: number;
  readonly axis: readonly [x: number, y: number, z: number];
  /** Radians per unit of the stream's value (an angle, or a weight). */
  readonly factor: number;
}
