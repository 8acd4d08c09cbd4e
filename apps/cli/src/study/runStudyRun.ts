import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '@leib/core';
import { Instruments, openStudyStore, type StudyStore } from '@leib/server';
import {
  BODY,
  balancedCount,
  createStudyRun,
  decideMarks,
  decodeParticipant,
  headlessKinds,
  instrumentWords,
  PERSON,
  type Protocol,
  SessionClock,
  type StudyParticipant,
  type StudyRun,
  type StudySetup,
  stepNow,
  TrialTracks,
} from '@leib/study';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { studyRunOptions } from '../commands/study.js';
import { readList, readNumberOption, readRateOption, readWordOption, requiredOption } from '../options.js';
import { readVersion } from '../process.js';
import { RunRefs, wearProfile } from '../run/openRefs.js';
import { systemRunClock } from '../run/runLoop.js';
import { followLine, promptOf } from './operatorLines.js';
import { openStudyBodies } from './studyBodies.js';
import { readStudy } from './studyFiles.js';

type Options = Parameters<CommandRun<typeof studyRunOptions>>[1];

export const runStudyRun: CommandRun<typeof studyRunOptions> = async (_operands, options, output) => {
  const setup = await readStudy(requiredOption('study', options.study));
  const hz = readRateOption('hz', options.hz) ?? 60;
  const sourceRef = sourceOf(options);
  const database = requiredOption('store', options.store);
  const instruments = await Instruments.open(readList(options.instruments), systemRunClock);
  const store = await openStudyStore({ database });
  try {
    const participant = await participantOf(setup.protocol, options, store);
    const frame: Frame = { hostMs: systemRunClock.nowMs() };
    const refs = new RunRefs('.', systemRunClock, output);
    const source = await refs.devices(sourceRef);
    const profileRef = options.profile === undefined ? null : { kind: 'file', path: resolve(options.profile) };
    const profile = profileRef && (await refs.profile(profileRef));
    if (profile) wearProfile(source, profile);
    const bodies = await openStudyBodies(setup.protocol);
    const { id, record } = setup.protocol;
    const versions = { '@leib/cli': readVersion() };
    const tracks = new TrialTracks({
      ...{ record, versions },
      async keep(piece) {
        const answer = await store.appendMotion(id, { ...piece, participant: participant.id });
        if (!answer.ok) throw new InputError(piece.stream, `its recording could not be kept: ${answer.why}`);
      },
    });
    const run = createStudyRun({
      ...{ setup, participant },
      place: {
        person: { kind: 'person', source: sourceRef, body: { kind: 'default' }, profile: profileRef, settings: {} },
        stature: profile?.stature ?? 1.72,
        ...(bodies.tuned && { tuned: bodies.tuned }),
      },
      kinds: headlessKinds(source, bodies),
      events: await store.events(id, participant.id),
      versions,
      sink: tracks.before({
        async append(events) {
          const { hostMs } = frame;
          const answer = await store.append(id, participant.id, events);
          if (!answer.ok) throw new InputError(participant.id, `its events could not be kept: ${answer.why}`);
          for (const event of events) {
            const when = { sessionSeconds: event.seconds, hostMs, uncertaintySeconds: 0 };
            instruments.sendEvent(id, event, when);
          }
        },
      }),
    });
    await run.stage.settled();
    await operate({ setup, run, tracks, hz, output, instruments, frame });
    await tracks.close();
    source.dispose();
    run.dispose();
  } finally {
    instruments.close();
    await store.close();
  }
};

function sourceOf({ in: path, feed }: Options) {
  if ((path === undefined) === (feed === undefined))
    throw new UsageError('', 'expected --in FILE or --feed PROTOCOL:PORT; add --help to see what they take');
  if (path !== undefined) return { kind: 'file', path: resolve(path), loop: true };
  const [kind, port] = String(feed).split(/:(.*)/s);
  return { kind, port: /^\d+$/.test(port) ? Number(port) : port };
}

/** As the store has them already, or new in it. */
async function participantOf({ id, version, languages, flow }: Protocol, options: Options, store: StudyStore) {
  const participant = requiredOption('participant', options.participant);
  const [first] = await store.events(id, participant);
  if (first?.kind === 'begun') {
    if (first.payload.version !== version)
      throw new UsageError(
        '--study',
        `expected version "${first.payload.version}", with which "${participant}" began, got "${version}"`,
      );
    return first.payload.participant;
  }
  const orders = flow.reduce(
    (most, node) => Math.max(most, node.kind === 'block' ? balancedCount(node.order, node.conditions.length) : 1),
    1,
  );
  const place = await store.place(id, { participant, site: 'terminal', orders });
  if (place === null)
    throw new UsageError('--participant', `expected another id: the data of "${participant}" was removed`);
  const given: StudyParticipant = {
    id: participant,
    number: readNumberOption('number', options.number, { low: 0, high: 1e6, isWhole: true }) ?? place,
    language: options.language ?? languages[0],
    sex: 'average',
    writingHand: readWordOption('writing-hand', options['writing-hand'] ?? 'right', ['left', 'right']),
  };
  const decoded = decodeParticipant(given);
  if (!decoded.ok) throw new UsageError(`--participant ${decoded.path}`, decoded.reason);
  return decoded.value;
}

/** How often it is looked whether a frame is due, milliseconds. */
const LOOK_MS = 4;
/** After a longer gap, of a machine that slept, nothing is made up for, seconds. */
const LONGEST_STEP = 0.1;

/** When the frame under way began, by this machine's clock. */
interface Frame {
  hostMs: number;
}

interface Operated {
  readonly setup: StudySetup;
  readonly run: StudyRun;
  readonly tracks: TrialTracks;
  readonly hz: number;
  readonly output: CommandOutput;
  readonly instruments: Instruments;
  readonly frame: Frame;
}

/** Frames by the clock, and one line of the operator a frame, until the session or the lines are over. */
async function operate({ setup, run, tracks, hz, output, instruments, frame }: Operated): Promise<void> {
  const input = createInterface({ input: process.stdin });
  const lines: string[] = [];
  let [isClosed, shown] = [false, ''];
  input.on('line', (line) => lines.push(line));
  input.on('close', () => {
    isClosed = true;
  });
  const startMs = systemRunClock.nowMs();
  const clock = new SessionClock();
  const { participant } = run.session;
  let told = 0;
  try {
    for (let lastDue = 0; run.session.state !== 'ended'; ) {
      await sleep(LOOK_MS);
      const due = Math.floor(((systemRunClock.nowMs() - startMs) / 1000) * hz);
      if (due <= lastDue) continue;
      frame.hostMs = systemRunClock.nowMs();
      decideMarks(run, clock, instruments.markersFor(participant.id));
      const stepped = run.step(Math.min((due - lastDue) / hz, LONGEST_STEP));
      clock.note(frame.hostMs, run.session.seconds);
      await tracks.untilReady(run);
      lastDue = due;
      if (stepped !== null) {
        sendPose(instruments, run, frame);
        tracks.take(run, stepped);
      }
      const connected = instruments.status.filter(({ isConnected }) => isConnected).length;
      if (connected !== told) output.note(instrumentWords(instruments.status));
      told = connected;
      const prompt = promptOf(setup, run);
      if (prompt !== '' && prompt !== shown) output.print(prompt);
      shown = prompt;
      const line = lines.shift();
      if (line === undefined && isClosed && waitsForOperator(run)) break;
      if (line === undefined) continue;
      shown = '';
      if (!followLine(setup, run, line)) break;
    }
  } finally {
    input.close();
    await run.saved();
  }
}

/** The body that is worn, or the person where there is none. */
function sendPose(instruments: Instruments, { stage, session }: StudyRun, { hostMs }: Frame): void {
  const shown = stage.actors.get(BODY) ?? stage.actors.get(PERSON);
  if (!shown) return;
  const { names } = shown.skeleton;
  const { rootPosition: root, localRotations: rotations } = shown.pose;
  const pose = { participant: session.participant.id, joints: names, root, rotations };
  instruments.sendPose(pose, { sessionSeconds: session.seconds, hostMs });
}

/** Nothing goes on by itself. */
function waitsForOperator({ session, stage }: StudyRun): boolean {
  const node = stepNow(session)?.node;
  if (node?.kind !== 'task') return true;
  return session.phase === 'waiting' || Boolean(stage.script?.script.card(stage.script.state));
}
