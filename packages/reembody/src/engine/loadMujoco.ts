import type { MujocoModule } from './mujoco.js';
import { type MujocoOptions, startMujoco } from './startMujoco.js';

let shared: Promise<MujocoModule> | null = null;

/** Loads the engine on the first call, once per process or worker. */
export function loadMujoco(options: MujocoOptions = {}): Promise<MujocoModule> {
  shared ??= import('@mujoco/mujoco').then((engine) => startMujoco(engine, options));
  return shared;
}
