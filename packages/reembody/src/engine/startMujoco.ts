import type { MujocoModule } from './mujoco.js';

export interface MujocoOptions {
  /** Where the engine's .wasm lies, for pages whose bundler moved it. */
  readonly wasmUrl?: string;
}

/** The engine's own JavaScript, which loads its .wasm: from beside it, or from the given place. */
export type MujocoEngine = Pick<typeof import('@mujoco/mujoco'), 'default'>;

export async function startMujoco({ default: load }: MujocoEngine, wasmUrl: string | undefined): Promise<MujocoModule> {
  const module: unknown = await load(wasmUrl === undefined ? undefined : { locateFile: () => wasmUrl });
  return module as MujocoModule;
}
