import type { EngineViews } from '../engine/engineViews.js';
import type { MujocoData, MujocoModel } from '../engine/mujoco.js';

/** Something with a model of its own that lives in the world of the bodies: a robot. Its bodies come last in the engine. */
export interface WorldGuest {
  /** MJCF for the world's assets and its worldbody, and the files that these name. */
  readonly asset: string;
  readonly body: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The engine's bodies that a hand can take, as in shaking hands. Good after bind(). */
  readonly hands: readonly number[];
  /** Finds itself in a new world, and goes on there as it was in the last one. */
  bind(model: MujocoModel, data: MujocoData): void;
  /** Writes its forces of one substep, `amount` of the way through the frame. */
  drive(views: EngineViews, amount: number): void;
}
