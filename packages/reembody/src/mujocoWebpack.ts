// The door `@leib/reembody/mujoco` as webpack gets it ("webpack" in package.json); the same names as mujoco.ts.

export { loadMujoco } from './engine/loadMujocoInWebpack.js';
export type { MujocoModule } from './engine/mujoco.js';
export type { MujocoOptions } from './engine/startMujoco.js';
