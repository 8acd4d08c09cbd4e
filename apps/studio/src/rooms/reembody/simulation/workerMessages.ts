import type { BodyTuning, RemoteBody, RemoteBodySettings, RemoteFrameLayout, RemoteSessionSetup } from '@leib/reembody';

/** What the page asks of a worker. */
export type WorkerRequest =
  | { readonly kind: 'open'; readonly wasmUrl: string; readonly setup: RemoteSessionSetup }
  | { readonly kind: 'settings'; readonly settings: RemoteBodySettings }
  | { readonly kind: 'resetObjects' }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array }
  | { readonly kind: 'tune'; readonly wasmUrl: string; readonly body: RemoteBody };

/** What it answers. A frame's arrays go to and fro: nothing is copied. */
export type WorkerAnswer =
  | { readonly kind: 'built'; readonly body: RemoteBody; readonly layout: RemoteFrameLayout; readonly buildMs: number }
  | { readonly kind: 'frame'; readonly input: Float64Array; readonly output: Float64Array }
  | { readonly kind: 'tuning'; readonly done: number; readonly total: number }
  | { readonly kind: 'tuned'; readonly tuning: BodyTuning }
  | { readonly kind: 'failed'; readonly reason: string };
