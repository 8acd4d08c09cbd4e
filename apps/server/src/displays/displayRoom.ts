import { refusalOf } from '@leib/core';
import {
  createFrameBarrier,
  type DisplayStatus,
  decodeFrame,
  decodeMesh,
  decodeScene,
  decodeStep,
  decodeWalls,
  defaultBarrierParams,
  displayKind,
  displayLimits,
  encodeProblem,
  encodeStatus,
  encodeStep,
  encodeWalls,
  joinBarrier,
  leaveBarrier,
  noteReady,
  readKind,
  releaseFrame,
  sendToWalls,
  setFrameNumber,
  type WallsFile,
} from '@leib/net';
import { addFrame, createFrameRate, type FrameRate } from './frameRate.js';
import type { RoomMember } from './roomMember.js';
import { createWallClient, type WallClient, wallStatus } from './wallClient.js';

type Message = Uint8Array<ArrayBuffer>;

/** A frame on its way to the walls. */
interface RoomFrame {
  readonly number: number;
  readonly bytes: Message;
  readonly arrivedMs: number;
}

/** All avatars of a scene together: they stay in memory, for walls that come later. */
const MOST_MESH_BYTES = displayLimits.meshBytes + 64;
/** How many arrival times are kept: a second at 60 Hz. */
const MEMORY = 64;

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
  readonly #meshes = new Map<number, Message>();
  /** The frame that was sent last, and the one that waits until walls are ready. */
  #sent: RoomFrame | null = null;
  #waiting: RoomFrame | null = null;
  #lastNumber = 0;
  #agentCount = 0;
  #skippedFrames = 0;
  #refusedFrames = 0;
  #lastRefusal = '';
  readonly #arrivedMs = new Float64Array(MEMORY);
  readonly #rate: FrameRate = createFrameRate();

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

  /** Takes a member in; null, or the reason why not. */
  join(member: RoomMember, nowMs: number): string | null {
    const refusal = this.#refusalOf(member);
    if (refusal !== null) return refusal;
    this.#members.set(member.id, member);
    if (member.role === 'simulation') {
      this.#simulation = member;
      this.#scene = null;
      this.#meshes.clear();
    }
    member.send(encodeWalls(this.#walls), false);
    if (member.role === 'simulation') return null;
    if (this.#scene) member.send(this.#scene, false);
    for (const mesh of this.#meshes.values()) member.send(mesh, false);
    const sent = this.#sent;
    if (member.role === 'display') {
      const display = createWallClient(member, joinBarrier(this.#barrier, member.id), nowMs);
      this.#displays.set(member.id, display);
      if (sent) this.#sendFrame(display, sent);
    } else if (sent) member.send(sent.bytes, false);
    if (this.#barrier.shownFrame > 0) member.send(encodeStep(displayKind.show, this.#barrier.shownFrame), false);
    return null;
  }

  leave(id: number, nowMs: number): void {
    if (!this.#members.delete(id)) return;
    if (this.#simulation?.id === id) this.#simulation = null;
    this.#displays.delete(id);
    leaveBarrier(this.#barrier, id);
    this.step(nowMs);
  }

  /** A message of a member. Does not throw. */
  receive(member: RoomMember, bytes: Message, nowMs: number): void {
    const kind = readKind(bytes);
    if (!kind.ok) {
      member.refuse(refusalOf(kind) ?? '');
      return;
    }
    const isTaken =
      (member.role === 'simulation' && this.#receiveSimulation(kind.value, bytes, nowMs)) ||
      (member.role === 'display' && this.#receiveDisplay(member, kind.value, bytes, nowMs)) ||
      (member.role === 'watcher' && this.#receiveWatcher(member, kind.value, bytes));
    if (!isTaken) member.refuse(`message: expected a kind that a ${member.role} sends, got kind ${kind.value}.`);
  }

  /** Tells walls to show the frame that is pending where they are ready or the time is out, and sends the next one. */
  step(nowMs: number): void {
    for (;;) {
      const frame = releaseFrame(this.#barrier, nowMs);
      if (frame === 0) return;
      this.#sendToScreens(encodeStep(displayKind.show, frame), false);
      const next = this.#waiting;
      this.#waiting = null;
      if (next === null) return;
      this.#distribute(next, nowMs);
    }
  }

  /** Tells watchers and the simulation how walls are. */
  report(nowMs: number): void {
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
      framesPerSecond: this.#simulation === null ? 0 : this.#rate.perSecond,
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

  #receiveSimulation(kind: number, bytes: Message, nowMs: number): boolean {
    if (kind === displayKind.frame) this.#takeFrame(bytes, nowMs);
    else if (kind === displayKind.scene) this.#takeScene(bytes);
    else if (kind === displayKind.mesh) this.#takeMesh(bytes);
    else return false;
    return true;
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
    addFrame(this.#rate, nowMs);
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
    this.#meshes.clear();
    this.#sendToScreens(bytes, false);
  }

  #takeMesh(bytes: Message): void {
    const mesh = decodeMesh(bytes);
    if (!mesh.ok) {
      this.#answerSimulation(refusalOf(mesh) ?? '');
      return;
    }
    const { kind } = mesh.value;
    const others = [...this.#meshes].filter(([other]) => other !== kind);
    const all = others.reduce((sum, [, { length }]) => sum + length, bytes.length);
    if (all > MOST_MESH_BYTES) {
      const most = `expected at most ${MOST_MESH_BYTES} bytes with the avatars of other kinds`;
      this.#answerSimulation(`mesh, kind ${kind}: ${most}, got ${all}; send smaller files.`);
      return;
    }
    this.#meshes.set(kind, bytes);
    this.#sendToScreens(bytes, false);
  }

  #receiveDisplay({ id }: RoomMember, kind: number, bytes: Message, nowMs: number): boolean {
    const display = this.#displays.get(id);
    if ((kind !== displayKind.ready && kind !== displayKind.shown) || display === undefined) return false;
    const step = decodeStep(bytes);
    display.lastMessageMs = nowMs;
    // A step that cannot be read is one that was not made: the wall becomes late.
    if (!step.ok) return true;
    const { frame, milliseconds } = step.value;
    if (kind === displayKind.ready) {
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
    return true;
  }

  #receiveWatcher(watcher: RoomMember, kind: number, bytes: Message): boolean {
    if (kind !== displayKind.walls) return false;
    const walls = decodeWalls(bytes);
    if (walls.ok) this.setWalls(walls.value);
    else watcher.send(encodeProblem({ reason: refusalOf(walls) ?? '', isOver: false }), false);
    return true;
  }

  #answerSimulation(reason: string): void {
    this.#simulation?.send(encodeProblem({ reason, isOver: false }), true);
  }

  #sendToScreens(message: Message, mayDrop: boolean): void {
    for (const member of this.#members.values()) if (member.role !== 'simulation') member.send(message, mayDrop);
  }
}
