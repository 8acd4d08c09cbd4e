import type { RoomJoin } from '@leib/net';
import type { RateLimit } from '../common/messageRate.js';
import type { Invite } from '../people/roomTokens.js';

/** A connection, as what it wanted sees it. */
export interface RoomConnection {
  readonly id: number;
  readonly address: string;
  readonly isOpen: boolean;
  /** What was sent and has not left yet. */
  readonly waitingBytes: number;
  /** Sends where the client is still there; one that does not read is disconnected. `onLeft`: the bytes have left. */
  send(message: Uint8Array<ArrayBuffer>, onLeft?: () => void): void;
  /** Sends the reason and closes the connection. */
  refuse(reason: string): void;
  /** Ends it at once. */
  cut(): void;
}

/** A wish that is granted. */
export interface AdmittedJoin extends RoomJoin {
  /** What its token says; null where it has none, or the server's own word. */
  readonly invite: Invite | null;
}

/** What a connection may send of one kind. Kinds with the same rate share what is left of it. */
export interface MessageLimit {
  readonly mostBytes: number;
  readonly rate: RateLimit;
}

/** One of the things that a connection may want: feeds, a world, walls, people. */
export interface RoomChannel {
  /** Connections in all, and from one address. Behind a proxy all have one address. */
  readonly maxClients: number;
  readonly maxPerAddress: number;
  /** Whether who does not answer a ping is disconnected; otherwise the channel looks for silence itself. */
  readonly hasHeartbeat: boolean;
  /** By kind; other kinds are not its own. */
  limitsOf(join: RoomJoin): ReadonlyMap<number, MessageLimit>;
  connect(connection: RoomConnection, join: AdmittedJoin): void;
  /** A message of a kind that it has a limit for, within that limit. Does not throw. */
  receive(connection: RoomConnection, kind: number, bytes: Uint8Array<ArrayBuffer>, nowMs: number): void;
  leave(connection: RoomConnection): void;
  close(): Promise<void>;
}
