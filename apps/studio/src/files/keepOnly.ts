import type { KeptFiles } from './keptFiles.js';

/** Larger files are not kept, bytes. */
const MOST_BYTES = 100e6;

/** Keeps a file in place of all others of this database. False where it cannot be kept: too large, blocked or full. */
export async function keepOnly(kept: KeptFiles, file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const name of await kept.names()) if (name !== file.name) await kept.remove(name);
  return bytes.length <= MOST_BYTES && (await kept.put({ name: file.name, bytes }));
}
