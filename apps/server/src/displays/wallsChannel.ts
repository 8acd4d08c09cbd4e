import {
  type DisplayRole,
  type DisplayStatus,
  defaultWalls,
  HEADER_SIZE,
  MAX_JSON_BYTES,
  type RoomJoin,
  roomKind,
  type WallsFile,
} from '@leib/net';
import type { RateLimit } from '../common/messageRate.js';
import type { ServerClock } from '../common/serverClock.js';
import type { MessageLimit, RoomChannel, RoomConnection } from '../room/roomChannel.js';
import { DisplayRoom } from './displayRoom.js';

export interface DisplaysOptions {
  /** The paper's CAVE unless given. */
  readonly walls?: WallsFile;
}

/** How often a time-out is looked for: the barrier's resolution, milliseconds. */
const STEP_MS = 5;
const REPORT_MS = 200;
/** Bytes waiting for a slow client beyond which frames are left out: a later one replaces them. */
const MAX_WAITING_BYTES = 256 * 1024;
const JSON_BYTES = HEADER_SIZE + MAX_JSON_BYTES;
/** A frame with all that it may hold. */
const FRAME_BYTES = 1 << 18;
const STEP_BYTES = HEADER_SIZE + 8;

/** Simulations go up to 300 Hz; a display answers every frame twice; watchers send a file now and then. */
const simulationRate: RateLimit = { perSecond: 300, burst: 600 };
const displayRate: RateLimit = { perSecond: 1000, burst: 2000 };
const watcherRate: RateLimit = { perSecond: 5, burst: 20 };

const limits: Readonly<Record<DisplayRole, ReadonlyMap<number, MessageLimit>>> = {
  simulation: new Map([
    [roomKind.scene, { mostBytes: JSON_BYTES, rate: simulationRate }],
    [roomKind.frame, { mostBytes: FRAME_BYTES, rate: simulationRate }],
  ]),
  display: new Map([
    [roomKind.ready, { mostBytes: STEP_BYTES, rate: displayRate }],
    [roomKind.shown, { mostBytes: STEP_BYTES, rate: displayRate }],
  ]),
  watcher: new Map([[roomKind.walls, { mostBytes: JSON_BYTES, rate: watcherRate }]]),
};

/** One simulation's frames for any number of display pages, in step. */
export class WallsChannel implements RoomChannel {
  readonly maxClients = 64;
  /** One machine may drive all walls of a room. */
  readonly maxPerAddress = 48;
  readonly hasHeartbeat = true;
  readonly #room: DisplayRoom;
  readonly #clock: ServerClock;
  #stopTimers: readonly (() => void)[] = [];

  constructor({ walls = defaultWalls }: DisplaysOptions, clock: ServerClock) {
    this.#room = new DisplayRoom(walls);
    this.#clock = clock;
  }

  get clientCount(): number {
    return this.#room.memberCount;
  }

  get walls(): WallsFile {
    return this.#room.walls;
  }

  /** How walls are now. */
  get status(): DisplayStatus {
    return this.#room.status(this.#clock.nowMs());
  }

  /** Files that the scene refers to. */
  get fileHashes(): ReadonlySet<string> {
    return this.#room.fileHashes;
  }

  limitsOf({ walls = 'watcher' }: RoomJoin): ReadonlyMap<number, MessageLimit> {
    return limits[walls];
  }

  connect(connection: RoomConnection, { walls: role = 'watcher', wall }: RoomJoin): void {
    if (this.#stopTimers.length === 0) this.#start();
    const refusal = this.#room.join(
      {
        id: connection.id,
        role,
        wall: wall ?? null,
        send: (message, mayDrop) => {
          if (!mayDrop || connection.waitingBytes <= MAX_WAITING_BYTES) connection.send(message);
        },
        refuse: connection.refuse,
      },
      this.#clock.nowMs(),
    );
    if (refusal !== null) connection.refuse(refusal);
  }

  receive({ id }: RoomConnection, kind: number, bytes: Uint8Array<ArrayBuffer>, nowMs: number): void {
    this.#room.receive(id, kind, bytes, nowMs);
  }

  leave({ id }: RoomConnection): void {
    this.#room.leave(id, this.#clock.nowMs());
    if (this.#room.memberCount === 0) this.#stop();
  }

  async close(): Promise<void> {
    this.#stop();
  }

  #start(): void {
    const clock = this.#clock;
    this.#stopTimers = [
      clock.every(STEP_MS, () => this.#room.step(clock.nowMs())),
      clock.every(REPORT_MS, () => this.#room.report(clock.nowMs())),
    ];
  }

  #stop(): void {
    for (const stop of this.#stopTimers) stop();
    this.#stopTimers = [];
  }
}
