/** A small file that asks for much: at most 5 MB, to be read or refused within 5 s and 1 GB. */
export interface Bomb {
  /** What it does: "a million frames of nothing". */
  readonly name: string;
  /** Name of the reader in fileReaders(). */
  readonly reader: string;
  make(): Uint8Array | Promise<Uint8Array>;
}

/** Largest file that the law is for, bytes. */
export const BOMB_BYTES = 5_000_000;

export function textBomb(name: string, reader: string, make: () => string): Bomb {
  return { name, reader, make: () => new TextEncoder().encode(make()) };
}

/** `unit` as often as fits beside `around`. */
export function fill(unit: string, around = ''): string {
  return unit.repeat(Math.floor((BOMB_BYTES - around.length) / unit.length));
}
