import type { BodySex, BodySurface, TPoseLengths } from '@leib/body';
import type { BodySpec } from '../bodySpec.js';
import type {
  CompareRequest,
  Figure,
  PeopleRequest,
  PictureRequest,
  ShowRequest,
  WrittenKind,
} from './bodyServiceTypes.js';

/** A call from the page to the worker. */
export type WorkerCall =
  | { readonly method: 'open'; readonly url: string; readonly partsUrl: string }
  | { readonly method: 'show'; readonly request: ShowRequest }
  | { readonly method: 'dress'; readonly request: Pick<ShowRequest, 'body' | 'pose'> }
  | { readonly method: 'compare'; readonly request: CompareRequest }
  | { readonly method: 'draw'; readonly request: CompareRequest; readonly picture: PictureRequest }
  | { readonly method: 'comparePeople'; readonly request: PeopleRequest }
  | { readonly method: 'measureWearer'; readonly sex: BodySex; readonly lengths: TPoseLengths }
  | { readonly method: 'keepMesh'; readonly name: string; readonly surface: BodySurface }
  | { readonly method: 'openFile'; readonly name: string; readonly bytes: Uint8Array }
  | {
      readonly method: 'write';
      readonly fileKind: WrittenKind;
      readonly body: BodySpec;
      readonly figure: Figure;
      readonly scanned: Float64Array | undefined;
    };

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'working'; readonly id: number; readonly share: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string; readonly isInput: boolean };
