import { type Decoded, refusalOf, refuse } from '@leib/core';
import type { Person } from '@leib/embody';
import {
  type CreateSocket,
  decodeChanged,
  decodeDocument,
  decodeIce,
  decodeNodes,
  decodePeople,
  decodeSignal,
  decodeWelcome,
  encodeChange,
  encodeIceQuestion,
  encodeSignal,
  type IceAdvice,
  type PeopleRole,
  personOfSignal,
  RoomClient,
  type RoomState,
  roomKind,
  roomUrl,
  type Signal,
  sizeOfPerson,
  type Welcome,
} from '@leib/net';
import {
  type ActorDoc,
  type ActorId,
  type Change,
  decodeChanges,
  decodeStageDoc,
  type Json,
  type OwnChange,
  SharedDoc,
  type StageDoc,
} from '@leib/stage';
import { PersonFeed } from './personFeed.js';
import { PersonSender, type SentForm } from './personSender.js';
import { ServerPlaces } from './serverPlaces.js';

export interface JoinOptions {
  /** What the others call me; "Person 3" unless given. */
  readonly name?: string;
  /** Which body the others see me in; the default one where absent. */
  readonly body?: ActorDoc['body'];
  /** How my body is sent; as what is tracked of it unless given. */
  readonly form?: SentForm;
  /** SharedRoom.resume of an earlier visit: the same person again, where the room still knows them. */
  readonly resume?: string;
  readonly createSocket?: CreateSocket;
  /** A monotonic clock, milliseconds; the page's unless given. */
  readonly nowMs?: () => number;
  /** Connected, or not: connecting goes on by itself. */
  onState?(state: RoomState): void;
  /** One sentence about what was refused; `isOver`: by whom the server sends away. */
  onProblem?(reason: string, isOver: boolean): void;
}

/** Who was not heard of for so long is away, milliseconds. */
const AWAY_MS = 3000;

/** Who deals with voices: Voices does. */
export interface VoiceListener {
  onSignal(from: ActorId, signal: Signal): void;
  onIce(advice: IceAdvice): void;
}

/** How the connection is, for people: numbers, and one sentence. */
export interface ConnectionFigures {
  readonly state: RoomState;
  readonly roundTripMs: number;
  /** Of the person who is waited for the longest. */
  readonly waitMs: number;
  /** Share of the others' newest updates that did not come. */
  readonly lost: number;
  readonly sentence: string;
}

/**
 * Several people in one place: my body goes to the others, theirs come (feed()), and all share one document. Reconnects by itself
 * until dispose(), as the same person, and goes on where it stopped.
 */
export class SharedRoom {
  readonly form: SentForm;
  readonly #options: JoinOptions;
  readonly #client: RoomClient;
  readonly #nowMs: () => number;
  readonly #sender = new PersonSender();
  /** By number on the wire. */
  readonly #feeds = new Map<number, PersonFeed>();
  readonly #listeners = new Set<() => void>();
  readonly #places: ServerPlaces;
  readonly #voiceListeners = new Set<VoiceListener>();
  #ice: IceAdvice | null = null;
  #welcome: Welcome | null = null;
  #doc: SharedDoc | null = null;
  #actorsOf: { readonly doc: StageDoc; readonly byActor: ReadonlyMap<ActorId, number> } | null = null;
  #sentMs = Number.NEGATIVE_INFINITY;
  #hasNamed = false;
  /** The server has said on this connection who I am. */
  #isWelcome = false;

  /** @param serverUrl of any page of the server, with its `token` where it wants one; throws InputError without a WebSocket */
  constructor(serverUrl: string, room: string, options: JoinOptions) {
    this.#options = options;
    this.form = options.form ?? 'targets';
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#places = new ServerPlaces(serverUrl);
    const url = () => {
      const { resume } = this;
      const since = this.#doc?.version;
      return roomUrl(this.#places.next(), {
        people: room,
        ...(resume && { resume, ...(since !== undefined && { since }) }),
      });
    };
    this.#client = new RoomClient(
      url,
      {
        onState: (state) => {
          if (state === 'open') this.#places.stay();
          this.#isWelcome = false;
          options.onState?.(state);
          this.#notify();
        },
        onMessage: (kind, bytes) => this.#receive(kind, bytes),
        onProblem: (reason, isOver) => options.onProblem?.(reason, isOver),
      },
      { nowMs: this.#nowMs, ...(options.createSocket && { createSocket: options.createSocket }) },
    );
  }

  get state(): RoomState {
    return this.#client.state;
  }

  /** My actor of the document; null before the server has said who I am. */
  get me(): ActorId | null {
    return this.#welcome?.actor ?? null;
  }

  get role(): PeopleRole | null {
    const role = this.me === null ? undefined : this.doc?.actors[this.me]?.settings.role;
    return (role as PeopleRole | undefined) ?? this.#welcome?.role ?? null;
  }

  /** The word by which I am the same person when I come back; null before the server has said it. */
  get resume(): string | null {
    return this.#welcome?.resume ?? this.#options.resume ?? null;
  }

  /** With my own changes at once; null before it has come. */
  get doc(): StageDoc | null {
    return this.#doc?.present ?? null;
  }

  /** Actors of the others, in the order in which they came. */
  get others(): readonly ActorId[] {
    return [...this.#numbers().keys()].filter((id) => id !== this.me);
  }

  /** Other servers that have this room: where one's own is gone, they are tried. */
  get otherServers(): readonly string[] {
    return this.#places.others;
  }

  /** Changes of mine that the server has not acknowledged. */
  get waitingCount(): number {
    return this.#doc?.waiting.length ?? 0;
  }

  /** The room's clock, milliseconds; before it is known, one's own. */
  get roomMs(): number {
    const { offsetMs } = this.#client.clock;
    return this.#nowMs() + (Number.isNaN(offsetMs) ? 0 : offsetMs);
  }

  nowMs(): number {
    return this.#nowMs();
  }

  /** What comes of somebody's body; null for oneself, and for who is not there. */
  feed(actor: ActorId): PersonFeed | null {
    const number = this.#numbers().get(actor);
    if (number === undefined || actor === this.me) return null;
    const known = this.#feeds.get(number);
    if (known) return known;
    const feed = new PersonFeed();
    this.#feeds.set(number, feed);
    return feed;
  }

  /** Somebody's number on the wire; undefined where they are not in the document. */
  numberOf(actor: ActorId): number | undefined {
    return this.#numbers().get(actor);
  }

  /** Something about voices to one other person, and to nobody else. False where it was not sent. */
  signal(to: ActorId, signal: Signal): boolean {
    const number = this.numberOf(to);
    return number !== undefined && this.#client.sendAlways(encodeSignal(number, signal));
  }

  /** Asks the server again by which servers voices find their way; the answer goes to those who hear of voices. */
  askForIce(): void {
    this.#client.send(encodeIceQuestion());
  }

  /** What is said about voices. Returns what ends it. */
  hearVoices(listener: VoiceListener): () => void {
    this.#voiceListeners.add(listener);
    if (this.#ice) listener.onIce(this.#ice);
    return () => void this.#voiceListeners.delete(listener);
  }

  /**
   * My body to the others, at most as often as the room has ticks: call it in every frame. False where nothing was sent.
   * @param face weights in the order of faceParameterNames
   */
  send(person: Person, face: ArrayLike<number> | null = null): boolean {
    if (!this.#isDue()) return false;
    return this.#client.send(this.#sender.encode(person, this.form, this.roomMs, face));
  }

  /**
   * Changes the document, for me at once; the place and the reason where it would be wrong. What the server refuses vanishes again.
   * @param isUndoable false: undo() leaves it as it is, as where I point
   */
  change(changes: readonly Change[], isUndoable = true): Decoded<OwnChange> {
    if (this.#doc === null) return refuse('room', 'expected to be in the room; wait until it is open');
    const own = this.#doc.change(changes, isUndoable);
    if (!own.ok) return own;
    this.#sendChange(own.value);
    this.#notify();
    return own;
  }

  /** Takes back my last change; false where there is none. */
  undo(): boolean {
    const own = this.#doc?.undo();
    if (!own) return false;
    this.#sendChange(own);
    this.#notify();
    return true;
  }

  figures(): ConnectionFigures {
    const { state, roundTripMs } = this.#client;
    // Who is away, or has stopped their page, says nothing of the connection.
    const feeds = [...this.#feeds.values()].filter(({ staleMs }) => staleMs < AWAY_MS);
    const waitMs = Math.max(0, ...feeds.map(({ delayMs }) => delayMs));
    const lost = feeds.reduce((sum, feed) => sum + feed.lost, 0) / Math.max(1, feeds.length);
    const figures = { state, roundTripMs, waitMs, lost };
    return { ...figures, sentence: sentenceOf(figures) };
  }

  /** Called after document, state or people have changed. Returns what ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#client.dispose();
    this.#listeners.clear();
    this.#voiceListeners.clear();
    this.#feeds.clear();
  }

  #isDue(): boolean {
    const nowMs = this.#nowMs();
    if (this.#welcome === null || !this.#client.isOpen || this.role === 'watcher') return false;
    // Half a millisecond early is in time: frames do not fall on whole milliseconds.
    if (nowMs - this.#sentMs < 1000 / this.#welcome.tickHz - 0.5) return false;
    this.#sentMs = nowMs;
    return true;
  }

  #receive(kind: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (kind === roomKind.people) this.#hearPeople(bytes);
    else if (kind === roomKind.welcome) this.#take(decodeWelcome(bytes), (welcome) => this.#hearWelcome(welcome));
    else if (kind === roomKind.document)
      this.#take(decodeDocument(bytes), ({ version, doc }) => this.#hearDocument(version, doc));
    else if (kind === roomKind.changed) this.#take(decodeChanged(bytes), (answer) => this.#hearChanged(answer));
    else if (kind === roomKind.nodes) this.#take(decodeNodes(bytes), ({ addresses }) => this.#places.hear(addresses));
    else if (kind === roomKind.signal) this.#hearSignal(bytes);
    else if (kind === roomKind.ice) this.#take(decodeIce(bytes), (advice) => this.#hearIce(advice));
  }

  #take<T>(decoded: Decoded<T>, hear: (value: T) => void): void {
    if (decoded.ok) hear(decoded.value);
    else this.#options.onProblem?.(refusalOf(decoded) ?? '', false);
  }

  #hearWelcome(welcome: Welcome): void {
    // Somebody else now: the server no longer knew us.
    if (this.#welcome && this.#welcome.actor !== welcome.actor) {
      this.#doc = null;
      this.#hasNamed = false;
    }
    this.#welcome = welcome;
    this.#isWelcome = true;
    if (this.#doc) for (const own of this.#doc.waiting) if (own.id > welcome.heard) this.#sendChange(own);
    this.#notify();
  }

  #hearDocument(version: number, json: unknown): void {
    const doc = decodeStageDoc(json);
    this.#take(doc, (value) => {
      const welcome = this.#welcome;
      if (welcome === null) return;
      if (this.#doc) this.#doc.load(version, value, welcome.heard);
      else this.#doc = new SharedDoc(welcome.actor, version, value, welcome.heard);
      this.#sayWhoIAm(welcome.actor, value);
      this.#notify();
    });
  }

  #hearChanged(answer: ReturnType<typeof decodeChanged> extends Decoded<infer T> ? T : never): void {
    if (this.#doc === null) return;
    if ('refused' in answer) {
      this.#doc.hearRefusal(answer.id);
      this.#options.onProblem?.(answer.refused, false);
    } else {
      const { version, by, id } = answer;
      this.#take(decodeChanges(answer.changes), (changes) => {
        const heard = this.#doc?.hear({ version, by, id, changes });
        if (heard && !heard.ok) this.#options.onProblem?.(refusalOf(heard) ?? '', false);
      });
    }
    this.#forgetGone();
    this.#notify();
  }

  /** Name and body stand in the document, for those who come later, too. */
  #sayWhoIAm(me: ActorId, { actors }: StageDoc): void {
    const { name, body } = this.#options;
    // Who only looks on may change nothing.
    if (this.#hasNamed || !(me in actors) || actors[me].settings.role === 'watcher') return;
    this.#hasNamed = true;
    const changes: Change[] = [];
    if (name) changes.push({ path: ['actors', me, 'settings', 'name'], value: name });
    if (body) changes.push({ path: ['actors', me, 'body'], value: body as Json });
    if (changes.length > 0) this.change(changes, false);
  }

  /** Before the welcome it waits with those before it: the server takes none that is older than one that it has. */
  #sendChange({ id, changes }: OwnChange): void {
    if (!this.#isWelcome) return;
    this.#client.sendAlways(encodeChange({ id, changes: [...changes] }));
  }

  #hearPeople(bytes: Uint8Array<ArrayBuffer>): void {
    this.#take(decodePeople(bytes), ({ timeMs, people }) => {
      const nowMs = this.#nowMs();
      for (const { id, from } of people) {
        const size = sizeOfPerson(bytes, from);
        const feed = this.#feeds.get(id);
        // Of who is not in the document yet nothing is kept: the next update comes soon.
        if (size.ok) feed?.hear(bytes, from, size.value, timeMs, nowMs);
      }
    });
  }

  /** What another page got wrong is not this visitor's concern. */
  #hearSignal(bytes: Uint8Array): void {
    const signal = decodeSignal(bytes);
    const number = personOfSignal(bytes);
    const [from] = [...this.#numbers()].find(([, one]) => one === number) ?? [null];
    if (signal.ok && from !== null && from !== this.me)
      for (const { onSignal } of this.#voiceListeners) onSignal(from, signal.value);
  }

  #hearIce(advice: IceAdvice): void {
    this.#ice = advice;
    for (const { onIce } of this.#voiceListeners) onIce(advice);
  }

  /** Numbers on the wire by actor. */
  #numbers(): ReadonlyMap<ActorId, number> {
    const { doc } = this;
    if (doc === null) return new Map();
    if (this.#actorsOf?.doc.actors !== doc.actors) {
      const byActor = new Map<ActorId, number>();
      for (const [id, { kind, source }] of Object.entries(doc.actors)) {
        if (kind === 'remote' && typeof source.person === 'number') byActor.set(id, source.person);
      }
      this.#actorsOf = { doc, byActor };
    }
    return this.#actorsOf.byActor;
  }

  #forgetGone(): void {
    const there = new Set(this.#numbers().values());
    for (const number of this.#feeds.keys()) if (!there.has(number)) this.#feeds.delete(number);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function sentenceOf({ state, roundTripMs, waitMs, lost }: Omit<ConnectionFigures, 'sentence'>): string {
  if (state === 'connecting') return 'Connecting…';
  if (state === 'refused') return 'The room does not let you in.';
  if (state !== 'open')
    return 'The connection is lost; it is being sought again. You see the others where they were last.';
  if (lost > 0.2)
    return `The connection is bad: ${Math.round(lost * 10) * 10} of 100 messages get lost. A cable helps, or a place nearer to the wireless router.`;
  if (waitMs > 400)
    return 'The connection is bad: messages come in bursts. A cable helps, or to end what else uses the network, as downloads.';
  const lateMs = Math.round((roundTripMs / 2 + waitMs) / 10) * 10;
  if (roundTripMs > 200 || waitMs > 150)
    return `The connection is slow: the others are seen ${lateMs} ms late. A cable helps, or a server that is nearer.`;
  return 'The connection is good.';
}
