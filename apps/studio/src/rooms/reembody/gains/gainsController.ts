import type { Motion } from '@leib/core';
import {
  type AxisTuning,
  applyTuning,
  type BodyTuning,
  defaultTuningOptions,
  type HeuristicName,
  type RemoteBody,
  type RemoteBodySettings,
  tuningOptionsOf,
} from '@leib/reembody';
import type { JointEdits } from '../settings/jointEdits.js';
import type { EvaluationPair, GainsAnswer, GainsTask } from './gainsMessages.js';

/** How far the tuning is, and what it found so far. */
export interface TuningProgress {
  readonly done: number;
  readonly total: number;
  readonly found: readonly AxisTuning[];
}

/** Starts work beside the page; the returned function ends it. */
export type StartGainsWork = (task: GainsTask, onAnswer: (answer: GainsAnswer) => void) => () => void;

/** Tuning and evaluation of the body's gains, one task at a time. Settings change only when a task is complete. */
export class GainsController {
  heuristic: HeuristicName = defaultTuningOptions.heuristic;
  /** Tune the left side and copy it. */
  isMirrored = defaultTuningOptions.isMirrored;
  /** While it runs. */
  tuning: TuningProgress | null = null;
  /** Result of the last complete tuning, and the settings before it. */
  tuned: BodyTuning | null = null;
  beforeTuning: RemoteBodySettings | null = null;
  /** Share of an evaluation that is done, while it runs. */
  evaluating: number | null = null;
  evaluation: EvaluationPair | null = null;
  readonly #edits: JointEdits;
  readonly #start: StartGainsWork;
  readonly #notify: (kind: 'info' | 'error', text: string) => void;
  #end: (() => void) | null = null;

  constructor(edits: JointEdits, start: StartGainsWork, notify: (kind: 'info' | 'error', text: string) => void) {
    this.#edits = edits;
    this.#start = start;
    this.#notify = notify;
  }

  get isBusy(): boolean {
    return this.#end !== null;
  }

  /** Finds stiffness and damping of every axis of a body, and sets them when all are found. */
  tune(body: RemoteBody): void {
    if (this.isBusy) return;
    const options = { ...tuningOptionsOf(this.#edits.body), heuristic: this.heuristic, isMirrored: this.isMirrored };
    this.tuning = { done: 0, total: 1, found: [] };
    this.#begin({ kind: 'tune', body, options });
  }

  /** Plays a clip of the body's skeleton to it with the gains from before the tuning and with those of now. */
  evaluate(body: RemoteBody, motion: Motion, before: RemoteBodySettings, after: RemoteBodySettings): void {
    if (this.isBusy) return;
    this.evaluating = 0;
    this.#begin({ kind: 'evaluate', body, motion, before, after });
  }

  cancel(): void {
    this.#end?.();
    this.#end = null;
    this.tuning = null;
    this.evaluating = null;
  }

  #begin(task: GainsTask): void {
    let isOver = false;
    const stop = this.#start(task, (answer) => {
      // Answers that were on their way when the task was cancelled are ignored.
      if (!isOver) this.#onAnswer(answer);
    });
    this.#end = () => {
      isOver = true;
      stop();
    };
  }

  #onAnswer(answer: GainsAnswer): void {
    switch (answer.kind) {
      case 'axis':
        this.tuning = {
          done: answer.done,
          total: answer.total,
          found: [...(this.tuning?.found ?? []), answer.found],
        };
        return;
      case 'share':
        this.evaluating = answer.share;
        return;
      case 'tuned':
        this.cancel();
        this.#takeTuning(answer.tuning);
        return;
      case 'evaluated':
        this.cancel();
        this.evaluation = { before: answer.before, after: answer.after };
        return;
      case 'failed': {
        const what = this.tuning ? 'Tuning' : 'The evaluation';
        this.cancel();
        this.#notify('error', `${what} failed: ${answer.reason}`);
      }
    }
  }

  #takeTuning(tuning: BodyTuning): void {
    this.beforeTuning = this.#edits.body;
    this.tuned = tuning;
    this.#edits.take(applyTuning(this.#edits.body, tuning));
    const others = tuning.axes.filter(({ method }) => method !== 'relay');
    const byInertia = others.length > 0 ? `; ${others.length} of them by inertia, see the list` : '';
    this.#notify('info', `${tuning.axes.length} axes tuned${byInertia}.`);
  }
}
