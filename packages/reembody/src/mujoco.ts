// The engine. Only this door leads to its 10 MB of WebAssembly; everything else takes the loaded engine as an argument.

export { loadMujoco } from './engine/loadMujoco.js';
export type { MujocoModule } from './engine/mujoco.js';
