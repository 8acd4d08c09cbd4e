import type { DisplayRole, DisplayStatus } from '@leib/net';
import type { BarrierWall } from './frameBarrier.js';

/** A connection, as the room sees it. */
export interface RoomMember {
  readonly id: number;
  readonly role: DisplayRole;
  /** Name of its wall; null for other roles. */
  readonly wall: string | null;
  /** `mayDrop`: may be left out where the connection is slow. */
  send(message: Uint8Array<ArrayBuffer>, mayDrop: boolean): void;
  /** Sends the reason and disconnects it. */
  refuse(reason: string): void;
}

/** A display page, and what it last said. */
export interface WallClient {
  readonly member: RoomMember;
  readonly barrier: BarrierWall;
  lastMessageMs: number;
  /** The last frame that it was sent, and the last one that it said ready for. */
  sentFrame: number;
  answeredFrame: number;
  /** Time for drawing a frame, by its own account, milliseconds. */
  prepareMs: number;
  shownFrame: number;
  /** From a frame's arrival at the server until the page said that it shows it, milliseconds. */
  shownMs: number;
}

/** A page that has not answered a frame for so long is silent, milliseconds. */
const SILENT_MS = 2000;

export function createWallClient(member: RoomMember, barrier: BarrierWall, nowMs: number): WallClient {
  return {
    member,
    barrier,
    lastMessageMs: nowMs,
    sentFrame: 0,
    answeredFrame: 0,
    prepareMs: 0,
    shownFrame: 0,
    shownMs: 0,
  };
}

/** What watchers are told of a wall. `sentMs`: when walls were last sent a frame. */
export function wallStatus(
  name: string,
  client: WallClient | undefined,
  sentMs: number,
  nowMs: number,
): DisplayStatus['walls'][number] {
  if (client === undefined) {
    return { name, state: 'missing', frame: 0, readyMs: 0, prepareMs: 0, shownMs: 0, missedFrames: 0 };
  }
  const { barrier, lastMessageMs, prepareMs, shownFrame, shownMs } = client;
  const isSilent = barrier.state === 'late' && sentMs > lastMessageMs && nowMs - lastMessageMs > SILENT_MS;
  return {
    name,
    state: isSilent ? 'silent' : barrier.state,
    frame: shownFrame,
    readyMs: barrier.readyMs,
    prepareMs,
    shownMs,
    missedFrames: barrier.missedCount,
  };
}
