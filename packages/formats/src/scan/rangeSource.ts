/** A file that is read in parts: on a disk, in memory, of a page's visitor. */
export interface RangeSource {
  /** For messages. */
  readonly name: string;
  readonly size: number;
  /** Bytes from `at` on; fewer than asked for only at the end. What is returned may be overwritten by the next call. */
  read(at: number, length: number): Promise<Uint8Array>;
}

export function rangeSourceOf(name: string, bytes: Uint8Array): RangeSource {
  return { name, size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
}
