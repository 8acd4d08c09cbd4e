import { type Decoded, refusalOf } from '@leib/core';
import { sendFile } from './files/roomFiles.js';
import { type RoomWish, roomUrl } from './room/join.js';
import { roomKind } from './room/message.js';
import type { CreateSocket } from './room/reconnectingSocket.js';
import { RoomClient, type RoomState } from './room/roomClient.js';
import type { WallsFile } from './walls/wallsFile.js';
import { type DisplayFrame, decodeFrame, encodeFrame } from './wire/frameMessage.js';
import { type DisplayScene, decodeScene, encodeScene } from './wire/sceneMessage.js';
import {
  type DisplayStatus,
  decodeStatus,
  decodeStep,
  decodeWalls,
  encodeStep,
  encodeWalls,
} from './wire/wallMessages.js';

/** What comes from the server. Absent: not listened to. */
export interface DisplaysEvents {
  /** Connected, or not: connecting goes on by itself. */
  onState?(state: RoomState): void;
  onWalls?(walls: WallsFile): void;
  onScene?(scene: DisplayScene): void;
  /** A frame to prepare; `bytes` is its size on the wire. */
  onFrame?(frame: DisplayFrame, bytes: number): void;
  /** The frame that all walls show now. */
  onShow?(frame: number): void;
  /** No frame has come for so long. */
  onSilent?(seconds: number): void;
  onStatus?(status: DisplayStatus): void;
  /** Simulation: part of a body's file that is with the server, 0 to 1; null when all are. */
  onSending?(part: number | null): void;
  /** One sentence about what was refused. */
  onProblem?(reason: string): void;
}

/** The file of a kind of a scene that does not have the default body. */
export interface KindFile {
  /** Number of the kind in the scene. */
  readonly kind: number;
  /** GLB or VRM. */
  readonly file: Uint8Array<ArrayBuffer>;
}

/** How long after a file could not be sent it is tried again, milliseconds. */
const SEND_AGAIN_MS = 2000;

/** The walls of a server, in any role; it reconnects by itself until dispose(). */
export class DisplaysClient {
  readonly #serverUrl: string;
  readonly #events: DisplaysEvents;
  readonly #room: RoomClient;
  /** Sent again after a new connection. */
  #scene: DisplayScene | null = null;
  #files: readonly KindFile[] = [];
  /** Ends what is being sent for an older scene. */
  #sending = new AbortController();

  /** @param serverUrl of any page of the server */
  constructor(
    serverUrl: string,
    wish: Pick<RoomWish, 'walls' | 'wall'>,
    events: DisplaysEvents,
    createSocket?: CreateSocket,
  ) {
    this.#serverUrl = serverUrl;
    this.#events = events;
    this.#room = new RoomClient(
      roomUrl(serverUrl, wish),
      {
        onState: (state) => {
          if (state === 'open') void this.#sendScene();
          events.onState?.(state);
        },
        onMessage: (kind, bytes) => this.#receive(kind, bytes),
        onProblem: (reason) => events.onProblem?.(reason),
      },
      createSocket && { createSocket },
    );
  }

  get isOpen(): boolean {
    return this.#room.isOpen;
  }

  /** Simulation: what the scene is made of from now on. Files go to the server first, each once. */
  setScene(scene: DisplayScene, files: readonly KindFile[] = []): void {
    this.#scene = scene;
    this.#files = files;
    void this.#sendScene();
  }

  /** Simulation: the next moment. Dropped while the connection is slow: a later one replaces it. */
  sendFrame(frame: DisplayFrame): boolean {
    return this.#room.send(encodeFrame(frame));
  }

  /** Display: a frame is prepared. */
  sendReady(frame: number, prepareMs: number): void {
    this.#room.send(encodeStep(roomKind.ready, frame, prepareMs));
  }

  /** Display: a frame is on the screen. */
  sendShown(frame: number): void {
    this.#room.send(encodeStep(roomKind.shown, frame));
  }

  /** Watcher: another wall file. Answered by onWalls or onProblem. */
  sendWalls(text: string): void {
    this.#room.sendAlways(encodeWalls(text));
  }

  dispose(): void {
    this.#sending.abort();
    this.#room.dispose();
  }

  async #sendScene(): Promise<void> {
    this.#sending.abort();
    const scene = this.#scene;
    if (scene === null || !this.isOpen) return;
    this.#sending = new AbortController();
    const { signal } = this.#sending;
    const kinds = [...scene.kinds];
    for (const { kind, file } of this.#files) {
      const mesh = await this.#sendFile(kinds[kind].name, file, signal);
      if (signal.aborted) return;
      kinds[kind] = { ...kinds[kind], mesh };
    }
    if (this.#files.length > 0) this.#events.onSending?.(null);
    this.#room.sendAlways(encodeScene({ ...scene, kinds }));
  }

  /** The file's hash; 'default' where the server does not take it, which is said. */
  async #sendFile(name: string, file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<string> {
    for (;;) {
      try {
        return await sendFile(this.#serverUrl, file, (part) => this.#events.onSending?.(part), signal);
      } catch (error) {
        if (signal.aborted) return 'default';
        const { message } = error as Error;
        const isRefused = !(error instanceof TypeError);
        const then = isRefused ? 'the default body stands in for it' : 'it is tried again';
        this.#events.onProblem?.(`body "${name}": ${message}; ${then}.`);
        if (isRefused) return 'default';
        await new Promise((resolve) => setTimeout(resolve, SEND_AGAIN_MS));
        if (signal.aborted) return 'default';
      }
    }
  }

  #receive(kind: number, bytes: Uint8Array<ArrayBuffer>): void {
    const events = this.#events;
    if (kind === roomKind.frame) this.#take(decodeFrame(bytes), (frame) => events.onFrame?.(frame, bytes.length));
    else if (kind === roomKind.show) this.#take(decodeStep(bytes), ({ frame }) => events.onShow?.(frame));
    else if (kind === roomKind.silent) {
      this.#take(decodeStep(bytes), ({ milliseconds }) => events.onSilent?.(milliseconds / 1000));
    } else if (kind === roomKind.scene) this.#take(decodeScene(bytes), (scene) => events.onScene?.(scene));
    else if (kind === roomKind.walls) this.#take(decodeWalls(bytes), (walls) => events.onWalls?.(walls));
    else if (kind === roomKind.status) this.#take(decodeStatus(bytes), (status) => events.onStatus?.(status));
  }

  #take<T>(decoded: Decoded<T>, use: (value: T) => void): void {
    if (decoded.ok) use(decoded.value);
    else this.#events.onProblem?.(refusalOf(decoded) ?? '');
  }
}
