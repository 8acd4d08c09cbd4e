import type { StageView } from './actor.js';
import type { Act, Change } from './change.js';
import type { Json, ScriptRef } from './stageDoc.js';

/** A line for the record: what has happened, or what a study asks for. Nobody acts on it. */
export interface LogEntry {
  readonly log: string;
  readonly data?: Json;
}

/** What a script shows to the person: an explanation, a question. */
export interface Card {
  readonly title: string;
  readonly text: string;
  /** Answers to choose from, given as an act of the kind `answer`. */
  readonly choices: readonly string[];
}

/** What acts over time: demo, calibration, guide, a task of a study, a simulated participant. */
export interface Script<State> {
  create(): State;
  /** Steps before the actors. `stage.events` has what was done since the last frame. */
  step(state: State, stage: StageView, dtSeconds: number): readonly (Change | Act | LogEntry)[];
  card(state: State): Card | null;
  isOver(state: State): boolean;
}

/** Scripts by the kinds of their references in documents. */
export type ScriptKinds = Readonly<Record<string, (ref: ScriptRef) => Script<unknown>>>;

/** A script at work. */
export interface RunningScript {
  readonly ref: ScriptRef;
  readonly script: Script<unknown>;
  readonly state: unknown;
}
