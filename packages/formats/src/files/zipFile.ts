import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import { crc32 } from '../io/crc32.js';
import { shownBytes, UnpackedTooMuch, unpack } from '../io/unpack.js';
import { mostUnpackedBytes } from '../limits/fileLimits.js';

/** One file inside a zip file, as its directory describes it. */
interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly packedBytes: number;
  readonly bytes: number;
  /** First byte of the entry's own header. */
  readonly headerAt: number;
}

// APPNOTE.TXT, ".ZIP File Format Specification", PKWARE: sections 4.3.7, 4.3.12, 4.3.16 and 4.5.3.
const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const longestComment = 0xffff;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;
const zip64Marker = 0xffffffff;
const zip64ExtraId = 1;

export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === localSignature;
}

/** The files inside a zip file. Throws FormatError with byte and reason. */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  const endAt = findEnd(view);
  const count = view.getUint16(endAt + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(endAt + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + directoryEntryBytes > endAt || view.getUint32(at, true) !== directorySignature) {
      throw fail(at, `entry ${i} of ${count} in the zip directory is damaged`);
    }
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const commentBytes = view.getUint16(at + 32, true);
    const next = at + directoryEntryBytes + nameBytes + extraBytes + commentBytes;
    if (next > endAt) throw fail(at, `entry ${i} of ${count} in the zip directory is cut off`);
    const name = decodeName(bytes.subarray(at + directoryEntryBytes, at + directoryEntryBytes + nameBytes));
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    if ((flags & 1) !== 0) throw fail(at, `${name} is encrypted; unpack it first`);
    if (method !== 0 && method !== 8)
      throw fail(at, `${name}: expected method 0 (stored) or 8 (deflated), got ${method}`);
    const sizes = readSizes(view, at, at + directoryEntryBytes + nameBytes, extraBytes);
    entries.push({ name, isDeflated: method === 8, ...sizes });
    at = next;
  }
  return entries;
}

/** Unpacks one file. Stops with an error as soon as it unpacks to more bytes than its directory entry claims. */
export async function readZipEntry(file: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const { name, headerAt, packedBytes, bytes: size, isDeflated } = entry;
  const view = viewOf(file);
  if (headerAt + localHeaderBytes > file.length || view.getUint32(headerAt, true) !== localSignature) {
    throw fail(headerAt, `expected the header of ${name}, got other bytes`);
  }
  const start = headerAt + localHeaderBytes + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  if (start + packedBytes > file.length) throw fail(headerAt, `${name} is cut off`);
  const packed = file.subarray(start, start + packedBytes);
  if (isDeflated) return inflate(packed, size, name);
  if (packedBytes !== size)
    throw fail(headerAt, `${name}: expected equal sizes, got ${packedBytes} packed and ${size} unpacked`);
  return packed;
}

async function inflate(packed: Uint8Array, size: number, name: string): Promise<Uint8Array> {
  const most = mostUnpackedBytes(packed.length);
  if (size > most) {
    const expected = `${name}: expected ${shownBytes(packed.length)} to unpack to at most ${shownBytes(most)}`;
    throw fail(-1, `${expected}, got ${shownBytes(size)}; unpack the zip first where it is meant to be`);
  }
  let out: Uint8Array;
  try {
    out = await unpack(packed, 'deflate-raw', size);
  } catch (error) {
    if (error instanceof UnpackedTooMuch) throw fail(-1, `${name}: expected ${size} bytes, got more`);
    throw fail(-1, `${name} is damaged and cannot be unpacked`);
  }
  if (out.length !== size) throw fail(-1, `${name}: expected ${size} bytes, got ${out.length}`);
  return out;
}

/** Byte at which the end record begins. Only a comment may follow it. */
function findEnd(view: DataView): number {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw fail(view.byteLength, 'the zip file is cut off: its directory is missing');
}

/** Sizes and header position; those that need eight bytes are in the zip64 extra field, in the order of the fields. */
function readSizes(view: DataView, at: number, extraAt: number, extraBytes: number) {
  const fields = { bytes: at + 24, packedBytes: at + 20, headerAt: at + 42 };
  let wideAt = -1;
  for (let extra = extraAt; extra + 4 <= extraAt + extraBytes; ) {
    if (view.getUint16(extra, true) === zip64ExtraId) wideAt = extra + 4;
    extra += 4 + view.getUint16(extra + 2, true);
  }
  const read = (fieldAt: number): number => {
    const value = view.getUint32(fieldAt, true);
    if (value !== zip64Marker) return value;
    if (wideAt < 0 || wideAt + 8 > extraAt + extraBytes) throw fail(at, 'a size in the zip directory is missing');
    const wide = Number(view.getBigUint64(wideAt, true));
    wideAt += 8;
    return wide;
  };
  const bytes = read(fields.bytes);
  const packedBytes = read(fields.packedBytes);
  return { bytes, packedBytes, headerAt: read(fields.headerAt) };
}

/** UTF-8 whether or not the file says so; older programs wrote other encodings, whose names at least stay different. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function fail(at: number, reason: string): FormatError {
  return new FormatError('zip', at < 0 ? '' : `byte ${at}`, reason);
}

/** A file in a ZIP. */
export interface ZippedFile {
  /** Path inside the ZIP, parts joined by "/". */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

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
    const local = record([{ u32: localSignature }, ...about, label.length, 0]);
    const place = [0, 0, 0, { u32: 0 }, { u32: offset }];
    directory.push(record([{ u32: directorySignature }, 20, ...about, label.length, 0, ...place]), label);
    pieces.push(local, label, bytes);
    offset += local.length + label.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([{ u32: endSignature }, 0, 0, files.length, files.length, { u32: size }, { u32: offset }, 0]);
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
