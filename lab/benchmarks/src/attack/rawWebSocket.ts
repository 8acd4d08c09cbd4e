import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Kinds of WebSocket frames (RFC 6455, section 5.2). */
export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

export interface FrameFlags {
  /** False: further fragments follow. */
  readonly isFinal?: boolean;
  /** The bit of permessage-deflate. */
  readonly isCompressed?: boolean;
  /** Length to claim, whatever the payload has. */
  readonly claimedLength?: number;
}

/** A frame as a client sends it. Its mask is zero, which is allowed and leaves the payload as it is. */
export function encodeFrame(code: number, payload: Uint8Array, flags: FrameFlags = {}): Buffer {
  const { isFinal = true, isCompressed = false, claimedLength: length = payload.length } = flags;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.alloc(2 + lengthBytes + 4 + payload.length);
  frame[0] = (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | code;
  frame[1] = 0x80 | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(payload, 2 + lengthBytes + 4);
  return frame;
}

/** How long a client waits for a server that takes no more bytes, milliseconds. */
const PATIENCE_MS = 20_000;

/** A WebSocket client that may break every rule: bytes go out as they are given. */
export class RawWebSocket {
  readonly #socket: Socket;
  /** What the server answered; 101 where a WebSocket was made, 0 where the connection ended without an answer. */
  readonly status: number;

  constructor(socket: Socket, status: number) {
    this.#socket = socket;
    this.status = status;
  }

  /** `isReading` false: what the server sends stays where it is. */
  static async open(
    port: number,
    path: string,
    isReading = true,
    headers: readonly string[] = [],
  ): Promise<RawWebSocket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const lines = [
      `GET ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ...headers,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const first = await firstBytes(socket);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
    if (isReading) socket.resume();
    else socket.pause();
    return new RawWebSocket(socket, status);
  }

  get isOpen(): boolean {
    return this.status === 101 && this.#socket.writable;
  }

  /** Resolves when the server has taken the bytes; false where it has ended the connection. */
  async write(bytes: Uint8Array): Promise<boolean> {
    if (!this.isOpen) return false;
    if (this.#socket.write(bytes)) return true;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
    await Promise.race(['drain', 'close'].map((event) => once(this.#socket, event, { signal: ending.signal }))).catch(
      () => this.#socket.destroy(),
    );
    clearTimeout(timer);
    ending.abort();
    return this.isOpen;
  }

  /** Resolves with true when the server has ended the connection, with false where it has not after so long. */
  async ended(patienceMs: number): Promise<boolean> {
    if (this.#socket.destroyed) return true;
    const timer = AbortSignal.timeout(patienceMs);
    return once(this.#socket, 'close', { signal: timer }).then(
      () => true,
      () => false,
    );
  }

  /** Resolves when the server has sent something, or after so long. */
  async answered(patienceMs: number): Promise<void> {
    await once(this.#socket, 'data', { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
    this.#socket.resume();
  }

  startReading(): void {
    this.#socket.resume();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

async function firstBytes(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const done = (text: string) => {
      socket.removeAllListeners('data');
      resolve(text);
    };
    socket.once('data', (bytes) => done(bytes.toString('latin1')));
    socket.once('close', () => done(''));
  });
}

/** How messages of one connection are written: some at a time, and what the server may say to it. */
export interface Volley {
  readonly path: string;
  readonly isReading?: boolean;
  /** Frames, in the order in which they are sent. */
  readonly frames: readonly Buffer[];
  /** Milliseconds to stay connected after the last one. */
  readonly lingerMs?: number;
}

/** How long a client that reads at last waits for the end, milliseconds. */
const END_MS = 300;
/** Bytes that are written at once. */
const CHUNK_BYTES = 32 << 10;

/** Sends one connection's frames until they are out or the server ends it. Returns how many were written. */
export async function sendVolley(port: number, volley: Volley): Promise<{ written: number; end: string }> {
  const { path, isReading, frames, lingerMs = 0 } = volley;
  const socket = await RawWebSocket.open(port, path, isReading);
  if (socket.status !== 101) return { written: 1, end: `refused with ${socket.status}` };
  let written = 0;
  let isOpen = true;
  while (isOpen && written < frames.length) {
    let bytes = 0;
    const from = written;
    while (written < frames.length && bytes < CHUNK_BYTES) bytes += frames[written++].length;
    isOpen = await socket.write(Buffer.concat(frames.slice(from, written)));
  }
  let isEnded = await socket.ended(lingerMs);
  // Only one that reads sees that it was disconnected.
  if (!isEnded && isReading === false) {
    socket.startReading();
    isEnded = await socket.ended(END_MS);
  }
  socket.destroy();
  return { written, end: isEnded ? 'disconnected' : 'left' };
}
