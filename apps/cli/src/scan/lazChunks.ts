import { createRequire } from 'node:module';
import type { LazChunks } from '@leib/formats/scan';
import type { createLazPerf } from 'laz-perf';

/** What unpacks LAZ: laz-perf, loaded when a file needs it. */
export async function loadLazChunks(): Promise<LazChunks> {
  // Its own entry is CommonJS, which finds its WebAssembly beside itself.
  const perf = createRequire(import.meta.url)('laz-perf') as { readonly createLazPerf: typeof createLazPerf };
  const laz = await perf.createLazPerf();
  return ({ format, recordLength }, packed, count) => {
    // Damaged chunks read on behind their end.
    const from = laz._malloc(packed.length + 65_536);
    const to = laz._malloc(recordLength);
    const decoder = new laz.ChunkDecoder();
    try {
      laz.HEAPU8.set(packed, from);
      laz.HEAPU8.fill(0, from + packed.length, from + packed.length + 65_536);
      decoder.open(format, recordLength, from);
      const out = new Uint8Array(count * recordLength);
      for (let i = 0; i < count; i++) {
        decoder.getPoint(to);
        out.set(laz.HEAPU8.subarray(to, to + recordLength), i * recordLength);
      }
      return out;
    } finally {
      decoder.delete();
      laz._free(to);
      laz._free(from);
    }
  };
}
