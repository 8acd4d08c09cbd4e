import type { BodySpec } from '../bodySpec.js';
import type { Figure, ShowRequest, WrittenKind } from './bodyServiceTypes.js';

/** A call from the page to the worker. */
export type WorkerCall =
  | { readonly method: 'open'; readonly url: string; readonly partsUrl: string }
  | { readonly method: 'show'; readonly request: ShowRequest }
  | { readonly method: 'dress'; readonly request: ShowRequest }
  | { readonly method: 'openFile'; readonly name: string; readonly bytes: Uint8Array }
  | { readonly method: 'write'; readonly fileKind: WrittenKind; readonly body: BodySpec; readonly figure: Figure };

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string; readonly isInput: boolean };
