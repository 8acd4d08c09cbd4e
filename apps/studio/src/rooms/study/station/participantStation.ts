import { InputError, isRecord, parseJson, refusalOf } from '@leib/core';
import type { Person } from '@leib/embody';
import { createMemorySink, openRecordingWriter } from '@leib/formats';
import {
  askForPlace,
  createHttpTransport,
  decideMarks,
  decodeParticipant,
  fetchEvents,
  fetchMarkers,
  instrumentWords,
  type MotionChunk,
  openBrowserStorage,
  randomParticipant,
  SessionClock,
  type StudyEvent,
  type StudyParticipant,
  type StudyRun,
  type StudySetup,
  type StudyShape,
  type StudySink,
  type StudyStation,
  StudyUplink,
  TrialTracks,
} from '@leib/study';
import type { VisitorStorage } from '../../../files/visitorStorage.js';
import { type Fit, keepFit, readFit } from './keptFit.js';
import type { SentOrder, StudyOrder } from './orders.js';
import { type ShownNow, type ShownStep, shownNow, shownStep } from './shownStudy.js';
import { isForStep, StationLink, type ToldStation } from './stationLink.js';
import { ordersOf, type StudyFiles, setupOf } from './studyFiles.js';
import { addUnsent, sendUnsent, stationOf } from './unsentSessions.js';

/** What a participant says about themselves before the first step. */
export type AboutParticipant = Pick<StudyParticipant, 'language' | 'sex' | 'writingHand'>;

/** A study under way in this browser: from it a page that was loaded anew goes on. */
interface KeptStudy {
  readonly files: StudyFiles;
  readonly participant: StudyParticipant;
  /** What was fitted to their scan. */
  readonly scan: StudyShape | null;
}

/** What a station needs of its page. */
export interface StationPage {
  readonly address: string;
  readonly storage: VisitorStorage;
  after(seconds: number, work: () => void): void;
  /** The page's clock, milliseconds. */
  nowMs(): number;
  /** The session on the page's stage. */
  openRun(parts: StationParts): StudyRun;
  setStature(metres: number): void;
  /** How far the head is tracked above and ahead of where the body has it, beside what its source says, metres. */
  setHeadOffset(up: number, ahead: number): void;
  /** Nothing passes on a clock that stands still until what it returns is called. */
  hold(): () => void;
  /** What person and simulated body are called on the stage. */
  readonly ids: { readonly person: string; readonly body: string };
  readonly versions: Readonly<Record<string, string>>;
  around(): Pick<ShownNow, 'stature' | 'headOffset' | 'trackers' | 'batteries'>;
}

export interface StationParts {
  readonly setup: StudySetup;
  readonly participant: StudyParticipant;
  readonly sink: StudySink;
  readonly events: readonly StudyEvent[];
  readonly scan: StudyShape | null;
}

const KEY = 'leib-study';
const RESUME_KEY = 'leib-study-resume';
const HEARD_KEY = 'leib-study-heard';

/** How often instruments of the server are asked for markers, and how often whether there are some, seconds. */
const MARKERS_SECONDS = 0.5;
const INSTRUMENTS_SECONDS = 15;

/** One participant's session in this page: it decides, keeps, and sends. */
export class ParticipantStation {
  readonly run: StudyRun;
  readonly #page: StationPage;
  readonly #setup: StudySetup;
  readonly #uplink: StudyUplink;
  readonly #link: StationLink;
  readonly #tracks: TrialTracks;
  readonly #endTaking: () => void;
  /** A frame of the stage was made. */
  #hasFrame = false;
  readonly #clock = new SessionClock();
  #instruments = '';
  #isOver = false;
  /** What was refused last; gone with the next order that is followed. */
  #refused = '';

  private constructor(page: StationPage, { setup, uplink, participant, station, scan }: OpenedStation) {
    this.#page = page;
    this.#setup = setup;
    this.#uplink = uplink;
    const { record } = setup.protocol;
    const { ids, versions } = page;
    const keep = (piece: MotionChunk) => uplink.appendMotion(piece);
    this.#tracks = new TrialTracks({ record, keep, ids, versions });
    this.run = page.openRun({ setup, participant, sink: this.#tracks.before(uplink), events: uplink.events, scan });
    this.#endTaking = this.run.stage.addSink((frame) => this.#tracks.take(this.run, frame));
    const memory = {
      getResume: () => page.storage.getItem(RESUME_KEY),
      setResume: (word: string) => page.storage.setItem(RESUME_KEY, word),
      getHeard: () => (page.storage.getItem(HEARD_KEY) ?? '').split(' ').filter(Boolean),
      setHeard: (ids: readonly string[]) => page.storage.setItem(HEARD_KEY, ids.join(' ')),
    };
    const who = { study: setup.protocol.id, participant: participant.id };
    this.#link = new StationLink(page.address, who, memory, (sent) => this.#hear(sent));
    void this.#askForMarkers(station);
    const { stature, head } = readFit(page.storage, participant.id);
    if (stature !== null) page.setStature(stature);
    page.setHeadOffset(...head);
  }

  /** A new participant of a study: the server gives them their place in the order of conditions. Throws InputError. */
  static async begin(
    page: StationPage,
    files: StudyFiles,
    about: AboutParticipant,
    scan: StudyShape | null,
  ): Promise<ParticipantStation> {
    const { protocol } = await setupOf(files);
    const id = randomParticipant();
    const station = stationOf(page, protocol.id, id);
    await putProtocol(station, files.protocol);
    const place = await askForPlace(station, ordersOf(protocol.flow));
    if (!place.ok) throw new InputError('', `expected a server that keeps studies: ${refusalOf(place)}`);
    const kept: KeptStudy = { files, participant: { id, number: place.value, ...about }, scan };
    page.storage.setItem(KEY, JSON.stringify(kept));
    return ParticipantStation.#open(page, kept);
  }

  /** The session that was under way when this page was closed or killed; null where there was none. */
  static async resume(page: StationPage): Promise<ParticipantStation | null> {
    const kept = readKept(page.storage);
    return kept && ParticipantStation.#open(page, kept);
  }

  static async #open(page: StationPage, { files, participant, scan }: KeptStudy): Promise<ParticipantStation> {
    const setup = await setupOf(files);
    const { id } = setup.protocol;
    const station = stationOf(page, id, participant.id);
    const known = await fetchEvents(station);
    await loadRecorder();
    const uplink = await StudyUplink.open(
      {
        storage: await openBrowserStorage(id, participant.id),
        transport: createHttpTransport(station),
        after: (seconds, work) => page.after(seconds, work),
        nowMs: page.nowMs,
      },
      known.ok ? known.value : [],
    );
    return new ParticipantStation(page, { setup, uplink, participant, station, scan });
  }

  get hasOperator(): boolean {
    return this.#link.hasOperator;
  }

  /** Half a frame: false where all is to be held still. Throws where events cannot be kept. */
  beginFrame(dtSeconds: number): boolean {
    this.#hasFrame = this.#isRecorderReady() && this.run.beginFrame(dtSeconds) && this.#isRecorderReady();
    this.#clock.note(this.#page.nowMs(), this.run.session.seconds);
    if (this.run.refused.length > 0) this.#refused = this.run.refused.join('; ');
    return this.#hasFrame;
  }

  /** The other half, with what operators are to see. */
  endFrame(dtSeconds: number, person: Person | null, shown: Pick<ToldStation, 'things' | 'reached'>): void {
    if (this.#hasFrame) this.run.endFrame(dtSeconds);
    if (person) this.#link.tell(person, { ...shown, step: this.step(), now: this.now() });
  }

  follow(order: StudyOrder): void {
    this.#refused = '';
    if (order.kind === 'choose') this.run.stage.act({ kind: 'answer', data: order.choice });
    else if (order.kind === 'stature') this.#setStature(order.metres);
    else if (order.kind === 'headOffset') this.#setHeadOffset(order);
    else this.run.decide(order);
  }

  step(): ShownStep {
    const { script } = this.run.stage;
    return shownStep(this.#setup, this.run.session, script?.script.card(script.state) ?? null);
  }

  now(): ShownNow {
    const { state, waiting, reason } = this.#uplink.status;
    return shownNow(this.run, this.#page.ids.body, {
      ...this.#page.around(),
      isKept: state === 'saved',
      kept: keptWords[state](waiting, reason),
      refused: this.#refused,
      instruments: this.#instruments,
    });
  }

  /** The network is back. */
  retry(): void {
    this.#uplink.retry();
  }

  /** The session is over here: the next participant may come. What waits is sent all the same. */
  finish(): void {
    const { storage } = this.#page;
    const { setup, run } = { setup: this.#setup, run: this.run };
    storage.setItem(KEY, '');
    storage.setItem(RESUME_KEY, '');
    this.dispose();
    addUnsent(storage, { study: setup.protocol.id, participant: run.session.participant.id });
    void sendUnsent(this.#page);
  }

  dispose(): void {
    this.#isOver = true;
    this.#link.dispose();
    this.#endTaking();
    // What was recorded so far is kept here; it is sent when the session goes on.
    this.#tracks.close().catch(() => {});
    this.run.dispose();
    this.#uplink.dispose();
  }

  /** Again and again: what EEG or an eye tracker say to the server becomes events here. */
  async #askForMarkers(station: StudyStation): Promise<void> {
    const answer = await fetchMarkers(station);
    if (this.#isOver) return;
    const { instruments = [], markers = [] } = answer.ok ? answer.value : {};
    this.#instruments = instrumentWords(instruments);
    decideMarks(this.run, this.#clock, markers);
    this.#page.after(instruments.length > 0 ? MARKERS_SECONDS : INSTRUMENTS_SECONDS, () => {
      if (!this.#isOver) void this.#askForMarkers(station);
    });
  }

  /** Kept with the data: from here on the body is as tall as that. */
  #setStature(metres: number): void {
    this.#page.setStature(metres);
    this.#keepFit({ stature: metres });
    this.run.decide({ kind: 'note', text: `height: ${metres} m` });
  }

  #keepFit(fit: Partial<Fit>): void {
    keepFit(this.#page.storage, this.run.session.participant.id, fit);
  }

  /** Kept with the data: from here on the body sits otherwise on who is tracked. */
  #setHeadOffset({ up, ahead }: HeadOffsetOrder): void {
    this.#page.setHeadOffset(up, ahead);
    this.#keepFit({ head: [up, ahead] });
    this.run.decide({ kind: 'note', text: `body to head: ${up} m up, ${ahead} m ahead` });
  }

  /** A trial begins with the first frame of its recording. */
  #isRecorderReady(): boolean {
    if (this.#tracks.isReady(this.run)) return true;
    const release = this.#page.hold();
    void this.#tracks.ready().finally(release);
    return false;
  }

  #hear(sent: SentOrder): void {
    if (isForStep(sent, this.step())) this.follow(sent.order);
  }
}

type HeadOffsetOrder = Extract<StudyOrder, { kind: 'headOffset' }>;

interface OpenedStation extends Pick<StationParts, 'setup' | 'participant' | 'scan'> {
  readonly uplink: StudyUplink;
  readonly station: StudyStation;
}

const keptWords = {
  saved: () => 'Kept on the server.',
  sending: (waiting: number) => `Waiting to be sent: ${waiting}.`,
  away: (waiting: number) => `The server is away. Kept in this browser, waiting to be sent: ${waiting}.`,
  refused: (waiting: number, reason: string) =>
    `The server takes nothing more (${reason}). Kept in this browser: ${waiting}.`,
} as const;

/** Its code comes now: in the middle of a trial the server may be away. */
async function loadRecorder(): Promise<void> {
  const writer = await openRecordingWriter(createMemorySink());
  await writer.dispose();
}

/** The study's document goes to the server with its first participant; a station's token finds it there. */
async function putProtocol({ server, study, token }: StudyStation, text: string): Promise<void> {
  const url = new URL(`api/study/${study}/protocol`, server);
  if (token !== '') url.searchParams.set('token', token);
  const response = await fetch(url, { method: 'PUT', body: text }).catch(() => null);
  if (response === null) throw new InputError('', 'expected a server that keeps studies, got no answer');
  if (response.ok || response.status === 403) return;
  const said = response.headers.get('content-type')?.startsWith('text/plain') ? await response.text() : '';
  throw new InputError('', said || `expected a server that keeps studies (leib serve), got ${response.status}`);
}

function readKept(storage: VisitorStorage): KeptStudy | null {
  const parsed = parseJson(storage.getItem(KEY) ?? '');
  if (!parsed.ok || !isRecord(parsed.value)) return null;
  const { files, participant, scan = null } = parsed.value;
  const decoded = decodeParticipant(participant);
  if (!decoded.ok || !isRecord(files) || typeof files.protocol !== 'string' || !isRecord(files.questionnaires))
    return null;
  // As this page has kept it.
  return { files: files as unknown as StudyFiles, participant: decoded.value, scan: scan as StudyShape | null };
}
