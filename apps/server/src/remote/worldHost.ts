import type { BodyPlan, BuilderAnswer } from './bodyBuilder.js';

/** Where a world runs. Messages of clients go in here; answers come out of its events. */
export interface WorldHost {
  /**
   * The bytes become the world's own. Resolves when the world is done with them, with the milliseconds that it could do
   * nothing else meanwhile.
   */
  receive(client: number, bytes: Uint8Array<ArrayBuffer>, receivedMs: number): Promise<number>;
  /** Resolves with the milliseconds that the world could do nothing else. */
  leave(client: number): Promise<number>;
  /** Frees everything, the engine's memory too; resolves when that is done. */
  dispose(): Promise<void>;
}

/** What a world asks of the server that holds its clients' sockets. */
export interface WorldEvents {
  send(client: number, message: Uint8Array<ArrayBuffer>): void;
  /** Sends the reason to the client and disconnects it. `costMs`: how long the others of the world waited, where it is to blame. */
  refuse(client: number, reason: string, costMs?: number): void;
}

export interface HostEvents extends WorldEvents {
  /** The world is gone, for a reason other than dispose(). */
  broke(reason: string): void;
}

/** To the thread of a world, and back. */
export type HostRequest =
  | {
      readonly client: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly receivedMs: number;
      /** Of the request, for its answer. */
      readonly number: number;
    }
  | { readonly client: number; readonly bytes: null; readonly number: number }
  /** A body that the world asked for. */
  | { readonly built: BuilderAnswer };
export type HostAnswer =
  | { readonly client: number; readonly message: Uint8Array<ArrayBuffer> }
  | { readonly client: number; readonly refusal: string; readonly costMs: number }
  /** The request of this number is done. */
  | { readonly number: number; readonly workMs: number }
  /** A body to be built aside. */
  | { readonly plan: BodyPlan; readonly planNumber: number };
