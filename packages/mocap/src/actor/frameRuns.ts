import { areAllBodiesTracked, type BodyFrame, copyBodyFrame, createBodyFrame } from '../bodies/bodyFrame.js';

/** Frames that follow each other, RUN_STEP_SECONDS or a little more apart, in which all bodies are seen. */
export type FrameRun = readonly BodyFrame[];

const RUN_LENGTH = 15;
const RUN_STEP_SECONDS = 1 / 60;

/** A run while it is being collected from a live source or a recording. */
export interface RunCollector {
  frames: BodyFrame[];
  readonly runs: FrameRun[];
}

export function createRunCollector(): RunCollector {
  return { frames: [], runs: [] };
}

/** Adds a frame; true when a run has become complete. A lost body ends the run that was under way. */
export function collectRun(collector: RunCollector, frame: BodyFrame): boolean {
  if (!areAllBodiesTracked(frame)) {
    collector.frames = [];
    return false;
  }
  const last = collector.frames.at(-1);
  if (last !== undefined && frame.timeSeconds - last.timeSeconds < 0.9 * RUN_STEP_SECONDS) return false;
  const kept = createBodyFrame(frame.names);
  copyBodyFrame(kept, frame);
  collector.frames.push(kept);
  if (collector.frames.length < RUN_LENGTH) return false;
  collector.runs.push(collector.frames);
  collector.frames = [];
  return true;
}

/** Runs spread over all stretches of a recording in which all bodies are seen. */
export function collectRuns(frameAt: (index: number) => BodyFrame | null): readonly FrameRun[] {
  const collector = createRunCollector();
  for (let index = 0; ; index++) {
    const frame = frameAt(index);
    if (frame === null) return collector.runs;
    collectRun(collector, frame);
  }
}

/** At most so many of the runs, spread over all. */
export function spreadRuns(runs: readonly FrameRun[], most: number): FrameRun[] {
  const count = Math.min(most, runs.length);
  return Array.from({ length: count }, (_, i) => runs[Math.floor((i * runs.length) / count)]);
}
