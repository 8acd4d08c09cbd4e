import type { StageFrame } from '@leib/core';
import type { Stage, StageView } from '@leib/stage';
import type { CommandOutput } from '../command.js';
import type { RunRefs } from './openRefs.js';

/** Where the frames of a run go. */
export interface RunSink {
  readonly kind: string;
  readonly to: string;
  take(frame: StageFrame, stage: StageView): void;
  /** How many frames went there, and how it is. */
  figures(): { readonly frames: number; readonly words: string };
  /** Ends it in order: files are whole then. Rejects InputError where something was lost. */
  close(): Promise<void>;
}

/** What sinks are opened with. */
export interface SinkPlace {
  readonly refs: RunRefs;
  readonly stage: Stage;
  readonly hz: number;
  readonly output: CommandOutput;
}
