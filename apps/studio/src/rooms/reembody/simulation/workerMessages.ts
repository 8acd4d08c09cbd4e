import type { RemoteBody, RemoteBodySettings, RemoteSessionSetup, WorldObject } from '@leib/reembody';

/** What the page asks of a worker. */
export type WorkerRequest =
  | { readonly kind: 'open'; readonly wasmUrl: string; readonly setup: RemoteSessionSetup }
  | { readonly kind: 'settings'; readonly settings: RemoteBodySettings }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'resetObjects' }
  | { readonly kind: 'objects'; readonly objects: readonly WorldObject[] }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array };

/** What it answers. A frame's arrays are transferred, not copied. */
export type WorkerAnswer =
  | { readonly kind: 'built'; readonly bodies: readonly RemoteBody[] }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array }
  | { readonly kind: 'failed'; readonly reason: string };
