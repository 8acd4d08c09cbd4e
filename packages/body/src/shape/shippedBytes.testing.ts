interface FileSystem {
  readFileSync(path: URL): Uint8Array;
}

/** Tests only: a file as it is shipped, by default that of the bodies. */
export async function shippedBytes(name = 'leib-bodies.bin'): Promise<Uint8Array> {
  // The library itself runs in browsers, so this package is typed without Node.
  const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as FileSystem;
  return new Uint8Array(fs.readFileSync(new URL(`../../assets/${name}`, import.meta.url)));
}
