interface FileSystem {
  readFileSync(path: URL): Uint8Array;
}

/** Tests only: the file of bodies as it is shipped. */
export async function shippedBytes(): Promise<Uint8Array> {
  // The library itself runs in browsers, so this package is typed without Node.
  const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as FileSystem;
  return new Uint8Array(fs.readFileSync(new URL('../../assets/leib-bodies.bin', import.meta.url)));
}
