import type { MujocoModule } from './mujoco.js';

export interface MujocoOptions {
  /** Where the engine's .wasm lies, for pages whose bundler moved it. */
  readonly wasmUrl?: string;
}

/**
 * The engine's own JavaScript, which loads its .wasm: from beside it, or from the given place. Not the package's own type: its
 * declarations have errors, which every app would see that checks declarations (skipLibCheck false).
 */
export interface MujocoEngine {
  default(options?: { locateFile(): string }): Promise<unknown>;
}

export async function startMujoco({ default: load }: MujocoEngine, wasmUrl: string | undefined): Promise<MujocoModule> {
  const module: unknown = await load(wasmUrl === undefined ? undefined : { locateFile: () => wasmUrl });
  return module as MujocoModule;
}
