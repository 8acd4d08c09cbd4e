import type { RoomStore, StoredRoom } from './roomStore.js';

/** Kinds of messages between nodes: who is here, their bodies, what is wanted of bodies of others, and what is for one person. */
export type LinkKind = 'here' | 'bodies' | 'wanted' | 'signal';

/** What a room is told of the same room at other nodes. */
export interface LinkListener {
  /** The bytes are whole, and otherwise whatever the other node has sent. */
  onMessage(kind: LinkKind, node: string, bytes: Uint8Array): void;
  /** The connection to the other nodes is gone, or back. */
  onConnection(isConnected: boolean): void;
}

/** The same room at other nodes: what is told is lost where nobody hears it. */
export interface RoomLink {
  readonly isConnected: boolean;
  /** @param node which one alone; all unless given */
  tell(kind: LinkKind, bytes: Uint8Array, node?: string): void;
  listen(listener: LinkListener): void;
}

/** A room as it was left, and what it needs to go on. */
export interface OpenedRoom {
  readonly store: RoomStore;
  readonly stored: StoredRoom;
  /** Null where this server is alone. */
  readonly link: RoomLink | null;
}

/** Files that all nodes have, by hash. */
export interface SharedFiles {
  /** Resolves when it is kept; rejects where that is not possible now. */
  put(hash: string, path: string): Promise<void>;
  /** How long it is, and its parts in their order, whose hash was not checked; null where it is not there. */
  find(hash: string): Promise<{ readonly bytes: number; readonly parts: AsyncIterable<Uint8Array> } | null>;
}

/** The servers that share rooms with this one. */
export interface Nodes {
  /** Signs invites and words for coming back, the same for all. */
  readonly secret: Uint8Array;
  readonly files: SharedFiles;
  readonly isConnected: boolean;
  readonly nodeCount: number;
  /** To the others, and from them, by way of what they share. */
  readonly traffic: { readonly bytesOut: number; readonly bytesIn: number };
  /** Where people find the other ones. */
  readonly addresses: readonly string[];
  /** From now on the others know where people find this one. `onChange`: other addresses, or the connection is gone or back. */
  announce(address: string, onChange: () => void): void;
  openRoom(name: string): Promise<OpenedRoom>;
  /** Writes that wait for a lost connection are given up, since the server stops. */
  stopWaiting(): void;
  close(): Promise<void>;
}
