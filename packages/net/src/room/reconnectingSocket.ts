import { InputError } from '@leib/core';

/** Creates a WebSocket; tests and Node pass their own. */
export type CreateSocket = (url: string) => WebSocket;

export interface SocketHandlers {
  onOpen(): void;
  /** Text, or the bytes of a binary message. */
  onMessage(data: string | ArrayBuffer): void;
  onClose(): void;
}

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 4000;
/** Messages are dropped while more than this is buffered. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** A WebSocket that reconnects, each time after twice as long: programs at the other end are stopped and started again. */
export class ReconnectingSocket {
  readonly #url: string | (() => string);
  readonly #createSocket: CreateSocket;
  readonly #handlers: SocketHandlers;
  #socket: WebSocket | null = null;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #isDisposed = false;

  /** Throws InputError where the engine has no WebSocket and none is given: no later attempt would find one. */
  constructor(url: string | (() => string), handlers: SocketHandlers, createSocket: CreateSocket = ownSocket()) {
    this.#url = url;
    this.#handlers = handlers;
    this.#createSocket = createSocket;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket !== null && this.#socket.readyState === 1;
  }

  /** False when it was not sent: not connected, or too much is buffered. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean {
    return (this.#socket?.bufferedAmount ?? 0) <= MAX_BUFFERED_BYTES && this.sendAlways(data);
  }

  /** For messages that must not be dropped. False when it is not connected. */
  sendAlways(data: string | Uint8Array<ArrayBuffer>): boolean {
    if (this.#socket === null || this.#socket.readyState !== 1) return false;
    this.#socket.send(data);
    return true;
  }

  /** Leaves without onClose(), and connects again after so long. */
  connectAgain(afterMs: number): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#retryAfter(afterMs);
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    let socket: WebSocket;
    try {
      socket = this.#createSocket(typeof this.#url === 'string' ? this.#url : this.#url());
    } catch {
      this.#retryLater();
      return;
    }
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#retryMs = FIRST_RETRY_MS;
      this.#handlers.onOpen();
    };
    socket.onmessage = ({ data }: MessageEvent) => {
      if (this.#socket === socket) this.#handlers.onMessage(data as string | ArrayBuffer);
    };
    // An error is always followed by a close.
    socket.onerror = () => {};
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#handlers.onClose();
      this.#retryLater();
    };
  }

  #retryLater(): void {
    this.#retryAfter(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #retryAfter(ms: number): void {
    if (this.#isDisposed) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), ms);
  }
}

function ownSocket(): CreateSocket {
  if (typeof WebSocket !== 'undefined') return (to) => new WebSocket(to);
  throw new InputError('WebSocket', 'expected one in this JavaScript engine, got none; Node has it from version 22 on');
}
