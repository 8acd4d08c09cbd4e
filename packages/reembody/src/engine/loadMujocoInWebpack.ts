import type { MujocoModule } from './mujoco.js';
import { type MujocoEngine, type MujocoOptions, startMujoco } from './startMujoco.js';

let shared: Promise<MujocoModule> | null = null;

/**
 * loadMujoco() for webpack, which reads what it imports and stops at `import('module')`: the engine calls it in Node only.
 * An asset is not read. So the engine's JavaScript and its .wasm are assets here, and the browser imports the first.
 */
export function loadMujoco(options: MujocoOptions = {}): Promise<MujocoModule> {
  const engineUrl = new URL('@mujoco/mujoco', import.meta.url);
  const ownWasmUrl = new URL('@mujoco/mujoco/mujoco.wasm', import.meta.url);
  shared ??= importAsset(engineUrl).then((engine) => startMujoco(engine, { wasmUrl: ownWasmUrl.href, ...options }));
  return shared;
}

async function importAsset(url: URL): Promise<MujocoEngine> {
  return import(/* webpackIgnore: true */ url.href);
}
