import { crc32 } from '../io/crc32.js';

/** A file in a ZIP. */
export interface ZippedFile {
  /** Path inside the ZIP, parts joined by "/". */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

// PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16: records and their signatures.
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8_NAMES = 1 << 11;
/** 1 January 1980: the same files give the same bytes. */
const DOS_DATE = 0x21;

/** A ZIP whose files are stored as they are: pictures and most models are compressed already. Up to 65 535 files and 4 GB. */
export function storedZip(files: readonly ZippedFile[]): Blob {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const label = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8 (bit 11), stored, time and date, CRC-32, both sizes, length of the name, no extra field.
    const about = [20, UTF8_NAMES, 0, 0, DOS_DATE, { u32: crc32(bytes) }, { u32: bytes.length }, { u32: bytes.length }];
    const local = record([{ u32: LOCAL }, ...about, label.length, 0]);
    const place = [0, 0, 0, { u32: 0 }, { u32: offset }];
    directory.push(record([{ u32: CENTRAL }, 20, ...about, label.length, 0, ...place]), label);
    pieces.push(local, label, bytes);
    offset += local.length + label.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([{ u32: END }, 0, 0, files.length, files.length, { u32: size }, { u32: offset }, 0]);
  return new Blob([...pieces, ...directory, end], { type: 'application/zip' });
}

/** Numbers of two bytes, and of four where it is said, little-endian. */
function record(fields: readonly (number | { readonly u32: number })[]): Uint8Array<ArrayBuffer> {
  const bytes = fields.flatMap((field) => {
    const [value, size] = typeof field === 'number' ? [field, 2] : [field.u32, 4];
    return Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 255);
  });
  return Uint8Array.from(bytes);
}
