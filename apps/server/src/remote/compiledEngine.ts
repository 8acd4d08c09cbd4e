import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code, compiled on the first call, for all threads of this process. */
export function compiledEngine(): Promise<WebAssembly.Module> {
  // The engine is a dependency of reembody, and found from there.
  const reembody = createRequire(import.meta.url).resolve('@leib/reembody/mujoco');
  compiled ??= readFile(createRequire(reembody).resolve('@mujoco/mujoco/mujoco.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}
