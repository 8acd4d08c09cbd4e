import { refusalOf } from '@leib/core';
import {
  type DisplayStatus,
  decodeFrame,
  decodeScene,
  decodeStep,
  decodeWalls,
  encodeProblem,
  encodeStatus,
  encodeStep,
  encodeWalls,
  roomKind,
  setFrameNumber,
  type WallsFile,
} from '@leib/net';
import {
  createFrameBarrier,
  defaultBarrierParams,
  joinBarrier,
  leaveBarrier,
  noteReady,
  releaseFrame,
  sendToWalls,
} from './frameBarrier.js';
import { createWallClient, type RoomMember, type WallClient, wallStatus } from './wallClient.js';

type Message = Uint8Array<ArrayBuffer>;

/** A frame on its way to the walls. */
interface RoomFrame {
  readonly number: number;
  readonly bytes: Message;
  readonly arrivedMs: number;
}

/** How many arrival times are kept: a second at 60 Hz. */
const MEMORY = 64;
/** Without a frame for so long walls are told, and again each time that so much more has passed; milliseconds. */
const SILENT_AFTER_MS = 1000;

/**
 * One room of walls: one simulation, one display per wall, any number of watchers. Takes messages and the time from its
 * caller; what is wrong with a message is answered, and nothing stops.
 */
export class DisplayRoom {
  #walls: WallsFile;
  readonly #members = new Map<number, RoomMember>();
  readonly #displays = new Map<number, WallClient>();
  readonly #barrier = createFrameBarrier();
  #simulation: RoomMember | null = null;
  #scene: Message | null = null;
  #fileHashes: ReadonlySet<string> = new Set();
  /** The frame that was sent last, and the one that waits until walls are ready. */
  #sent: RoomFrame | null = null;
  #waiting: RoomFrame | null = null;
  #lastNumber = 0;
  #agentCount = 0;
  #skippedFrames = 0;
  #refusedFrames = 0;
  #lastRefusal = '';
  readonly #arrivedMs = new Float64Array(MEMORY);
  /** Arrivals of frames in the last second, and of the simulation or its last frame. */
  readonly #recentMs: number[] = [];
  #heardMs = 0;
  /** When walls were told of silence. */
  #toldMs = 0;

  constructor(walls: WallsFile) {
    this.#walls = walls;
    this.#applyTimeOut();
  }

  get walls(): WallsFile {
    return this.#walls;
  }

  get memberCount(): number {
    return this.#members.size;
  }

  /** Files that the scene refers to. */
  get fileHashes(): ReadonlySet<string> {
    return this.#fileHashes;
  }

  /** Takes a member in; null, or the reason why not. */
  join(member: RoomMember, nowMs: number): string | null {
    const refusal = this.#refusalOf(member);
    if (refusal !== null) return refusal;
    this.#members.set(member.id, member);
    if (member.role === 'simulation') {
      this.#simulation = member;
      this.#scene = null;
      this.#fileHashes = new Set();
      this.#heardMs = nowMs;
    }
    member.send(encodeWalls(this.#walls), false);
    if (member.role === 'simulation') return null;
    if (this.#scene) member.send(this.#scene, false);
    const sent = this.#sent;
    if (member.role === 'display') {
      const display = createWallClient(member, joinBarrier(this.#barrier, member.id), nowMs);
      this.#displays.set(member.id, display);
      if (sent) this.#sendFrame(display, sent);
    } else if (sent) member.send(sent.bytes, false);
    if (this.#barrier.shownFrame > 0) member.send(encodeStep(roomKind.show, this.#barrier.shownFrame), false);
    return null;
  }

  leave(id: number, nowMs: number): void {
    if (!this.#members.delete(id)) return;
    if (this.#simulation?.id === id) this.#simulation = null;
    this.#displays.delete(id);
    leaveBarrier(this.#barrier, id);
    this.step(nowMs);
  }

  /** A message of a member, of a kind that its role sends. Does not throw. */
  receive(id: number, kind: number, bytes: Message, nowMs: number): void {
    const member = this.#members.get(id);
    if (member === undefined) return;
    if (kind === roomKind.frame) this.#takeFrame(bytes, nowMs);
    else if (kind === roomKind.scene) this.#takeScene(bytes);
    else if (kind === roomKind.walls) this.#takeWalls(member, bytes);
    else this.#takeStep(id, kind, bytes, nowMs);
  }

  /** Tells walls to show the frame that is pending where they are ready or the time is out, and sends the next one. */
  step(nowMs: number): void {
    for (;;) {
      const frame = releaseFrame(this.#barrier, nowMs);
      if (frame === 0) return;
      this.#sendToScreens(encodeStep(roomKind.show, frame), false);
      const next = this.#waiting;
      this.#waiting = null;
      if (next === null) return;
      this.#distribute(next, nowMs);
    }
  }

  /** Tells watchers and the simulation how walls are, and walls when frames stop coming. */
  report(nowMs: number): void {
    this.#tellSilence(nowMs);
    const listeners = [...this.#members.values()].filter(({ role }) => role !== 'display');
    if (listeners.length === 0) return;
    const message = encodeStatus(this.status(nowMs));
    for (const listener of listeners) listener.send(message, true);
  }

  status(nowMs: number): DisplayStatus {
    const byName = new Map([...this.#displays.values()].map((display) => [display.member.wall, display]));
    return {
      frame: this.#barrier.shownFrame,
      hasSimulation: this.#simulation !== null,
      framesPerSecond: this.#countRecent(nowMs),
      silentSeconds: this.#simulation === null ? null : Math.max(0, nowMs - this.#heardMs) / 1000,
      frameBytes: this.#sent?.bytes.length ?? 0,
      agentCount: this.#agentCount,
      skippedFrames: this.#skippedFrames,
      refusedFrames: this.#refusedFrames,
      lastRefusal: this.#lastRefusal,
      walls: this.#walls.walls.map(({ name }) => wallStatus(name, byName.get(name), this.#lastSentMs, nowMs)),
    };
  }

  /** Another wall file: displays of walls that are gone are disconnected, the others draw by the new one. */
  setWalls(walls: WallsFile): void {
    this.#walls = walls;
    this.#applyTimeOut();
    const message = encodeWalls(walls);
    for (const member of this.#members.values()) {
      if (member.wall !== null && !walls.walls.some(({ name }) => name === member.wall)) {
        member.refuse(this.#unknownWall(member.wall));
      } else member.send(message, false);
    }
  }

  /** Those of the last second. */
  #countRecent(nowMs: number): number {
    while (this.#recentMs.length > 0 && nowMs - this.#recentMs[0] >= 1000) this.#recentMs.shift();
    return this.#recentMs.length;
  }

  /** Walls that show a frame would show it for ever without a word: its simulation was closed, is paused, or its tab is hidden. */
  #tellSilence(nowMs: number): void {
    const silentMs = nowMs - this.#heardMs;
    if (this.#sent === null || silentMs < SILENT_AFTER_MS || nowMs - this.#toldMs < SILENT_AFTER_MS) return;
    this.#toldMs = nowMs;
    const message = encodeStep(roomKind.silent, this.#sent.number, silentMs);
    for (const { member } of this.#displays.values()) member.send(message, true);
  }

  #applyTimeOut(): void {
    this.#barrier.params = { ...defaultBarrierParams, timeOutMs: this.#walls.timeOutSeconds * 1000 };
  }

  /** When walls were last sent a frame. */
  get #lastSentMs(): number {
    const { sentMs } = this.#barrier;
    return this.#sent === null ? Number.NEGATIVE_INFINITY : sentMs[this.#sent.number % sentMs.length];
  }

  #refusalOf({ role, wall }: RoomMember): string | null {
    if (role === 'simulation' && this.#simulation !== null) {
      return 'simulation: expected one, got a second one; stop the one that is running, then this one takes over.';
    }
    if (wall === null) return null;
    if (!this.#walls.walls.some(({ name }) => name === wall)) return this.#unknownWall(wall);
    const isTaken = [...this.#displays.values()].some((display) => display.member.wall === wall);
    return isTaken
      ? `wall "${wall}": expected one display, got a second one; close its other page or choose another wall.`
      : null;
  }

  #unknownWall(wall: string): string {
    const names = this.#walls.walls.map(({ name }) => name).join(', ');
    return `wall: expected one of ${names}, got "${wall}".`;
  }

  #takeFrame(bytes: Message, nowMs: number): void {
    const frame = decodeFrame(bytes);
    if (!frame.ok) {
      this.#refusedFrames++;
      this.#lastRefusal = refusalOf(frame) ?? '';
      this.#answerSimulation(this.#lastRefusal);
      return;
    }
    this.#lastNumber++;
    setFrameNumber(bytes, this.#lastNumber);
    this.#agentCount = frame.value.actors.length;
    this.#arrivedMs[this.#lastNumber % MEMORY] = nowMs;
    this.#heardMs = nowMs;
    this.#recentMs.push(nowMs);
    this.#countRecent(nowMs);
    const arrived: RoomFrame = { number: this.#lastNumber, bytes, arrivedMs: nowMs };
    if (this.#barrier.pendingFrame !== 0) {
      if (this.#waiting) this.#skippedFrames++;
      this.#waiting = arrived;
    } else this.#distribute(arrived, nowMs);
    this.step(nowMs);
  }

  #distribute(frame: RoomFrame, nowMs: number): void {
    this.#sent = frame;
    sendToWalls(this.#barrier, frame.number, nowMs);
    for (const member of this.#members.values()) {
      const display = this.#displays.get(member.id);
      if (display) this.#sendFrame(display, frame);
      else if (member.role === 'watcher') member.send(frame.bytes, true);
    }
  }

  /** A display that has not answered its last frame gets no further one: it would draw the past. */
  #sendFrame(display: WallClient, { number, bytes }: RoomFrame): void {
    if (display.sentFrame > display.answeredFrame || number <= display.sentFrame) return;
    display.sentFrame = number;
    display.member.send(bytes, true);
  }

  #takeScene(bytes: Message): void {
    const scene = decodeScene(bytes);
    if (!scene.ok) {
      this.#answerSimulation(refusalOf(scene) ?? '');
      return;
    }
    this.#scene = bytes;
    this.#fileHashes = new Set(scene.value.kinds.map(({ mesh }) => mesh));
    this.#sendToScreens(bytes, false);
  }

  #takeStep(id: number, kind: number, bytes: Message, nowMs: number): void {
    const display = this.#displays.get(id);
    if (display === undefined) return;
    const step = decodeStep(bytes);
    display.lastMessageMs = nowMs;
    // A step that cannot be read is one that was not made: the wall becomes late.
    if (!step.ok) return;
    const { frame, milliseconds } = step.value;
    if (kind === roomKind.ready) {
      display.prepareMs = milliseconds;
      display.answeredFrame = frame;
      noteReady(this.#barrier, id, frame, nowMs);
      this.step(nowMs);
      // Frames went by while it drew: it goes on with the newest.
      if (this.#sent) this.#sendFrame(display, this.#sent);
    } else if (frame <= this.#lastNumber) {
      display.shownFrame = frame;
      display.shownMs = nowMs - this.#arrivedMs[frame % MEMORY];
    }
  }

  #takeWalls(watcher: RoomMember, bytes: Message): void {
    const walls = decodeWalls(bytes);
    if (walls.ok) this.setWalls(walls.value);
    else watcher.send(encodeProblem({ reason: refusalOf(walls) ?? '', isOver: false }), false);
  }

  #answerSimulation(reason: string): void {
    this.#simulation?.send(encodeProblem({ reason, isOver: false }), true);
  }

  #sendToScreens(message: Message, mayDrop: boolean): void {
    for (const member of this.#members.values()) if (member.role !== 'simulation') member.send(message, mayDrop);
  }
}
