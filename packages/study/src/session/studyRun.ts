import { InputError, type StageFrame } from '@leib/core';
import { isSimulatedActor } from '@leib/reembody';
import { type ActorKinds, createStage, type Stage, type StageDoc } from '@leib/stage';
import type { StudyEvent, StudyParticipant, StudySink } from '../studyEvent.js';
import type { StudyTask } from '../task/studyTask.js';
import { studyScripts } from '../task/tasks.js';
import { createLagMeter, lagValues, stepLagMeter } from './lagMeter.js';
import { idsOf, type StudyPlace, stageOfStep } from './stageOfStep.js';
import { type StudyDecision, type StudyStep, stepStudy } from './stepStudy.js';
import { createStudySession, replayStudy, type StudySession, type StudySetup, stepNow } from './studySession.js';

export interface StudyRunOptions {
  readonly setup: StudySetup;
  readonly participant: StudyParticipant;
  readonly place: StudyPlace;
  /** Makes the actors of the study's stage: the person, and simulated bodies. */
  readonly kinds: ActorKinds;
  /** A stage that is there already, with studyScripts among its scripts; `load` shows a scene on it. Absent: one is made of `kinds`. */
  readonly on?: { readonly stage: Stage; load(doc: StageDoc): void };
  readonly sink: StudySink;
  /** What was kept of this participant: the session goes on at the step that was under way. */
  readonly events?: readonly StudyEvent[];
  readonly versions?: Readonly<Record<string, string>>;
}

/** A session at work on a stage. A room draws the stage, shows the step, and hands in decisions: it needs no more than this. */
export interface StudyRun {
  readonly stage: Stage;
  readonly session: StudySession;
  /** Becomes part of the next step. */
  decide(decision: StudyDecision): void;
  /** What was refused in the last step, one sentence each. */
  readonly refused: readonly string[];
  /** Scene and body are held still: no frame of the stage was made in the last step. */
  readonly isFrozen: boolean;
  /** A frame. Throws where events could not be kept. While everything is held still, time passes for the session only, and there is none. */
  step(dtSeconds: number): StageFrame | null;
  /** The same in two halves, for whoever steps the stage: false where it is to be held still. */
  beginFrame(dtSeconds: number): boolean;
  endFrame(dtSeconds: number): void;
  /** Resolves when all events so far are kept; rejects where the sink could not keep one. */
  saved(): Promise<void>;
  dispose(): void;
}

/** Throws InputError where the events are another study's. */
export function createStudyRun(options: StudyRunOptions): StudyRun {
  return new LiveRun(options);
}

class LiveRun implements StudyRun {
  readonly stage: Stage;
  session: StudySession;
  refused: readonly string[] = [];
  readonly #options: StudyRunOptions;
  #decisions: StudyDecision[] = [];
  #saved: Promise<void> = Promise.resolve();
  /** Why events could not be kept: then nothing goes on. */
  #failure: unknown = null;
  #lag = createLagMeter();
  readonly #leave: () => void;

  constructor(options: StudyRunOptions) {
    const { setup, participant, events = [], kinds, place } = options;
    this.#options = options;
    checkEvents(setup, events);
    const kept = replayStudy(setup, events);
    this.session = kept ?? createStudySession(setup, participant);
    if (kept !== null) this.#decisions.push({ kind: 'resume', reason: 'started again' });
    const doc = stageOfStep(this.session, place);
    this.stage = options.on?.stage ?? createStage(kinds, doc, { scripts: studyScripts });
    options.on?.load(doc);
    this.#leave = this.stage.addSink(({ events: happened }) => {
      const { script } = this.stage;
      if (script === null) return;
      for (const { kind, data } of happened) {
        if (kind !== 'act') this.#decisions.push({ kind: 'log', log: kind, data: data as never });
      }
    });
  }

  get isFrozen(): boolean {
    return this.session.phase === 'frozen' || this.session.state === 'stopped';
  }

  decide(decision: StudyDecision): void {
    this.#decisions.push(decision);
  }

  step(dtSeconds: number): StageFrame | null {
    if (!this.beginFrame(dtSeconds)) return null;
    const frame = this.stage.step(dtSeconds);
    this.endFrame(dtSeconds);
    return frame;
  }

  beginFrame(dtSeconds: number): boolean {
    const { setup, versions, sink, place, on } = this.#options;
    if (this.#failure !== null) throw this.#failure;
    const decisions = [...this.#decisions];
    this.#decisions = [];
    const { script } = this.stage;
    if (script?.script.isOver(script.state) && this.session.phase === 'running') {
      const values = (script.script as StudyTask<unknown>).values(script.state);
      decisions.push({ kind: 'taskOver', values: { ...values, ...lagValues(this.#lag) } });
    }
    const before = this.session;
    const stepped: StudyStep = stepStudy(setup, before, { dtSeconds, decisions, ...(versions && { versions }) });
    this.session = stepped.session;
    this.refused = stepped.refused.map(({ reason }) => reason);
    const kept = stepped.events.length > 0 ? sink.append(stepped.events) : undefined;
    if (kept) {
      this.#saved = this.#saved.then(() => kept);
      this.#saved.catch((error) => {
        this.#failure ??= error;
      });
    }
    if (isOtherScene(before, this.session)) {
      const doc = stageOfStep(this.session, place);
      if (on) on.load(doc);
      else this.stage.load(doc);
      this.#lag = createLagMeter();
    }
    return !this.isFrozen;
  }

  endFrame(dtSeconds: number): void {
    const body = this.stage.actors.get(idsOf(this.#options.place).body);
    if (this.session.phase === 'running' && isSimulatedActor(body)) stepLagMeter(this.#lag, dtSeconds, body);
  }

  saved(): Promise<void> {
    return this.#saved;
  }

  dispose(): void {
    this.#leave();
    if (!this.#options.on) this.stage.dispose();
  }
}

function checkEvents({ protocol }: StudySetup, [first]: readonly StudyEvent[]): void {
  if (first === undefined) return;
  const { id, version } = protocol;
  if (first.kind !== 'begun')
    throw new InputError('events[0]', `expected the beginning of a session, got "${first.kind}"`);
  const { study, version: own } = first.payload;
  if (study === id && own === version) return;
  throw new InputError(
    'events[0]',
    `expected a session of "${id}" version ${version}, got one of "${study}" version ${own}`,
  );
}

/** What a stage is made of has changed: where in the plan, which attempt, whether the task is at work. */
function isOtherScene(a: StudySession, b: StudySession): boolean {
  const step = stepNow(b);
  // Held still, and between steps, what was there stays.
  if (step === null || b.phase === 'frozen') return false;
  return a.index !== b.index || a.attempt !== b.attempt || a.state !== b.state || a.phase !== b.phase;
}
