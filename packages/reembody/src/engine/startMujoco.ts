import type { MujocoModule } from './mujoco.js';

export interface MujocoOptions {
  /** Where the engine's .wasm lies, for pages whose bundler moved it. */
  readonly wasmUrl?: string;
  /** The engine's .wasm, compiled: threads that are given the same one share its code, 30 MB each. */
  readonly wasmModule?: WebAssembly.Module;
}

/** What the engine's own JavaScript can be told about its .wasm. */
interface EngineOptions {
  locateFile?(): string;
  instantiateWasm?(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}

/**
 * The engine's own JavaScript, which loads its .wasm: from beside it, or from the given place. Not the package's own type: its
 * declarations have errors, which every app would see that checks declarations (skipLibCheck false).
 */
export interface MujocoEngine {
  default(options?: EngineOptions): Promise<unknown>;
}

export async function startMujoco(
  { default: load }: MujocoEngine,
  { wasmUrl, wasmModule }: MujocoOptions,
): Promise<MujocoModule> {
  const options: EngineOptions = {
    ...(wasmUrl !== undefined && { locateFile: () => wasmUrl }),
    ...(wasmModule !== undefined && {
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(wasmModule, imports);
        done(instance);
        return instance.exports;
      },
    }),
  };
  return (await load(options)) as MujocoModule;
}
