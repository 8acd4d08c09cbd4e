import type { StageFrame, TrackSpec } from '@leib/core';
import { isPersonActor } from '@leib/embody';
import { createBodyTracks, openRecordingWriter, type RecordingWriter } from '@leib/formats';
import { forcesTrackSpec, isSimulatedActor, valuesOfForces } from '@leib/reembody';
import type { StudyRecord } from '../protocol/protocol.js';
import type { StudySink } from '../studyEvent.js';
import { createMotionSink, streamOf } from '../uplink/motionSink.js';
import type { MotionChunk } from '../uplink/uplinkStorage.js';
import { BODY, PERSON } from './stageOfStep.js';
import type { StudyRun } from './studyRun.js';
import { stepNow } from './studySession.js';

/** Where recordings go, and who is recorded. */
export interface TrialTracksOptions {
  readonly record: StudyRecord;
  /** Takes a trial's recording (MCAP), packed, piece by piece, in order. */
  readonly keep: (piece: MotionChunk) => Promise<void>;
  readonly versions: Readonly<Record<string, string>>;
  /** What person and simulated body are called on the stage; PERSON and BODY where absent. */
  readonly ids?: { readonly person: string; readonly body: string };
}

/** Records the running phase of each task that is to be recorded: what was tracked, the pose, and what forces did. */
export class TrialTracks {
  readonly #options: TrialTracksOptions;
  #trial: { readonly stream: string; readonly opened: Promise<void>; open: OpenTrial | null } | null = null;
  #closing: Promise<void> = Promise.resolve();
  #failure: unknown = null;

  constructor(options: TrialTracksOptions) {
    this.#options = options;
  }

  /**
   * A sink that keeps the recording of a trial before the events that say what became of it: who has these has it whole. Of events
   * that are handed in while it waits, none comes first.
   */
  before(sink: StudySink): StudySink {
    let last: Promise<void> = Promise.resolve();
    return {
      append: (events) => {
        const ends = events.some(({ kind }) => kind === 'measured' || kind === 'stepEnded');
        const recorded = ends ? this.close() : null;
        last = last.then(async () => {
          await recorded;
          await sink.append(events);
        });
        // Whoever waits for it hears of it; the one after it fails as well.
        last.catch(() => {});
        return last;
      },
    };
  }

  /**
   * Opens the recording of the trial that has begun, and ends the one before. False until it is open: the trial's first frame has to
   * wait for it. Throws where a recording cannot be kept.
   */
  isReady(run: StudyRun): boolean {
    if (this.#failure !== null) throw this.#failure;
    const stream = streamNow(run);
    if (this.#trial !== null && this.#trial.stream !== stream) void this.close();
    if (stream === null) return true;
    this.#trial ??= this.#open(run, stream);
    return this.#trial.open !== null;
  }

  /** Resolves when isReady() has another answer, or throws. */
  ready(): Promise<void> {
    return this.#trial?.opened ?? Promise.resolve();
  }

  /** Resolves when isReady(). */
  async untilReady(run: StudyRun): Promise<void> {
    while (!this.isReady(run)) await this.ready();
  }

  /** A frame of a trial that isReady(). */
  take(run: StudyRun, frame: StageFrame): void {
    this.#trial?.open?.write(run, frame);
  }

  /** Resolves when all of the recording under way is kept. */
  close(): Promise<void> {
    const trial = this.#trial;
    this.#trial = null;
    if (trial === null) return this.#closing;
    this.#closing = this.#closing.then(async () => {
      await trial.opened;
      await trial.open?.close();
    });
    this.#closing.catch((error) => {
      this.#failure ??= error;
    });
    return this.#closing;
  }

  #open(run: StudyRun, stream: string) {
    const trial: { stream: string; opened: Promise<void>; open: OpenTrial | null } = {
      stream,
      opened: Promise.resolve(),
      open: null,
    };
    // The attempt is kept first: after a kill it is not taken again, and its pieces keep their numbers.
    trial.opened = Promise.all([this.#closing, run.saved()])
      .then(() => openTrial(this.#options, stream))
      .then((open) => {
        trial.open = open;
      })
      .catch((error) => {
        this.#failure ??= error;
      });
    return trial;
  }
}

/** Name of the recording that belongs to this moment; null where nothing is to be recorded. */
function streamNow({ session }: StudyRun): string | null {
  const step = stepNow(session);
  if (step?.node.kind !== 'task' || !step.node.isRecorded || session.phase !== 'running') return null;
  return streamOf({ step: step.id, attempt: session.attempt });
}

interface OpenTrial {
  write(run: StudyRun, frame: StageFrame): void;
  close(): Promise<void>;
}

async function openTrial(options: TrialTracksOptions, stream: string): Promise<OpenTrial> {
  const { record, keep, versions, ids = { person: PERSON, body: BODY } } = options;
  const to = createMotionSink({ appendMotion: keep }, stream);
  const writer = await openRecordingWriter(to, { versions, decimals: 5 });
  const bodies = createBodyTracks(writer, record.hz);
  const forces = createForces(writer, record);
  let devices: ReturnType<RecordingWriter['devices']> | null = null;
  let dueSeconds = Number.NaN;
  return {
    write({ stage, session }, frame) {
      // On the session's clock, which its events have as well.
      const { seconds } = session;
      if (Number.isNaN(dueSeconds)) {
        writer.document(seconds, stage.doc.present);
        dueSeconds = seconds;
      }
      for (const event of frame.events) writer.event({ ...event, seconds });
      // Half a moment early is in time: frames do not come evenly.
      if (seconds < dueSeconds - 0.5 / record.hz) return;
      dueSeconds = Math.max(dueSeconds + 1 / record.hz, seconds - 0.5 / record.hz);
      const [person, body] = [stage.actors.get(ids.person), stage.actors.get(ids.body)];
      if (record.devices && isPersonActor(person) && person.person.source !== null) {
        devices ??= writer.devices(person.person.source, { hz: record.hz, stature: null });
        devices.append({ ...person.person.devices, timeSeconds: seconds });
      }
      if (record.pose && body) bodies(body, seconds, BODY);
      else if (record.pose && person) bodies(person, seconds, PERSON);
      if (isSimulatedActor(body)) forces(body, seconds);
    },
    async close() {
      await writer.dispose();
      await to.end();
    },
  };
}

/** Channels of a track of forces that a study asks for. */
const asked = {
  wishedRoot: 'wished',
  wished: 'wished',
  torques: 'torques',
  errors: 'errors',
  delay: 'errors',
  contactCount: 'contacts',
  contacts: 'contacts',
} as const satisfies Record<string, keyof StudyRecord>;

function createForces(writer: RecordingWriter, record: StudyRecord) {
  let track: ReturnType<RecordingWriter['track']> | null = null;
  const isAsked = (channel: string) => record[asked[channel as keyof typeof asked]] === true;
  return (body: Parameters<typeof valuesOfForces>[0], seconds: number) => {
    const [values, built] = [valuesOfForces(body), body.simulation?.built];
    if (values === null || !built) return;
    const spec = forcesTrackSpec('body forces', built, record.hz);
    const channels: TrackSpec['channels'] = Object.fromEntries(
      Object.entries(spec.channels).filter(([name]) => isAsked(name)),
    );
    if (Object.keys(channels).length === 0) return;
    track ??= writer.track({ ...spec, channels });
    track.append(seconds, values);
  };
}
