import type { HumanoidBone } from '@leib/core';

/** One hinge of a robot and the bone of the person that drives it. */
export interface RobotJoint {
  readonly name: string;
  /** Where its angle and its speed lie in the engine. */
  readonly coordinate: number;
  readonly speed: number;
  /** Its axis in the space of the bone above, which at rest is the world facing +Z, Y up. */
  readonly axis: readonly [number, number, number];
  /** Rotation of the bone, x y z w, in the robot's own zero pose: arms down rather than stretched out. */
  readonly zeroTurn: readonly [number, number, number, number];
  readonly low: number;
  readonly high: number;
  /** The bone whose rotation it takes its share of, or null where none was found: it then holds its rest angle. */
  readonly bone: HumanoidBone | null;
}
