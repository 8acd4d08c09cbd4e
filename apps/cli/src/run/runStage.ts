import { dirname, resolve } from 'node:path';
import { InputError } from '@leib/core';
import { createPersonKind } from '@leib/embody';
import { createCapturedKind, createViewerKind } from '@leib/mocap';
import { type ActorKinds, createStage, decodeStageDoc, type Stage, type StageDoc } from '@leib/stage';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { runOptions } from '../commands/run.js';
import { readText } from '../files.js';
import { readPositiveOption, readRateOption } from '../options.js';
import { readPrior } from '../solvers.js';
import { RunRefs, wearProfile } from './openRefs.js';
import { loopStage, type RunClock, systemRunClock } from './runLoop.js';
import type { RunSink } from './runSink.js';
import { openSink } from './sinks.js';

export const runStage: CommandRun<typeof runOptions> = async ([path], options, output) => {
  const run = await openRun(path, {
    hz: readRateOption('hz', options.hz) ?? 60,
    seconds: readPositiveOption('seconds', options.seconds),
    record: options.record,
    isJson: options.json,
    clock: systemRunClock,
    output,
  });
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, run.stop);
  try {
    const summary = await run.ended;
    output.print(options.json ? JSON.stringify(summary) : describe(summary));
  } finally {
    for (const signal of signals) process.off(signal, run.stop);
  }
};

export interface RunOptions {
  readonly hz: number;
  readonly seconds: number | undefined;
  /** A file to record to, besides the document's sinks. */
  readonly record: string | undefined;
  readonly isJson: boolean;
  readonly clock: RunClock;
  readonly output: CommandOutput;
}

export interface RunSummary {
  readonly document: string;
  /** Of the stage's own time. */
  readonly seconds: number;
  readonly frames: number;
  readonly actors: Readonly<Record<string, { readonly kind: string; readonly [figure: string]: number | string }>>;
  readonly sinks: readonly { readonly kind: string; readonly to: string; readonly frames: number }[];
  /** What the user should know: bodies that were missing, packets that could not be read. */
  readonly notes: readonly string[];
}

/** How often the state is told, milliseconds. */
const PROGRESS_MS = 500;

/**
 * A stage at work. Throws UsageError where the document is wrong, with its place; InputError where this machine cannot do it.
 * `ended` rejects where an actor or a sink has failed; files are closed before.
 */
export async function openRun(path: string, options: RunOptions) {
  const { clock, output, hz, seconds } = options;
  const doc = await readDocument(path, options);
  const refs = new RunRefs(dirname(path), clock, output);
  const stage = createStage(kindsOf(refs, clock), doc);
  const sinks: RunSink[] = [];
  try {
    await stage.settled();
    refuseProblems(path, stage, refs);
    for (const [index, sink] of doc.sinks.entries()) {
      sinks.push(await placed(`${path}, sinks[${index}]`, () => openSink(sink, { refs, stage, hz, output })));
    }
  } catch (error) {
    await closeAll(stage, sinks).catch(() => {});
    throw error;
  }
  for (const sink of sinks) stage.addSink((frame, view) => sink.take(frame, view));
  stage.addSink(({ events }) => {
    for (const { kind, data } of events) if (kind.endsWith('Failed')) output.note(`${kind}: ${JSON.stringify(data)}`);
  });
  const isOver = () =>
    refs.feeds.length === 0 &&
    refs.timelines.length > 0 &&
    refs.timelines.every((line) => !line.isLooping && line.timeSeconds >= line.durationSeconds);
  const loop = loopStage(stage, { clock, hz, seconds, isOver });
  const stopTelling = clock.every(PROGRESS_MS, () => output.progress(progressText(stage, sinks)));
  output.note(
    `${path}: ${Object.keys(doc.actors).join(', ')}; ${seconds === undefined ? 'Ctrl-C ends' : `${seconds} s`}`,
  );

  const ended = loop.ended.then(async (): Promise<RunSummary> => {
    stopTelling();
    const { summary, problem } = summarize(path, stage, sinks);
    await closeAll(stage, sinks);
    if (problem !== null) throw new InputError(path, problem);
    return summary;
  });
  return { stage, ended, stop: loop.stop };
}

async function readDocument(path: string, { record, isJson }: RunOptions): Promise<StageDoc> {
  const decoded = decodeStageDoc(await readText(path));
  if (!decoded.ok) throw new UsageError([path, decoded.path].filter(Boolean).join(', '), decoded.reason);
  const doc = decoded.value;
  if (Object.keys(doc.actors).length === 0) throw new UsageError(`${path}, actors`, 'expected at least one, got none');
  if (isJson && doc.sinks.some((sink) => sink.path === '-')) {
    throw new UsageError('--json', 'expected a file as output with it, got a sink that writes to standard output');
  }
  if (record === undefined) return doc;
  if (!/\.mcap$/i.test(record))
    throw new UsageError('--record', `expected a name that ends with .mcap, got "${record}"`);
  // Paths of the document lie beside it, those of the call where it is called.
  return { ...doc, sinks: [...doc.sinks, { kind: 'record', path: resolve(record) }] };
}

function kindsOf(refs: RunRefs, clock: RunClock): ActorKinds {
  const profileOf = (ref: Parameters<RunRefs['profile']>[0] | null) => (ref === null ? null : refs.profile(ref));
  return {
    captured: createCapturedKind({
      bodies: (actor) => refs.performer(actor),
      offsets: (ref) => refs.offsets(ref),
      skeleton: async (ref) => (await refs.body(ref)).skeleton,
    }),
    person: createPersonKind({
      async source({ source: ref, profile: profileRef }) {
        const profile = await profileOf(profileRef);
        const source = await refs.devices(ref);
        if (profile) wearProfile(source, profile);
        return source;
      },
      async body({ body: ref, profile: profileRef }) {
        const { stature = null, proportions = null } = (await profileOf(profileRef)) ?? {};
        const { skeleton } = await refs.body(stature === null || ref.kind !== 'default' ? ref : { stature, ...ref });
        // Nobody shows the body in another size than its own: what is tracked is scaled to it.
        return { skeleton, prior: readPrior(), settings: { fit: { stature, size: 'own' }, proportions } };
      },
      release: (source) => source.dispose(),
      face: (source) => refs.face(source),
    }),
    viewer: createViewerKind({ devices: (ref) => refs.devices(ref) }),
    // Most runs have no use for the engine.
    simulated: async () => (await import('./forceKinds.js')).simulatedKindOf(refs),
    robot: async () => (await import('./forceKinds.js')).robotKindOf(refs, clock),
  };
}

/** A document that cannot be run is not run by halves. */
function refuseProblems(path: string, { problems }: Stage, { portProblems }: RunRefs): void {
  for (const [id, reason] of problems) {
    const place = `${path}, actors.${id}`;
    if (portProblems.includes(reason)) throw new InputError(place, reason);
    throw new UsageError('', `${place}.${reason}`);
  }
}

async function placed<Value>(place: string, open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof InputError && error.where.startsWith('sink')) {
      throw new UsageError('', `${place}${error.where.slice('sink'.length)}: ${error.reason}`);
    }
    throw error;
  }
}

/** Sinks before actors: what they still send is whole. Throws the first error after everything is closed. */
async function closeAll(stage: Stage, sinks: readonly RunSink[]): Promise<void> {
  stage.dispose();
  const results = await Promise.allSettled(sinks.map((sink) => sink.close()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function progressText(stage: Stage, sinks: readonly RunSink[]): string {
  const actors = Array.from(stage.actors.values(), (actor) => `${actor.id}: ${numbersText(actor.figures().numbers)}`);
  const places = sinks.map((sink) => `${sink.kind}: ${sink.figures().words}`);
  return [`${stage.seconds.toFixed(1)} s`, ...actors, ...places].join('; ');
}

/** "bodiesSeen 9, residualMm 12.3" */
function numbersText(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(1)}`)
    .join(', ');
}

function summarize(document: string, stage: Stage, sinks: readonly RunSink[]) {
  const notes: string[] = [];
  const actors: Record<string, RunSummary['actors'][string]> = {};
  for (const actor of stage.actors.values()) {
    const { numbers, remarks } = actor.figures();
    for (const remark of remarks) notes.push(`${actor.id}: ${remark}`);
    actors[actor.id] = { kind: actor.kind, ...numbers };
  }
  const summary: RunSummary = {
    document,
    seconds: Number(stage.seconds.toFixed(3)),
    frames: stage.number,
    actors,
    sinks: sinks.map((sink) => ({ kind: sink.kind, to: sink.to, frames: sink.figures().frames })),
    notes,
  };
  const [failed] = stage.problems;
  return { summary, problem: failed === undefined ? null : `${failed[0]}: ${failed[1]}` };
}

function describe({ document, seconds, frames, sinks, notes }: RunSummary): string {
  const places = sinks.map(({ kind, to, frames: count }) => `${kind} ${to}: ${count}`);
  return [...notes, [`${document}: ${seconds.toFixed(2)} s, ${frames} frames`, ...places].join('; ')].join('\n');
}
