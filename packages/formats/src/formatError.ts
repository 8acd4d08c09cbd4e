import { InputError } from '@leib/core';

/** Kinds of file, as people call them. */
export type FormatKind =
  | 'BVH'
  | 'C3D'
  | 'leib-tracking/1'
  | 'leib-joints/1'
  | 'leib-feed-recording/1'
  | 'leib-hand/1'
  | 'MCAP'
  | 'glTF'
  | 'OBJ'
  | 'PLY'
  | 'LAS'
  | 'LAZ'
  | 'E57'
  | 'SPZ'
  | 'splat'
  | 'leib-ground/1'
  | 'leib-scan/1'
  | 'STL'
  | 'COLLADA'
  | 'XML'
  | 'SMPL'
  | 'vertices'
  | 'distances'
  | 'betas'
  | 'gzip'
  | 'zip'
  | 'file';

/**
 * A file that cannot be read, and why: `BVH line 214: 95 numbers, expected 96`. Thrown at the edge only; no reader
 * returns half a file.
 */
export class FormatError extends InputError {
  override readonly name = 'FormatError';
  readonly kind: FormatKind;

  /** `place` in the file: "line 214", "byte 1030", "line 3, leftHand[4]"; empty when the whole file is meant. */
  constructor(kind: FormatKind, place: string, reason: string) {
    super(place === '' ? kind : `${kind} ${place}`, reason);
    this.kind = kind;
  }
}

/** Runs a builder of core on what a file holds: its InputError becomes a FormatError with the place in the file. */
export function inFile<T>(kind: FormatKind, place: string, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof InputError && !(error instanceof FormatError))
      throw new FormatError(kind, place, error.message);
    throw error;
  }
}

/** What went wrong, in words, for errors that other libraries throw. */
export function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  // The reader of MCAP adds the program that wrote the file.
  const own = words.endsWith(']') ? words.lastIndexOf(' [library=') : -1;
  return (own < 0 ? words : words.slice(0, own)).replaceAll('undefined', 'none');
}

/** A token as it stood in the file, short enough to be shown in a message. */
export function shown(text: string): string {
  const printable = text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, '?');
  return printable.length > 24 ? `"${printable.slice(0, 24)}..."` : `"${printable}"`;
}
