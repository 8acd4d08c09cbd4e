import {
  createTimeline,
  InputError,
  type Recording,
  recordingSpan,
  refusalOf,
  stepTimeline,
  type Timeline,
  type Track,
} from '@leib/core';
import { type ActorDoc, type ActorId, type ChatLine, decodeStageDoc, type StageDoc, type Thing } from '@leib/stage';

/** Those of a recording stand in a stage's document under ids of their own, beside those of a room. */
const PREFIX = 'then ';
/** Two bodies of a person's may begin a little apart, seconds. */
const SLACK = 0.02;

/** What is recorded of one person at the moment that is shown. */
export interface RecordedMoment {
  /** On the recording's clock. */
  readonly seconds: number;
  /** Their poses in the body that they wore then. */
  readonly pose: Track;
  readonly face: Track | null;
}

interface RecordedTracks {
  /** In the order in which they begin: another body is another track. */
  readonly poses: readonly Track[];
  readonly faces: readonly Track[];
}

/** A recording of a room of people as a room that one can be in: who was there, their bodies and the document, by a play head. */
export class RoomReplay {
  readonly timeline: Timeline;
  readonly recording: Recording;
  readonly #start: number;
  readonly #tracks: ReadonlyMap<ActorId, RecordedTracks>;
  /** By what they say: an actor whose body is the same object goes on. */
  readonly #bodies = new Map<string, ActorDoc['body']>();
  /** Which document was asked for last, and what became of it. */
  #shown: { readonly index: number; readonly doc: StageDoc } | null = null;

  /** Throws InputError where it is no recording of a room: look with isRoomRecording(). */
  constructor(recording: Recording) {
    if (!isRoomRecording(recording))
      throw new InputError('recording', 'expected the bodies and the document of a room of people');
    const [start, end] = recordingSpan(recording);
    this.recording = recording;
    this.#start = start;
    this.timeline = createTimeline(end - start);
    this.timeline.isLooping = false;
    this.#tracks = tracksOf(recording);
  }

  /** The document as it stood then; people and things have ids that no room has. Another object when it is another one. */
  get doc(): StageDoc {
    const index = Math.max(
      0,
      this.recording.documents.findLastIndex(({ seconds }) => seconds <= this.#seconds),
    );
    if (this.#shown?.index !== index) this.#shown = { index, doc: this.#docAt(index) };
    return this.#shown.doc;
  }

  /** Who was there, and was recorded at some time. */
  get others(): readonly ActorId[] {
    return Object.keys(this.doc.actors).filter((id) => this.#tracks.has(id));
  }

  get chat(): readonly ChatLine[] {
    return this.doc.chat ?? [];
  }

  /** Lets time go by. */
  step(dtSeconds: number): void {
    stepTimeline(this.timeline, dtSeconds);
  }

  /** What is known of somebody now; null where nothing is yet, or they have left. */
  moment(id: ActorId): RecordedMoment | null {
    const seconds = this.#seconds;
    const tracks = this.#tracks.get(id);
    if (!tracks || !(id in this.doc.actors)) return null;
    const begun = ({ times }: Track) => times[0] <= seconds + SLACK;
    const pose = tracks.poses.findLast(begun);
    return pose ? { seconds, pose, face: tracks.faces.findLast(begun) ?? null } : null;
  }

  get #seconds(): number {
    return this.#start + this.timeline.timeSeconds;
  }

  /** A document that is damaged leaves the one before it. */
  #docAt(index: number): StageDoc {
    for (let i = index; i >= 0; i--) {
      const decoded = decodeStageDoc(this.recording.documents[i].doc);
      if (decoded.ok) return this.#thenOf(decoded.value);
    }
    throw new InputError('recording', refusalOf(decodeStageDoc(this.recording.documents[0].doc)) ?? '');
  }

  #thenOf(doc: StageDoc): StageDoc {
    const people = Object.entries(doc.actors).filter(([, { kind }]) => kind === 'remote');
    const actors = people.map(([id, actor]) => [replayedId(id), { ...actor, body: this.#known(actor.body) }]);
    return { ...doc, actors: Object.fromEntries(actors), things: doc.things.map(thingOfThen) };
  }

  #known(body: ActorDoc['body']): ActorDoc['body'] {
    const key = JSON.stringify(body);
    const known = this.#bodies.get(key) ?? body;
    this.#bodies.set(key, known);
    return known;
  }
}

/** Measurements and notes say whose they are. */
function thingOfThen({ id, settings, ...rest }: Thing): Thing {
  const { author } = settings;
  return {
    ...rest,
    ...(id !== undefined && { id: replayedId(id) }),
    settings: typeof author === 'string' ? { ...settings, author: replayedId(author) } : settings,
  };
}

/** Whether a recording has bodies of people and the document of their room. */
export function isRoomRecording({ tracks, documents }: Recording): boolean {
  const first = documents.find(({ doc }) => decodeStageDoc(doc).ok);
  return first !== undefined && tracks.some(({ kind }) => kind === 'pose') && peopleOf(documents).size > 0;
}

/** Who is in a recording of a room, by the names that they had last, in the order in which they came. */
export function namesOfRoom(recording: Recording): readonly string[] {
  const tracks = tracksOf(recording);
  return [...peopleOf(recording.documents)].flatMap(([id, names]) =>
    tracks.has(replayedId(id)) ? [[...names].at(-1) ?? id] : [],
  );
}

/** Who, or what, an id of a replay is: of the same id in the recorded room. */
export const replayedId = (id: ActorId): ActorId => PREFIX + id;
export const isReplayedId = (id: ActorId): boolean => id.startsWith(PREFIX);

/** Everybody who ever was in the document, with every name that they had. */
function peopleOf(documents: Recording['documents']): ReadonlyMap<ActorId, ReadonlySet<string>> {
  const people = new Map<ActorId, Set<string>>();
  for (const { doc } of documents) {
    const { actors } = (doc ?? {}) as { readonly actors?: Readonly<Record<ActorId, Partial<ActorDoc>>> };
    for (const [id, actor] of Object.entries(actors ?? {})) {
      if (actor?.kind !== 'remote') continue;
      const names = people.get(id) ?? new Set();
      const { name } = actor.settings ?? {};
      people.set(id, typeof name === 'string' ? names.add(name) : names);
    }
  }
  return people;
}

/** By the ids that a replay has. Tracks say whose they are; older ones only by their names. */
function tracksOf({ tracks, documents }: Recording): ReadonlyMap<ActorId, RecordedTracks> {
  const people = peopleOf(documents);
  const ownerOf = ({ name, about }: Track): ActorId | undefined => {
    if (typeof about.actor === 'string') return about.actor;
    const named = name.replace(/ face$/, '');
    return [...people].find(([id, names]) => named === id || names.has(named) || named.endsWith(`(${id})`))?.[0];
  };
  const found = new Map<ActorId, { poses: Track[]; faces: Track[] }>();
  for (const track of tracks) {
    const owner = ownerOf(track);
    if (owner === undefined || !people.has(owner) || track.momentCount === 0) continue;
    const own = found.get(replayedId(owner)) ?? { poses: [], faces: [] };
    if (track.kind === 'pose') own.poses.push(track);
    if (track.kind === 'face') own.faces.push(track);
    found.set(replayedId(owner), own);
  }
  for (const own of found.values())
    for (const list of [own.poses, own.faces]) list.sort((a, b) => a.times[0] - b.times[0]);
  return found;
}
