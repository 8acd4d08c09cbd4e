import { defaultStature, scaleSkeleton } from '@leib/body';
import { clamp, InputError, type Skeleton } from '@leib/core';
import { createBodyTracks, openRecordingWriter, type RecordingWriter } from '@leib/formats';
import { fetchFile, readJoin, roomPath, sha256Pattern } from '@leib/net';
import { type ActorDoc, type ActorId, createStage, type StageDoc } from '@leib/stage';
import { createRemoteKind, type RemoteActor, readFileBody, SharedRoom, scaledSkeleton } from '@leib/together';
import { WebSocket as NodeSocket } from 'ws';
import { type CommandOutput, type CommandRun, UsageError } from '../command.js';
import type { recordRoomOptions } from '../commands/run.js';
import { queueWrites } from '../mocap/recordingFile.js';
import { readPositiveOption, readRateOption } from '../options.js';
import { openOutput } from '../outputFile.js';
import { readVersion, untilStopped } from '../process.js';
import { readPrior } from '../solvers.js';
import { createFaceTracks } from './actorTracks.js';
import { loopStage, systemRunClock } from './runLoop.js';

const PROGRESS_MS = 500;
/** Files that go into a recording, all together, bytes: people's own bodies, what stands in the room, pictures of notes. */
const MOST_FILE_BYTES = 256 << 20;

export const runRecordRoom: CommandRun<typeof recordRoomOptions> = async ([link, out], options, output) => {
  const roomName = roomOf(link);
  if (!/\.mcap$/i.test(out)) throw new UsageError('out', `expected a name that ends with .mcap, got "${out}"`);
  const hz = readRateOption('hz', options.hz) ?? 60;
  const seconds = readPositiveOption('seconds', options.seconds);
  let over = () => {};
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  let refusal: string | null = null;
  const room = new SharedRoom(link, roomName, {
    name: options.name ?? 'Recording',
    createSocket: (url) => new NodeSocket(url) as unknown as WebSocket,
    onProblem(reason, isOver) {
      if (!isOver) return output.note(reason);
      refusal = reason;
      over();
    },
  });
  try {
    const recording = await openRecorder(room, { path: out, hz, link, output });
    const progress = setInterval(
      () => output.progress(`${room.state}: ${recording.summary().moments} moments of ${room.others.length} people`),
      PROGRESS_MS,
    );
    await untilStopped(seconds, ended);
    clearInterval(progress);
    const summary = await recording.close();
    if (refusal !== null) throw new InputError(link, refusal);
    const people = summary.people.join(', ');
    output.print(options.json ? JSON.stringify(summary) : `${out}: ${summary.seconds.toFixed(1)} s of ${people}`);
  } finally {
    room.dispose();
  }
};

function roomOf(link: string): string {
  const people = URL.canParse(link) ? new URL(link).searchParams.get('people') : null;
  if (people !== null && readJoin(roomPath({ people })).ok) return people;
  throw new UsageError('link', `expected http://127.0.0.1:8080/?people=museum, got "${link}"`);
}

const emptyDoc: StageDoc = {
  ...{ format: 'leib-stage/1', actors: {}, things: [], ground: { height: 0 } },
  ...{ view: {}, script: null, sinks: [] },
};

interface RecorderOptions {
  readonly path: string;
  readonly hz: number;
  readonly link: string;
  readonly output: CommandOutput;
}

/** Everybody else of a room on a stage, frame by frame into a file. */
async function openRecorder(room: SharedRoom, { path, hz, link, output }: RecorderOptions) {
  const file = queueWrites(await openOutput(path));
  const writer = await openRecordingWriter(file, {
    versions: { '@leib/cli': readVersion() },
    startedAtMs: Date.now(),
  });
  const files = createRoomFiles(writer, link, output);
  const sized = createSizedBodies();
  const [bodies, faces] = [createBodyTracks(writer, hz), createFaceTracks(writer, hz)];
  const prior = readPrior();
  const remote = createRemoteKind({
    feed: (id) => room.feed(id),
    nowMs: () => room.nowMs(),
    body: (doc) => ({ skeleton: skeletonOf(doc), prior }),
  });
  const stage = createStage({ remote }, emptyDoc);
  const names = new Map<string, string>();
  let moments = 0;
  let doc: StageDoc | null = null;
  const follow = () => {
    const { actors = {} } = room.doc ?? {};
    const others = room.others.map((id): [string, ActorDoc] => [id, sized(id, actors[id])]);
    for (const id of room.others) files.take(readFileBody(actors[id].body)?.hash);
    for (const { settings } of room.doc?.things ?? [])
      for (const hash of [settings.hash, settings.picture]) files.take(hash);
    stage.load({ ...emptyDoc, actors: Object.fromEntries(others) });
  };
  const unfollow = room.subscribe(follow);
  stage.addSink((frame, view) => {
    if (room.doc && room.doc !== doc) writer.document(frame.seconds, room.doc);
    doc = room.doc;
    for (const event of frame.events) writer.event(event);
    for (const packed of frame.actors) {
      const { id } = packed;
      // A track is named when its first body comes; the document may not have the person's own name yet.
      if (!names.has(id)) nameFor(names, id, room.doc?.actors[id]?.settings.name);
      bodies(view.actors.get(id) as RemoteActor, frame.seconds, names.get(id));
      faces(packed, frame.seconds, names.get(id));
      moments++;
    }
  });
  const loop = loopStage(stage, { clock: systemRunClock, hz, seconds: undefined, isOver: () => false });
  const summary = () => ({ out: path, seconds: stage.seconds, moments, people: [...names.values()] });
  return {
    summary,
    /** The file is whole then. Rejects InputError where nobody was there. */
    async close() {
      loop.stop();
      unfollow();
      stage.dispose();
      await files.settled();
      await writer.dispose();
      if (moments === 0) {
        await file.discard();
        throw new InputError(path, 'expected somebody in the room to record, got nobody');
      }
      await file.end();
      return summary();
    },
  };
}

/** A body as large as theirs, of its proportions where it is a file's own: a recording knows no scale. */
function skeletonOf({ body, settings }: ActorDoc): Skeleton {
  const { metres } = settings;
  const scale = typeof metres === 'number' && metres > 0.1 && metres < 10 ? metres : 1;
  const own = readFileBody(body)?.skeleton;
  return own ? scaledSkeleton(own, scale) : scaleSkeleton(clamp(defaultStature * scale, 0.3, 3));
}

/** Entries for the stage, whose bodies are in the room's metres: another body, or another size, is another one. */
function createSizedBodies(): (id: ActorId, doc: ActorDoc) => ActorDoc {
  const known = new Map<ActorId, { readonly told: string; readonly doc: ActorDoc }>();
  return (id, doc) => {
    const told = JSON.stringify([doc.body, doc.settings]);
    const before = known.get(id);
    if (before?.told === told) return before.doc;
    const { scale: metres = 1, ...settings } = doc.settings;
    const isSame =
      before && JSON.stringify([before.doc.body, before.doc.settings.metres]) === JSON.stringify([doc.body, metres]);
    const body = isSame ? before.doc.body : { ...doc.body };
    const made = { ...doc, body, settings: { ...settings, metres } };
    known.set(id, { told, doc: made });
    return made;
  };
}

/** Files that the document names, each once, as attachments. */
function createRoomFiles(writer: Pick<RecordingWriter, 'file'>, link: string, output: CommandOutput) {
  const asked = new Map<string, Promise<void>>();
  let bytes = 0;
  const fetchOne = async (hash: string) => {
    try {
      const file = await fetchFile(link, hash, () => {}, AbortSignal.timeout(60_000));
      bytes += file.byteLength;
      if (bytes > MOST_FILE_BYTES) throw new InputError('files', `expected at most ${MOST_FILE_BYTES} bytes of all`);
      writer.file(hash, new Uint8Array(file));
    } catch (error) {
      output.note(`A file is not in the recording: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    take(hash: unknown) {
      if (typeof hash === 'string' && sha256Pattern.test(hash) && !asked.has(hash)) asked.set(hash, fetchOne(hash));
    },
    settled: () => Promise.all(asked.values()),
  };
}

/** Two people may have the same name; tracks may not. */
function nameFor(names: Map<string, string>, id: string, given: unknown): void {
  const name = typeof given === 'string' && given !== '' ? given : id;
  names.set(id, [...names.values()].includes(name) ? `${name} (${id})` : name);
}
