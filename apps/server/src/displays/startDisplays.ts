import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type DisplayRole,
  type DisplayStatus,
  defaultWalls,
  displayLimits,
  displayRoles,
  encodeProblem,
  type WallsFile,
} from '@leib/net';
import type { RawData, WebSocket } from 'ws';
import { GuardedSockets } from '../common/guardedSockets.js';
import { createRateState, type RateLimit, takeMessage } from '../common/messageRate.js';
import { type ServerClock, systemClock } from '../common/serverClock.js';
import { refuseUpgrade } from '../common/upgrade.js';
import { DisplayRoom } from './displayRoom.js';
import type { RoomMember } from './roomMember.js';

export interface DisplaysOptions {
  /** The paper's CAVE unless given. */
  readonly walls?: WallsFile;
  /** Pages of other origins that may connect, as browsers write them: "https://leib.example". */
  readonly allowedOrigins?: readonly string[];
  readonly maxClients?: number;
  readonly clock?: ServerClock;
}

/** One simulation's frames for any number of display pages, in step. */
export interface DisplaysService {
  readonly clientCount: number;
  readonly walls: WallsFile;
  /** How walls are now. */
  readonly status: DisplayStatus;
  /** Takes over an HTTP connection that asks for a WebSocket. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

const MAX_CLIENTS = 64;
/** One machine may drive all walls of a room. */
const MAX_PER_ADDRESS = 48;
/** How often a time-out is looked for: the barrier's resolution, milliseconds. */
const STEP_MS = 5;
const REPORT_MS = 200;
const HEARTBEAT_MS = 5000;
/** Bytes waiting for a slow client beyond which frames are left out: a later one replaces them. */
const MAX_WAITING_BYTES = 256 * 1024;
/** A display answers every frame twice; simulations go up to 300 Hz; watchers send a file now and then. */
const rates: Readonly<Record<DisplayRole, RateLimit>> = {
  simulation: { perSecond: 300, burst: 600 },
  display: { perSecond: 1000, burst: 2000 },
  watcher: { perSecond: 5, burst: 20 },
};
/** Only a simulation sends avatars; the others' largest message is a file of walls. */
const mostBytes: Readonly<Record<DisplayRole, number>> = {
  simulation: displayLimits.meshBytes + 64,
  display: 256,
  watcher: displayLimits.jsonBytes + 64,
};
/** Below it a message is copied: it may be a piece of a larger block, which would be kept with it. */
const COPY_BYTES = 1 << 16;
/** How fast avatars are taken, bytes a second, from all simulations: after each one its connection rests so long. */
const MESH_BYTES_PER_SECOND = 24 << 20;
/** WebSocket's close code for a violated policy. */
const CODE_REFUSED = 1008;

const wallName = /^[\w-]{1,32}$/;

export function startDisplays(options: DisplaysOptions = {}): DisplaysService {
  return new DisplaysServer(options);
}

/** What a request for a connection asks for; null where it is no such request. */
function readAddress(url: string): { role: DisplayRole; wall: string | null } | null {
  const { searchParams } = new URL(url, 'http://localhost');
  const role = displayRoles.find((name) => name === searchParams.get('role'));
  const wall = searchParams.get('wall');
  if (role === undefined || (role === 'display') !== (wall !== null)) return null;
  return wall === null || wallName.test(wall) ? { role, wall } : null;
}

class DisplaysServer implements DisplaysService {
  readonly #room: DisplayRoom;
  readonly #clock: ServerClock;
  readonly #sockets: GuardedSockets;
  #stopTimers: readonly (() => void)[] = [];
  #lastId = 0;
  #restUntilMs = 0;

  constructor({
    walls = defaultWalls,
    allowedOrigins = [],
    maxClients = MAX_CLIENTS,
    clock = systemClock,
  }: DisplaysOptions) {
    this.#room = new DisplayRoom(walls);
    this.#clock = clock;
    this.#sockets = new GuardedSockets({
      clock,
      allowedOrigins,
      maxClients,
      maxPerAddress: MAX_PER_ADDRESS,
      maxPayload: mostBytes.display,
      heartbeatMs: HEARTBEAT_MS,
    });
  }

  get clientCount(): number {
    return this.#room.memberCount;
  }

  get walls(): WallsFile {
    return this.#room.walls;
  }

  get status(): DisplayStatus {
    return this.#room.status(this.#clock.nowMs());
  }

  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = readAddress(request.url ?? '');
    if (address === null) refuseUpgrade(socket, '400 Bad Request');
    else {
      const { role, wall } = address;
      this.#sockets.open(request, socket, head, (opened) => this.#connect(opened, role, wall), mostBytes[role]);
    }
  }

  close(): void {
    this.#stop();
    this.#sockets.close();
  }

  #connect(socket: WebSocket, role: DisplayRole, wall: string | null): void {
    const member: RoomMember = {
      id: ++this.#lastId,
      role,
      wall,
      send: (message, mayDrop) => {
        if (!mayDrop || socket.bufferedAmount <= MAX_WAITING_BYTES) this.#sockets.send(socket, message);
      },
      refuse: (reason) => disconnect(socket, reason),
    };
    socket.on('close', () => {
      this.#room.leave(member.id, this.#clock.nowMs());
      if (this.#sockets.size === 0) this.#stop();
    });
    if (this.#stopTimers.length === 0) this.#start();
    const refusal = this.#room.join(member, this.#clock.nowMs());
    if (refusal !== null) {
      disconnect(socket, refusal);
      return;
    }
    const rate = createRateState(rates[role], this.#clock.nowMs());
    socket.on('message', (data: RawData, isBinary: boolean) => {
      if (socket.readyState !== socket.OPEN) return;
      const nowMs = this.#clock.nowMs();
      const { perSecond } = rates[role];
      if (!isBinary) disconnect(socket, 'message: expected binary, got text.');
      else if (!takeMessage(rates[role], rate, nowMs)) {
        disconnect(socket, `message: expected at most ${perSecond} a second from a ${role}, got more; send fewer.`);
      } else {
        this.#room.receive(member, bytesOf(data as Buffer<ArrayBuffer>), nowMs);
        if ((data as Buffer).length > COPY_BYTES) this.#rest(socket, (data as Buffer).length, nowMs);
      }
    });
    if (role === 'simulation') this.#rest(socket, 0, this.#clock.nowMs());
  }

  /** Reads nothing from a connection for a while: what was received is dealt with before more of its kind is. */
  #rest(socket: WebSocket, byteCount: number, nowMs: number): void {
    this.#restUntilMs = Math.max(this.#restUntilMs, nowMs) + (byteCount / MESH_BYTES_PER_SECOND) * 1000;
    if (this.#restUntilMs <= nowMs) return;
    socket.pause();
    const stop = this.#clock.every(this.#restUntilMs - nowMs, () => {
      stop();
      socket.resume();
    });
    socket.once('close', stop);
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

function bytesOf(data: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (data.length < COPY_BYTES) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

/** Sends the reason and closes the connection. */
function disconnect(socket: WebSocket, reason: string): void {
  if (socket.readyState === socket.OPEN) socket.send(encodeProblem({ reason, isOver: true }));
  socket.close(CODE_REFUSED);
}
