import type { StageFrame, TrackSpec } from '@leib/core';
import { isPersonActor } from '@leib/embody';
import { openRecordingWriter, type RecordingWriter } from '@leib/formats';
import { forcesTrackSpec, isSimulatedActor, valuesOfForces } from '@leib/reembody';
import {
  BODY,
  createMotionSink,
  type MotionChunk,
  PERSON,
  type StudyRecord,
  type StudyRun,
  stepNow,
  streamOf,
} from '@leib/study';
import { readVersion } from '../process.js';
import { createBodyTracks } from '../run/actorTracks.js';

/** Takes a trial's recording (MCAP), packed, piece by piece, in order. */
export type KeepPiece = (piece: MotionChunk) => Promise<void>;

/** Records the running phase of each task that is to be recorded: what was tracked, the pose, and what forces did. */
export class TrialTracks {
  readonly #record: StudyRecord;
  readonly #keep: KeepPiece;
  #trial: { readonly stream: string; readonly opened: Promise<OpenTrial> } | null = null;
  #closing: Promise<void> = Promise.resolve();

  constructor(record: StudyRecord, keep: KeepPiece) {
    this.#record = record;
    this.#keep = keep;
  }

  /** After a step of the run. @param frame null while all is held still */
  async take(run: StudyRun, frame: StageFrame | null): Promise<void> {
    const stream = streamNow(run);
    if (this.#trial !== null && this.#trial.stream !== stream) await this.close();
    if (stream === null || frame === null) return;
    this.#trial ??= { stream, opened: openTrial(this.#record, stream, this.#keep) };
    const { write } = await this.#trial.opened;
    write(run, frame);
  }

  close(): Promise<void> {
    const trial = this.#trial;
    this.#trial = null;
    if (trial !== null) this.#closing = this.#closing.then(async () => (await trial.opened).close());
    return this.#closing;
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

async function openTrial(record: StudyRecord, stream: string, keep: KeepPiece): Promise<OpenTrial> {
  const to = createMotionSink({ appendMotion: keep }, stream);
  const writer = await openRecordingWriter(to, { versions: { '@leib/cli': readVersion() }, decimals: 5 });
  const bodies = createBodyTracks(writer, record.hz);
  const forces = createForces(writer, record);
  let devices: ReturnType<RecordingWriter['devices']> | null = null;
  let isFirst = true;
  return {
    write({ stage }, { seconds, events }) {
      if (isFirst) writer.document(seconds, stage.doc.present);
      isFirst = false;
      for (const event of events) writer.event(event);
      const [person, body] = [stage.actors.get(PERSON), stage.actors.get(BODY)];
      if (record.devices && isPersonActor(person) && person.person.source !== null) {
        devices ??= writer.devices(person.person.source, { hz: record.hz, stature: null });
        devices.append({ ...person.person.devices, timeSeconds: seconds });
      }
      const shown = body ?? person;
      if (record.pose && shown) bodies(shown, seconds);
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
