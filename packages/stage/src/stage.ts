import {
  change,
  createHistory,
  type Decoded,
  endGesture,
  type History,
  ownValue,
  redo,
  type StageFrame,
  undo,
} from '@leib/core';
import type { Actor, ActorKinds, StageView } from './actor.js';
import { Cast } from './cast.js';
import { type Act, applyChanges, type Change, keepUnchanged } from './change.js';
import type { LogEntry, RunningScript, ScriptKinds } from './script.js';
import type { ActorId, ScriptRef, StageDoc, Thing } from './stageDoc.js';

type StageEvent = StageFrame['events'][number];

/** Who gets every frame: a view, a recorder, a room, walls. */
export type Sink = (frame: StageFrame, stage: StageView) => void;

export interface StageOptions {
  readonly scripts?: ScriptKinds;
}

/** Actors and things made from one document, and the time that goes by for them. */
export interface Stage extends StageView {
  /** The script at work; null without one. */
  readonly script: RunningScript | null;
  /** One step of undo, all or nothing. The place and the reason where the document would be wrong. */
  change(changes: readonly Change[]): Decoded<StageDoc>;
  /** Another document, for whoever keeps its history elsewhere: no step of undo. What both say the same is not touched. */
  load(doc: StageDoc): void;
  undo(): void;
  redo(): void;
  /** The next change is a step of its own. */
  endGesture(): void;
  act(act: Act): void;
  /** Becomes an event of the next frame. */
  log(entry: LogEntry): void;
  step(dtSeconds: number): StageFrame;
  /** From the next frame on. Returns what ends it. */
  addSink(sink: Sink): () => void;
  /** Called after the document, or who is there, has changed. Returns what ends it. */
  subscribe(listener: () => void): () => void;
  /** Resolves when no actor is on its way: from then on the same steps give the same bits. */
  settled(): Promise<void>;
  dispose(): void;
}

/** Actors whose kinds are at hand are there at once, others when they have been loaded. */
export function createStage(kinds: ActorKinds, doc: StageDoc, options: StageOptions = {}): Stage {
  return new LiveStage(kinds, doc, options.scripts ?? {});
}

const THING_SIZE = 7;

class LiveStage implements Stage {
  doc: History<StageDoc>;
  seconds = 0;
  number = 0;
  things: Float32Array = new Float32Array(0);
  script: RunningScript | null = null;
  readonly #cast: Cast;
  readonly #scripts: ScriptKinds;
  readonly #sinks = new Set<Sink>();
  readonly #failed = new Set<Sink>();
  readonly #listeners = new Set<() => void>();
  #placed: readonly Thing[] = [];
  #events: StageEvent[] = [];
  /** Of the script that was started last. */
  #cue: ScriptRef | null = null;

  constructor(kinds: ActorKinds, doc: StageDoc, scripts: ScriptKinds) {
    this.doc = createHistory(doc);
    this.#scripts = scripts;
    this.#cast = new Cast(
      kinds,
      (actor, reason) => this.#log('actorFailed', { actor, reason }),
      () => this.#notify(),
    );
    this.#follow();
  }

  get actors(): ReadonlyMap<ActorId, Actor> {
    return this.#cast.actors;
  }

  get problems(): ReadonlyMap<ActorId, string> {
    return this.#cast.problems;
  }

  get events(): readonly StageEvent[] {
    return this.#events;
  }

  change(changes: readonly Change[]): Decoded<StageDoc> {
    const before = this.doc.present;
    const after = applyChanges(before, changes);
    if (!after.ok || after.value === before) return after;
    this.doc = change(this.doc, after.value, changes[0].gesture ?? null);
    this.#follow();
    return after;
  }

  load(doc: StageDoc): void {
    const next = keepUnchanged(this.doc.present, doc);
    if (next !== this.doc.present) this.#goTo(createHistory(next));
  }

  undo(): void {
    this.#goTo(undo(this.doc));
  }

  redo(): void {
    this.#goTo(redo(this.doc));
  }

  endGesture(): void {
    this.doc = endGesture(this.doc);
  }

  act(act: Act): void {
    this.#log('act', act);
    this.#cast.act(act);
  }

  log({ log, data }: LogEntry): void {
    this.#log(log, data ?? null);
  }

  step(dtSeconds: number): StageFrame {
    this.number++;
    this.seconds += dtSeconds;
    this.#stepScript(dtSeconds);
    this.#cast.step(this, dtSeconds);
    const events = this.#events;
    // What a sink does or reports belongs to the next frame.
    this.#events = [];
    const frame: StageFrame = {
      number: this.number,
      seconds: this.seconds,
      actors: [...this.#cast.packed()].map(({ actor: { id, kind }, packed }) => ({ ...packed, id, kind })),
      things: this.things.slice(),
      events,
    };
    for (const sink of this.#sinks) this.#give(sink, frame);
    return frame;
  }

  addSink(sink: Sink): () => void {
    this.#sinks.add(sink);
    return () => void this.#sinks.delete(sink);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  settled(): Promise<void> {
    return this.#cast.settled();
  }

  dispose(): void {
    this.#cast.dispose();
    this.#sinks.clear();
    this.#listeners.clear();
  }

  #goTo(history: History<StageDoc>): void {
    if (history === this.doc) return;
    this.doc = history;
    this.#follow();
  }

  /** Makes everything as the document has it now. */
  #follow(): void {
    const { present } = this.doc;
    this.#cast.follow(present);
    this.#placeThings(present.things);
    if (this.#cue !== present.script) this.#startScript(present.script);
    this.#notify();
  }

  /** Things whose entry is new or changed are put where it says; others stay where they were moved to. */
  #placeThings(things: readonly Thing[]): void {
    if (things === this.#placed) return;
    const poses = new Float32Array(things.length * THING_SIZE);
    for (const [index, thing] of things.entries()) {
      const from = this.#placed.indexOf(thing) * THING_SIZE;
      poses.set(from < 0 ? thing.pose : this.things.subarray(from, from + THING_SIZE), index * THING_SIZE);
    }
    this.#placed = things;
    this.things = poses;
  }

  #startScript(ref: ScriptRef | null): void {
    this.#cue = ref;
    this.script = null;
    if (ref === null) return;
    const create = ownValue(this.#scripts, ref.kind);
    if (create === undefined) {
      this.#log('scriptFailed', { reason: `there is no script "${ref.kind}"` });
      return;
    }
    const script = create(ref);
    this.script = { ref, script, state: script.create() };
  }

  /** A script that throws is over: its state is not to be trusted any more. */
  #stepScript(dtSeconds: number): void {
    const running = this.script;
    if (running === null) return;
    try {
      if (running.script.isOver(running.state)) return;
      for (const done of running.script.step(running.state, this, dtSeconds)) this.#do(done);
    } catch (error) {
      this.script = null;
      this.#log('scriptFailed', { reason: reasonOf(error) });
    }
  }

  /** Changes of a script are one step of undo until somebody else changes something. */
  #do(done: Change | Act | LogEntry): void {
    if ('log' in done) this.log(done);
    else if (!('path' in done)) this.act(done);
    else {
      const result = this.change([{ gesture: 'script', ...done }]);
      if (!result.ok) this.#log('scriptFailed', { path: result.path, reason: result.reason });
    }
  }

  #give(sink: Sink, frame: StageFrame): void {
    try {
      sink(frame, this);
      this.#failed.delete(sink);
    } catch (error) {
      // Once: a full disk would be reported with every frame.
      if (!this.#failed.has(sink)) this.#log('sinkFailed', { reason: reasonOf(error) });
      this.#failed.add(sink);
    }
  }

  #log(kind: string, data: unknown): void {
    this.#events.push({ seconds: this.seconds, kind, data });
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
