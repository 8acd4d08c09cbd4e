import { type Decoded, refusalOf } from '@leib/core';
import { createMessage, RoomClient, type RoomState, roomKind, roomUrl } from '@leib/net';
import { buildRemoteFrameLayout, type RemoteFrameLayout } from '../session/remoteFrame.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import type { WorldObject } from '../world/worldObject.js';
import { decodeBuilt, type RemoteBuilt } from './built.js';
import { encodeOpening, type RemoteOpening } from './opening.js';
import { decodeNumbers, encodeCount, encodeNumbers, encodeSettings } from './remoteMessage.js';

/**
 * Connection to a simulation that runs elsewhere: in a worker, or on a server. Frames go one at a time: the next is sent when
 * the one before was answered. It has a lifetime: call dispose().
 */
export interface RemoteCarrier {
  /** The next frame's numbers, to be filled before send(); null while one is on its way, and before anything is built. */
  readonly input: Float64Array | null;
  /** Sends `input`. */
  send(): void;
  /** New settings of all own bodies; answered by built() or failed(). */
  setSettings(settings: RemoteBodySettings): void;
  /** Number of own bodies, copies of the first; answered by built() or failed(). */
  setCount(count: number): void;
  resetObjects(): void;
  /** False: for other things in the room another carrier has to be opened. */
  readonly takesObjects: boolean;
  /** Other things in the room; answered by built() or failed(). */
  setObjects(objects: readonly WorldObject[]): void;
  dispose(): void;
}

/** What comes back. */
export interface RemoteCarrierEvents {
  built(built: RemoteBuilt): void;
  /**
   * A frame's numbers, the listener's until the next ones come. `isAnswer`: to the frame that was sent last; a world that
   * is shared goes on by itself, too. `simulationSeconds` of the time since then went by where it runs.
   */
  frame(output: Float64Array, isAnswer: boolean, simulationSeconds: number): void;
  /** `isOver`: nothing more will come. */
  failed(reason: string, isOver: boolean): void;
}

/** How long the server may be silent, milliseconds: while it fits a body to its skin, and while it steps a frame. */
const BUILD_PATIENCE_MS = 20_000;
const FRAME_PATIENCE_MS = 5000;
const WATCH_MS = 1000;

const START_AGAIN = 'start it again with npm start or leib serve.';

/** A simulation on a server; in browsers and in Node. It ends with its connection: the world that it was in is gone then. */
export class RemoteClient implements RemoteCarrier {
  /** A room of the server is as its first client made it. */
  readonly takesObjects = false;
  input: Float64Array | null = null;
  readonly #room: RoomClient;
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

  /**
   * @param serverUrl of any page of the server
   * @param world name of a world that others may share; null for one of its own
   * @param nowMs the clock that a silent server is noticed by
   */
  constructor(
    serverUrl: string,
    world: string | null,
    opening: RemoteOpening,
    events: RemoteCarrierEvents,
    nowMs: () => number = () => performance.now(),
  ) {
    this.#events = events;
    this.#nowMs = nowMs;
    this.#askedMs = nowMs();
    const objectCount = opening.objects.length;
    this.#room = new RoomClient(roomUrl(serverUrl, { world }), {
      onState: (state) => this.#onState(state, opening),
      onMessage: (kind, bytes) => this.#onMessage(kind, bytes, objectCount),
      onProblem: (reason, isOver) => this.#onProblem(reason, isOver),
    });
    this.#watch = setInterval(() => {
      if (this.#askedMs > 0 && this.#nowMs() - this.#askedMs > this.#patienceMs)
        this.#end(`the server does not answer; ${START_AGAIN}`);
    }, WATCH_MS);
  }

  send(): void {
    const { input } = this;
    if (input === null || !this.#room.isOpen) return;
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
    this.#room.sendAlways(createMessage(roomKind.resetObjects, 0));
  }

  setObjects(): void {}

  dispose(): void {
    this.#isOver = true;
    clearInterval(this.#watch);
    this.#room.dispose();
  }

  #ask(message: Uint8Array<ArrayBuffer>, patienceMs: number): void {
    if (!this.#room.isOpen) return;
    this.#askedMs = this.#nowMs();
    this.#patienceMs = Math.max(patienceMs, this.#layout === null ? BUILD_PATIENCE_MS : 0);
    this.#room.sendAlways(message);
  }

  #onState(state: RoomState, opening: RemoteOpening): void {
    if (state === 'open') this.#room.sendAlways(encodeOpening(opening));
    else if (state === 'lost') {
      this.#end(
        this.#layout
          ? `the connection to the server broke; ${START_AGAIN}`
          : `the server cannot be reached, or has no room for more; try again later, or ${START_AGAIN}`,
      );
    }
  }

  #onMessage(kind: number, bytes: Uint8Array, objectCount: number): void {
    if (this.#isOver) return;
    this.#askedMs = 0;
    if (kind === roomKind.bodies) this.#onFrame(bytes);
    else if (kind === roomKind.built) this.#onBuilt(bytes, objectCount);
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

  #onFrame(bytes: Uint8Array): void {
    const output = this.#outputs[0];
    const decoded = decodeNumbers(bytes, output);
    if (!decoded.ok) {
      this.#end(reasonOf(decoded));
      return;
    }
    const { sequence, seconds } = decoded.value;
    const isAnswer = sequence === this.#sequence && this.input === null;
    if (isAnswer) this.input = this.#kept;
    this.#outputs.reverse();
    this.#events.frame(output, isAnswer, seconds);
  }

  #onProblem(reason: string, isOver: boolean): void {
    if (this.#isOver) return;
    this.#askedMs = 0;
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
