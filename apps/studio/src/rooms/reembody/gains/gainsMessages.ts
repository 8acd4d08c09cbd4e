import type { Motion } from '@leib/core';
import type { AxisTuning, BodyTuning, RemoteBody, RemoteBodySettings, TuningOptions } from '@leib/reembody';
import type { GainEvaluation } from '@leib/reembody/measure';

/** A body before and after: its gains are compared on one clip. */
export interface EvaluationTask {
  /** Its shapes are taken over, its settings are not. */
  readonly body: RemoteBody;
  /** Of the body's own skeleton. */
  readonly motion: Motion;
  readonly before: RemoteBodySettings;
  readonly after: RemoteBodySettings;
}

/** What a clip showed of both. */
export interface EvaluationPair {
  readonly before: GainEvaluation;
  readonly after: GainEvaluation;
}

/** Long work on gains, for a worker of its own. */
export type GainsTask =
  | { readonly kind: 'tune'; readonly body: RemoteBody; readonly options: TuningOptions }
  | ({ readonly kind: 'evaluate' } & EvaluationTask);

export interface GainsRequest {
  readonly wasmUrl: string;
  readonly task: GainsTask;
}

/** What comes back: news of the work, then one of the last three, then nothing. */
export type GainsAnswer =
  | { readonly kind: 'axis'; readonly done: number; readonly total: number; readonly found: AxisTuning }
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'tuned'; readonly tuning: BodyTuning }
  | ({ readonly kind: 'evaluated' } & EvaluationPair)
  | { readonly kind: 'failed'; readonly reason: string };
