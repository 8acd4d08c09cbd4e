import { type Decoded, refusalOf } from '@leib/core';
import { type CreateSocket, FeedSocket } from '@leib/feeds';
import type { WallsFile } from './walls/wallsFile.js';
import { type DisplayFrame, decodeFrame, encodeFrame } from './wire/frameMessage.js';
import { displayKind, readKind } from './wire/message.js';
import {
  type DisplayScene,
  decodeMesh,
  decodeScene,
  encodeMesh,
  encodeScene,
  type MeshMessage,
} from './wire/sceneMessage.js';
import { type DisplayStatus, decodeProblem, decodeStatus, decodeWalls, encodeWalls } from './wire/serverMessages.js';
import { decodeStep, encodeStep } from './wire/stepMessages.js';

/** What comes from the server. Absent: not listened to. */
export interface DisplaysEvents {
  /** Connected, or not: connecting goes on by itself. */
  onConnection?(isOpen: boolean): void;
  onWalls?(walls: WallsFile): void;
  onScene?(scene: DisplayScene): void;
  onMesh?(mesh: MeshMessage): void;
  /** A frame to prepare; `bytes` is its size on the wire. */
  onFrame?(frame: DisplayFrame, bytes: number): void;
  /** The frame that all walls show now. */
  onShow?(frame: number): void;
  onStatus?(status: DisplayStatus): void;
  /** One sentence about what was refused. */
  onProblem?(reason: string): void;
}

/** How long a client waits after it was refused for good (its wall is taken) before it asks again, milliseconds. */
const REFUSED_RETRY_MS = 3000;

/** One connection to the displays of a server, in any role; it reconnects by itself until dispose(). */
export class DisplaysClient {
  readonly #url: string;
  readonly #events: DisplaysEvents;
  readonly #createSocket: CreateSocket | undefined;
  #socket: FeedSocket;
  #retry: ReturnType<typeof setTimeout> | null = null;
  /** Sent again after a new connection. */
  #scene: DisplayScene | null = null;
  readonly #meshes = new Map<number, MeshMessage>();

  constructor(url: string, events: DisplaysEvents, createSocket?: CreateSocket) {
    this.#url = url;
    this.#events = events;
    this.#createSocket = createSocket;
    this.#socket = this.#open();
  }

  get isOpen(): boolean {
    return this.#socket.isOpen;
  }

  /** Simulation: what the scene is made of from now on, and the files of kinds whose mesh is sent. */
  setScene(scene: DisplayScene, meshes: readonly MeshMessage[] = []): void {
    this.#scene = scene;
    this.#meshes.clear();
    for (const mesh of meshes) this.#meshes.set(mesh.kind, mesh);
    this.#sendScene();
  }

  /** Simulation: the next moment. Dropped while the connection is slow: a later one replaces it. */
  sendFrame(frame: DisplayFrame): boolean {
    return this.#socket.send(encodeFrame(frame));
  }

  /** Display: a frame is prepared. */
  sendReady(frame: number, prepareMs: number): void {
    this.#socket.send(encodeStep(displayKind.ready, frame, prepareMs));
  }

  /** Display: a frame is on the screen. */
  sendShown(frame: number): void {
    this.#socket.send(encodeStep(displayKind.shown, frame));
  }

  /** Watcher: another wall file. Answered by onWalls or onProblem. */
  sendWalls(text: string): void {
    this.#socket.sendAlways(encodeWalls(text));
  }

  dispose(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#socket.dispose();
  }

  #open(): FeedSocket {
    return new FeedSocket(
      this.#url,
      {
        onOpen: () => {
          this.#sendScene();
          this.#events.onConnection?.(true);
        },
        onMessage: (data) => typeof data !== 'string' && this.#receive(new Uint8Array(data)),
        onClose: () => this.#events.onConnection?.(false),
      },
      this.#createSocket,
    );
  }

  #sendScene(): void {
    if (this.#scene === null) return;
    this.#socket.sendAlways(encodeScene(this.#scene));
    for (const mesh of this.#meshes.values()) this.#socket.sendAlways(encodeMesh(mesh));
  }

  #receive(bytes: Uint8Array<ArrayBuffer>): void {
    const { onFrame, onMesh, onScene, onShow, onStatus, onWalls } = this.#events;
    const kind = readKind(bytes);
    if (!kind.ok) this.#report(kind);
    else if (kind.value === displayKind.frame) {
      this.#take(decodeFrame(bytes), (frame) => onFrame?.call(this.#events, frame, bytes.length));
    } else if (kind.value === displayKind.show) {
      this.#take(decodeStep(bytes), ({ frame }) => onShow?.call(this.#events, frame));
    } else if (kind.value === displayKind.scene) {
      this.#take(decodeScene(bytes), (scene) => onScene?.call(this.#events, scene));
    } else if (kind.value === displayKind.mesh) {
      this.#take(decodeMesh(bytes), (mesh) => onMesh?.call(this.#events, mesh));
    } else if (kind.value === displayKind.walls) {
      this.#take(decodeWalls(bytes), (walls) => onWalls?.call(this.#events, walls));
    } else if (kind.value === displayKind.status) {
      this.#take(decodeStatus(bytes), (status) => onStatus?.call(this.#events, status));
    } else if (kind.value === displayKind.problem) {
      this.#take(decodeProblem(bytes), ({ reason, isOver }) => {
        this.#events.onProblem?.(reason);
        if (isOver) this.#retryLater();
      });
    }
  }

  #take<T>(decoded: Decoded<T>, use: (value: T) => void): void {
    if (decoded.ok) use(decoded.value);
    else this.#report(decoded);
  }

  #report(refused: Decoded<unknown>): void {
    this.#events.onProblem?.(refusalOf(refused) ?? '');
  }

  /** The server has refused this client: asking again at once would be refused as well. */
  #retryLater(): void {
    this.#socket.dispose();
    this.#retry = setTimeout(() => {
      this.#socket = this.#open();
    }, REFUSED_RETRY_MS);
  }
}
