import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { InputError } from '@leib/core';
import {
  encodeNodes,
  HEADER_SIZE,
  MAX_PERSON_BYTES,
  type PeopleRole,
  peopleLimits,
  type RoomJoin,
  roomKind,
  voiceLimits,
} from '@leib/net';
import { STUDY_ROOM } from '@leib/study';
import type { RateLimit } from '../common/messageRate.js';
import type { ServerClock } from '../common/serverClock.js';
import type { AdmittedJoin, MessageLimit, RoomChannel, RoomConnection } from '../room/roomChannel.js';
import type { StudyService } from '../study/studyService.js';
import { adviseIce, type IceServers } from './iceServers.js';
import { createPeopleFigures, noteTick, type PeopleFigures } from './peopleFigures.js';
import { type PeopleMember, PeopleRoom, TICK_HZ } from './peopleRoom.js';
import type { Nodes, OpenedRoom } from './roomLink.js';
import { RoomsFolder } from './roomStore.js';
import { type Invite, RoomTokens } from './roomTokens.js';

export interface PeopleOptions {
  /** Folder for documents of rooms and the secret that signs invites; absent: they go with the server. */
  readonly dataDir?: string;
  /** Whether a room may be joined without an invite; default 'open'. */
  readonly rooms?: 'open' | 'invited';
  /** Servers by which voices find their way; default none: they find each other in one network. */
  readonly ice?: IceServers;
}

/** An invite that is asked for (PT3). */
export interface InviteRequest {
  readonly room: string;
  /** The word of a host of the room. */
  readonly resume: string;
  readonly role: PeopleRole;
  readonly minutes: number;
}

export interface SignedInvite {
  readonly token: string;
  readonly expiresAtMs: number;
}

const MOST_ROOMS = 64;
/** Pages send up to 120 Hz; a hand that draws changes the document often, and many things at once now and then. */
const personRate: RateLimit = { perSecond: 200, burst: 400 };
const changeRate: RateLimit = { perSecond: 20, burst: 100 };
/** Who comes among many has a few words with each of them; later now and then, where a network changes. */
const signalRate: RateLimit = { perSecond: 40, burst: 240 };
const iceRate: RateLimit = { perSecond: 1, burst: 5 };
const limits: ReadonlyMap<number, MessageLimit> = new Map([
  [roomKind.person, { mostBytes: MAX_PERSON_BYTES, rate: personRate }],
  [roomKind.change, { mostBytes: peopleLimits.changeBytes, rate: changeRate }],
  [roomKind.signal, { mostBytes: voiceLimits.signalBytes, rate: signalRate }],
  [roomKind.ice, { mostBytes: HEADER_SIZE, rate: iceRate }],
]);

/** Where rooms are kept: in a folder, or by all nodes together. */
interface Kept {
  readonly tokens: RoomTokens;
  openRoom(name: string): Promise<OpenedRoom>;
  close(): Promise<void>;
}

/** Rooms of people: on demand, each with the document that its people share. */
export class PeopleChannel implements RoomChannel {
  readonly maxClients = 400;
  /** A class behind one address has room, and nobody fills a room alone. */
  readonly maxPerAddress = 224;
  readonly hasHeartbeat = true;
  readonly #options: PeopleOptions;
  readonly #clock: ServerClock;
  readonly #nodes: Nodes | null;
  readonly #studies: Pick<StudyService, 'roleIn'> | null;
  readonly #figures = createPeopleFigures();
  /** Opened when somebody joins, or shows a token. */
  #kept: Promise<Kept> | null = null;
  readonly #rooms = new Map<string, PeopleRoom>();
  /** By name: what has to be over before the room is opened again, or found. */
  readonly #pending = new Map<string, Promise<unknown>>();
  readonly #roomOf = new Map<number, PeopleRoom>();
  readonly #connections = new Map<number, RoomConnection>();
  #stopTicks: (() => void) | null = null;
  #isClosed = false;

  /**
   * @param nodes the servers that share rooms with this one; null where it is alone
   * @param studies who is who in rooms of studies; null where the server has none
   */
  constructor(
    options: PeopleOptions,
    clock: ServerClock,
    nodes: Nodes | null = null,
    studies: Pick<StudyService, 'roleIn'> | null = null,
  ) {
    this.#studies = studies;
    this.#options = options;
    this.#clock = clock;
    this.#nodes = nodes;
  }

  get clientCount(): number {
    return this.#roomOf.size;
  }

  get roomCount(): number {
    return this.#rooms.size;
  }

  get figures(): PeopleFigures {
    const [rooms, figures] = [[...this.#rooms.values()], this.#figures];
    figures.rooms = rooms.length;
    figures.people = rooms.reduce((sum, room) => sum + room.peopleCount, 0);
    figures.waitingBytes = rooms.reduce((sum, room) => sum + room.waitingBytes, 0);
    figures.nodes = this.#nodes === null ? 1 : this.#nodes.nodeCount;
    figures.isConnected = this.#nodes?.isConnected ?? true;
    figures.traffic = this.#nodes?.traffic ?? figures.traffic;
    return figures;
  }

  /** Files that documents refer to: bodies and models. */
  get fileHashes(): ReadonlySet<string> {
    const hashes = [...this.#rooms.values()].flatMap(({ doc }) => [
      ...Object.values(doc.actors).map(({ body }) => body.hash),
      ...doc.things.map(({ settings }) => settings.hash),
    ]);
    return new Set(hashes.filter((hash) => typeof hash === 'string'));
  }

  limitsOf(): ReadonlyMap<number, MessageLimit> {
    return limits;
  }

  /** What a token allows; null where it is no invite that holds. */
  async readInvite(token: string): Promise<Invite | null> {
    // Signed ones have three parts; others do not open a folder.
    if (token.split('.').length !== 3) return null;
    return (await this.#keep()).tokens.read(token, this.#clock.nowMs());
  }

  /** Whether somebody may join; their invite goes along. `mayEnter`: by the server's own word, where it has one. */
  async admit(join: RoomJoin, mayEnter: boolean): Promise<AdmittedJoin | null> {
    const { people = '', resume, token, feeds, world, walls } = join;
    const looksSigned = token.split('.').length === 3;
    const invite = await this.readInvite(token);
    const wantsMore = feeds === true || world !== undefined || walls !== undefined;
    if (invite !== null) return invite.room === people && (mayEnter || !wantsMore) ? { ...join, invite } : null;
    // Who comes back was let in before, whatever has become of the invite.
    if (this.#isOfStudy(people)) {
      const role = (await this.#studies?.roleIn(people, token, mayEnter)) ?? null;
      if (role !== null) return mayEnter || !wantsMore ? { ...join, invite: { room: people, role } } : null;
    }
    const isBack = resume !== undefined && (await this.#keep()).tokens.actorOf(people, resume) !== null;
    if (isBack && !wantsMore) return { ...join, invite };
    const isOpen = this.#options.rooms !== 'invited' && !this.#isOfStudy(people);
    return mayEnter && !looksSigned && isOpen ? { ...join, invite } : null;
  }

  /** Nobody becomes a host there by being the first, or the last. */
  #isOfStudy(room: string): boolean {
    return this.#studies !== null && room.startsWith(STUDY_ROOM);
  }

  connect(connection: RoomConnection, join: AdmittedJoin): void {
    this.#enter(connection, join).catch((error: Error) => {
      connection.refuse(`the room cannot be opened: ${error.message}.`);
    });
  }

  receive({ id }: RoomConnection, kind: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#figures.messagesIn++;
    this.#figures.bytesIn += bytes.length;
    this.#roomOf.get(id)?.receive(id, kind, bytes);
  }

  leave({ id }: RoomConnection): void {
    this.#roomOf.get(id)?.leave(id, this.#clock.nowMs());
    this.#roomOf.delete(id);
    this.#connections.delete(id);
  }

  /** An invite that a host of a room asks for; null where it is none. */
  async invite({ room, resume, role, minutes }: InviteRequest): Promise<SignedInvite | null> {
    const { tokens } = await this.#keep();
    const actor = tokens.actorOf(room, resume);
    if (actor === null || !(await this.#open(room)).isHost(actor)) return null;
    return this.sign({ room, role }, minutes);
  }

  /** An invite of whoever runs the server. */
  async sign(invite: Invite, minutes: number): Promise<SignedInvite> {
    const expiresAtMs = this.#clock.nowMs() + minutes * 60_000;
    const { tokens } = await this.#keep();
    return { token: await tokens.invite(invite, expiresAtMs), expiresAtMs };
  }

  /** Resolves when everything is on disk; nobody is taken in any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTicks?.();
    this.#stopTicks = null;
    this.#nodes?.stopWaiting();
    await Promise.allSettled(this.#pending.values());
    await Promise.all([...this.#rooms.values()].map((room) => room.close()));
    this.#rooms.clear();
    this.#roomOf.clear();
    this.#connections.clear();
    await (await this.#kept?.catch(() => null))?.close();
  }

  async #enter(connection: RoomConnection, { people: name = '', resume, since, invite }: AdmittedJoin): Promise<void> {
    const { tokens } = await this.#keep();
    const room = await this.#open(name);
    await room.catchUp();
    if (!connection.isOpen) return;
    const figures = this.#figures;
    const member: PeopleMember = {
      id: connection.id,
      get waitingBytes() {
        return connection.waitingBytes;
      },
      send(message, onLeft) {
        figures.messagesOut++;
        figures.bytesOut += message.length;
        connection.send(message, onLeft);
      },
      refuse: connection.refuse,
      cut: connection.cut,
    };
    this.#tellOfNodes(connection);
    this.#roomOf.set(connection.id, room);
    this.#connections.set(connection.id, connection);
    const actor = resume === undefined ? null : tokens.actorOf(name, resume);
    room.join(member, { role: invite?.role ?? null, actor, since: since ?? null }, this.#clock.nowMs());
  }

  /** Other addresses for the same rooms: to everybody where they have changed. */
  tellOfNodes(): void {
    for (const connection of this.#connections.values()) this.#tellOfNodes(connection);
  }

  #tellOfNodes(connection: RoomConnection): void {
    if (this.#nodes !== null) connection.send(encodeNodes({ addresses: [...this.#nodes.addresses] }));
  }

  /** The folder, its secret and its lock; where that fails, it is tried again next time. */
  #keep(): Promise<Kept> {
    this.#kept ??= this.#openFolder();
    this.#kept.catch(() => {
      this.#kept = null;
    });
    return this.#kept;
  }

  async #openFolder(): Promise<Kept> {
    const nodes = this.#nodes;
    if (nodes !== null)
      return {
        tokens: new RoomTokens(nodes.secret),
        openRoom: (name) => nodes.openRoom(name),
        close: async () => {},
      };
    const { dataDir } = this.#options;
    const passing = dataDir === undefined ? await mkdtemp(joinPath(tmpdir(), 'leib-rooms-')) : null;
    const folder = dataDir ?? passing ?? '';
    const tokens = await RoomTokens.open(folder);
    const rooms = await RoomsFolder.open(joinPath(folder, 'rooms'));
    return {
      tokens,
      openRoom: async (name) => ({ ...(await rooms.openRoom(name)), link: null }),
      close: async () => {
        await rooms.close();
        if (passing !== null) await rm(passing, { recursive: true, force: true });
      },
    };
  }

  async #open(name: string): Promise<PeopleRoom> {
    for (;;) {
      const pending = this.#pending.get(name);
      if (pending === undefined) break;
      await pending;
    }
    if (this.#isClosed) throw new InputError('', 'the server stops');
    const known = this.#rooms.get(name);
    if (known) return known;
    if (this.#rooms.size + this.#pending.size >= MOST_ROOMS)
      throw new InputError('', `expected at most ${MOST_ROOMS} rooms at a time, got another one; try again later`);
    return this.#hold(name, this.#load(name));
  }

  /** Whoever wants this room meanwhile waits. */
  async #hold<T>(name: string, work: Promise<T>): Promise<T> {
    this.#pending.set(
      name,
      work.catch(() => {}),
    );
    try {
      return await work;
    } finally {
      this.#pending.delete(name);
    }
  }

  async #load(name: string): Promise<PeopleRoom> {
    const { openRoom, tokens } = await this.#keep();
    const opened = await openRoom(name);
    const { ice } = this.#options;
    const settings = {
      name,
      isOpen: this.#options.rooms !== 'invited' && !this.#isOfStudy(name),
      resumeWord: (actor: string) => tokens.resumeWord(name, actor),
      figures: this.#figures,
      ...(ice && { ice: (person: string) => adviseIce(ice, person, this.#clock.nowMs()) }),
    };
    try {
      const room = new PeopleRoom(settings, opened, this.#clock.nowMs());
      this.#rooms.set(name, room);
      this.#stopTicks ??= this.#clock.every(1000 / TICK_HZ, () => this.#tick());
      return room;
    } catch (error) {
      await opened.store.close();
      throw error;
    }
  }

  #tick(): void {
    const startMs = performance.now();
    const nowMs = this.#clock.nowMs();
    for (const [name, room] of this.#rooms) {
      room.step(nowMs);
      // A room stays while a connection is joining it.
      if (!room.isOver || this.#pending.has(name)) continue;
      this.#rooms.delete(name);
      // What was answered is on disk all the same.
      this.#hold(name, room.close()).catch(() => this.#figures.failedWrites++);
    }
    noteTick(this.#figures, performance.now() - startMs);
    if (this.#rooms.size > 0) return;
    this.#stopTicks?.();
    this.#stopTicks = null;
  }
}
