/** Where a world runs: its messages go in here, its answers come out of its events. */
export interface WorldHost {
  /** The bytes become the world's own. */
  hear(client: number, bytes: Uint8Array<ArrayBuffer>, receivedMs: number): void;
  leave(client: number): void;
  /** Frees all of it, the engine's memory too. */
  dispose(): void;
}

/** To the thread of a world, and back. */
export type HostRequest =
  | { readonly client: number; readonly bytes: Uint8Array<ArrayBuffer>; readonly receivedMs: number }
  | { readonly client: number; readonly bytes: null };
export type HostAnswer =
  | { readonly client: number; readonly message: Uint8Array<ArrayBuffer> }
  | { readonly client: number; readonly refusal: string };
