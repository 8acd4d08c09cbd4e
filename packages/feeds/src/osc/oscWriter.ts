import type { OscArgument } from './oscReader.js';

/** Writes OSC bundles into one reused buffer, at most one ethernet frame (1500 bytes) as VMC recommends. */
export interface OscWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  /** Bytes of the current bundle; 0 when there is none. */
  at: number;
  readonly send: (bundle: Uint8Array<ArrayBuffer>) => void;
}

const BUNDLE_HEAD_SIZE = 16;
const encoder = new TextEncoder();

export function createOscWriter(send: (bundle: Uint8Array<ArrayBuffer>) => void, maxBytes = 1472): OscWriter {
  const bytes = new Uint8Array(maxBytes);
  return { bytes, view: new DataView(bytes.buffer), at: 0, send };
}

/**
 * Adds a message to the bundle; sends the bundle first when the message does not fit. `types` are OSC's tags without the
 * comma: "sfffffff" (s, i, f and d). False when it fits into no bundle.
 */
export function writeOscMessage(
  writer: OscWriter,
  address: string,
  types: string,
  values: ArrayLike<OscArgument>,
): boolean {
  const size = messageSize(address, types, values);
  if (BUNDLE_HEAD_SIZE + 4 + size > writer.bytes.length) return false;
  if (writer.at + 4 + size > writer.bytes.length) flushOscBundle(writer);
  if (writer.at === 0) beginBundle(writer);
  writer.view.setInt32(writer.at, size);
  writer.at += 4;
  writeString(writer, address);
  writeString(writer, `,${types}`);
  for (let i = 0; i < types.length; i++) {
    const value = values[i];
    if (types[i] === 's') {
      writeString(writer, String(value));
      continue;
    }
    if (types[i] === 'i') writer.view.setInt32(writer.at, Number(value));
    else if (types[i] === 'd') writer.view.setFloat64(writer.at, Number(value));
    else writer.view.setFloat32(writer.at, Number(value));
    writer.at += types[i] === 'd' ? 8 : 4;
  }
  return true;
}

/** Sends the bundle if it has messages. `send` must copy the bytes to keep them. */
export function flushOscBundle(writer: OscWriter): void {
  if (writer.at === 0) return;
  const bundle = writer.bytes.subarray(0, writer.at);
  writer.at = 0;
  writer.send(bundle);
}

function beginBundle(writer: OscWriter): void {
  writer.at = 0;
  writeString(writer, '#bundle');
  // Time tag 1: "now".
  writer.view.setUint32(8, 0);
  writer.view.setUint32(12, 1);
  writer.at = BUNDLE_HEAD_SIZE;
}

function messageSize(address: string, types: string, values: ArrayLike<OscArgument>): number {
  let size = stringSize(address) + stringSize(`,${types}`);
  for (let i = 0; i < types.length; i++) {
    size += types[i] === 's' ? stringSize(String(values[i])) : types[i] === 'd' ? 8 : 4;
  }
  return size;
}

/** Size in bytes as UTF-8, with zero byte and padding. */
function stringSize(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const isSurrogate = unit >= 0xd800 && unit < 0xe000;
    length += unit < 0x80 ? 1 : unit < 0x800 || isSurrogate ? 2 : 3;
  }
  return (length + 4) & ~3;
}

function writeString(writer: OscWriter, text: string): void {
  const size = stringSize(text);
  writer.bytes.fill(0, writer.at, writer.at + size);
  encoder.encodeInto(text, writer.bytes.subarray(writer.at, writer.at + size - 1));
  writer.at += size;
}
