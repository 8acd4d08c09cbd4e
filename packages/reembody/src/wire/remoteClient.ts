import { type Decoded, refusalOf } from '@leib/core';
import { buildRemoteFrameLayout, type RemoteFrameLayout } from '../session/remoteFrame.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { decodeBuilt } from './built.js';
import { encodeOpening, type RemoteOpening } from './opening.js';
import type { RemoteCarrier, RemoteCarrierEvents } from './remoteCarrier.js';
import { createMessage, decodeNumbers, encodeNumbers, REMOTE_PATH, readHeader, remoteKind } from './remoteMessage.js';
import { decodeFailure, encodeCount, encodeSettings } from './requests.js';

/** How long the server may be silent, milliseconds: while it fits a body to its skin, and while it steps a frame. */
const BUILD_PATIENCE_MS = 20_000;
const FRAME_PATIENCE_MS = 5000;
const WATCH_MS = 1000;

const START_AGAIN = 'start it again with npm start or leib serve.';

/** The address of simulations on the server that a page came from, alone or in the room of a name. */
export function remoteUrl(pageUrl: string, room: string | null = null): string {
  const url = new URL(REMOTE_PATH, pageUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (room !== null) url.searchParams.set('room', room);
  return url.href;
}

/** A simulation on a server, over a WebSocket; in browsers and in Node. */
export class RemoteClient implements RemoteCarrier {
  input: Float64Array | null = null;
  readonly #socket: WebSocket;
  readonly #events: RemoteCarrierEvents;
  readonly #watch: ReturnType<typeof setInterval>;
  readonly #nowMs: () => number;
  #layout: RemoteFrameLayout | null = null;
  /** Two outputs in turn: the listener has the one, the next is written into the other. */
  #outputs: [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)];
  #kept: Float64Array = new Float64Array(0);
  #sequence = 0;
  #isOver = false;
  /** What was asked last and waits for its answer; 0 where nothing does. */
  #askedMs: number;
  #patienceMs = BUILD_PATIENCE_MS;

  /** `nowMs`: the clock that a silent server is noticed by. */
  constructor(
    url: string,
    opening: RemoteOpening,
    events: RemoteCarrierEvents,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#events = events;
    this.#nowMs = nowMs;
    this.#askedMs = nowMs();
    const objectCount = opening.objects.length;
    this.#socket = new WebSocket(url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.#socket.send(encodeOpening(opening)));
    this.#socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) this.#onMessage(new Uint8Array(data), objectCount);
    });
    this.#socket.addEventListener('close', ({ reason }: CloseEvent) =>
      this.#end(
        reason ||
          (this.#layout
            ? `the connection to the server broke; ${START_AGAIN}`
            : `the server cannot be reached, or has no room for more; try again later, or ${START_AGAIN}`),
      ),
    );
    this.#watch = setInterval(() => {
      if (this.#askedMs > 0 && this.#nowMs() - this.#askedMs > this.#patienceMs)
        this.#end(`the server does not answer; ${START_AGAIN}`);
    }, WATCH_MS);
  }

  send(): void {
    const { input } = this;
    if (input === null || this.#socket.readyState !== WebSocket.OPEN) return;
    this.input = null;
    this.#sequence++;
    this.#ask(encodeNumbers(input, input.length, this.#sequence), FRAME_PATIENCE_MS);
  }

  setSettings(settings: RemoteBodySettings): void {
    this.#ask(encodeSettings(settings), BUILD_PATIENCE_MS);
  }

  setCount(count: number): void {
    this.#ask(encodeCount(count), BUILD_PATIENCE_MS);
  }

  resetObjects(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(createMessage(remoteKind.resetObjects, 0));
  }

  /** A room of the server is as its first client made it. */
  setObjects(): boolean {
    return false;
  }

  dispose(): void {
    this.#isOver = true;
    clearInterval(this.#watch);
    this.#socket.close();
  }

  #ask(message: Uint8Array<ArrayBuffer>, patienceMs: number): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#askedMs = this.#nowMs();
    this.#patienceMs = Math.max(patienceMs, this.#layout === null ? BUILD_PATIENCE_MS : 0);
    this.#socket.send(message);
  }

  #onMessage(bytes: Uint8Array, objectCount: number): void {
    if (this.#isOver) return;
    const header = readHeader(bytes);
    if (!header.ok) {
      this.#end(reasonOf(header));
      return;
    }
    const { kind, sequence, seconds } = header.value;
    this.#askedMs = 0;
    if (kind === remoteKind.frame) this.#onFrame(bytes, sequence, seconds);
    else if (kind === remoteKind.built) this.#onBuilt(bytes, objectCount);
    else if (kind === remoteKind.failed) this.#onFailed(bytes);
  }

  #onBuilt(bytes: Uint8Array, objectCount: number): void {
    const decoded = decodeBuilt(bytes);
    if (!decoded.ok) {
      this.#end(reasonOf(decoded));
      return;
    }
    const built = decoded.value;
    const layout = buildRemoteFrameLayout(built.bodies, objectCount);
    const inputLength = layout.bodies.slice(0, built.ownCount).reduce((sum, { inputLength: own }) => sum + own, 0);
    // Frames of another length that are still on their way are not answered.
    if (inputLength !== this.#kept.length) {
      this.#kept = new Float64Array(inputLength);
      this.input = this.#kept;
    }
    this.#layout = layout;
    this.#outputs = [new Float64Array(layout.outputLength), new Float64Array(layout.outputLength)];
    this.#events.built(built);
  }

  #onFrame(bytes: Uint8Array, sequence: number, seconds: number): void {
    const isAnswer = sequence === this.#sequence && this.input === null;
    const output = this.#outputs[0];
    const decoded = decodeNumbers(bytes, output);
    if (!decoded.ok) {
      this.#end(reasonOf(decoded));
      return;
    }
    if (isAnswer) this.input = this.#kept;
    this.#outputs.reverse();
    this.#events.frame(output, isAnswer, seconds);
  }

  #onFailed(bytes: Uint8Array): void {
    const failure = decodeFailure(bytes);
    const { reason, isOver } = failure.ok ? failure.value : { reason: reasonOf(failure), isOver: false };
    if (isOver) this.#end(reason);
    else this.#events.failed(reason, false);
  }

  #end(reason: string): void {
    if (this.#isOver) return;
    this.dispose();
    this.#events.failed(reason, true);
  }
}

/** Why a message of the server cannot be read. */
function reasonOf(decoded: Decoded<unknown>): string {
  return `message of the server: ${refusalOf(decoded)}`;
}
