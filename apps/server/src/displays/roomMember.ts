import type { DisplayRole } from '@leib/net';

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
