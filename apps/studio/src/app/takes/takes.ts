import type { RecordedSettings } from '@leib/formats';
import { standingHeadHeight } from '@leib/tracking';
import type { SettingValues } from '../../files/settings.js';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { Room } from '../../rooms/room.js';
import type { Clock } from '../../time/clock.js';
import { ExportDesk, type ExportJob } from '../../ui/exportDesk.js';
import { matchesMedia } from '../../ui/media.js';
import { notify } from '../../ui/noticesStore.js';
import type { StageSource } from '../../world/stageSource.js';
import type { World } from '../../world/world.js';
import type { SimulatedBody } from '../../world/worldEvents.js';
import { type Busy, createBusy } from '../busy.js';
import type { Sources } from '../sources.js';
import { useStudioStore } from '../studioStore.js';
import type { WornFile } from '../wardrobe.js';
import { stageTake } from './stageTake.js';
import { type BodyTake, fileNameOfTake, nameOfTake, trimTake } from './take.js';
import { type TakeFormat, takeFormats } from './takeFormats.js';
import type { TakeRecording } from './takeRecording.js';
import { TakeShelf } from './takeShelf.js';
import { pictureSizes, useTakes } from './takesStore.js';

/** What Takes asks of the studio around it. */
export interface TakesHost {
  readonly world: World;
  readonly sources: Sources;
  /** The worn avatar as a file. */
  wornFile(): Promise<WornFile>;
  /** The room that is open. */
  room(): OpenTakeRoom;
  /** The label of a room by its id; null where there is none. */
  labelOfRoom(id: string): string | null;
  goToRoom(id: string): Promise<void>;
}

/** What a take has to know of the room that it is recorded or replayed in. */
export interface OpenTakeRoom {
  readonly id: string;
  readonly label: string;
  readonly settings: SettingsStore;
  /** What the solver makes of the settings; null for the baseline. */
  readonly solver: unknown;
}

/** A recording is written into the browser's database this often, seconds: what a closed tab loses at most. */
const KEEP_SECONDS = 2;

/** A shorter recording is not worth keeping, seconds. */
const LEAST_SECONDS = 0.05;

interface Running {
  readonly id: string;
  readonly recording: TakeRecording;
  /** Tells other tabs that this recording is over. */
  readonly release: () => void;
  readonly startedAt: Date;
  readonly room: string;
  readonly avatar: string;
  readonly headHeight: number;
  /** As last written. */
  settings: SettingValues;
  keptSeconds: number;
  pieceCount: number;
}

/** Takes of the person: recorded, listed, replayed, trimmed, renamed, deleted. Kept in the browser. */
export class Takes {
  readonly shelf: TakeShelf;
  readonly exports: ExportDesk;
  /** Whether undo means the takes: they were changed after the settings. */
  isChangedLast = false;
  readonly #host: TakesHost;
  readonly #clock: Clock;
  readonly #busy: Busy;
  #running: Running | null = null;
  #countdownLeft = 0;
  #played: { readonly id: string; readonly stage: StageSource } | null = null;
  #loading: Promise<void> | null = null;

  constructor(host: TakesHost, shelf = new TakeShelf(host.world.clock)) {
    this.#host = host;
    this.#clock = host.world.clock;
    this.#busy = createBusy(this.#clock);
    this.shelf = shelf;
    this.exports = new ExportDesk(this.#clock, notify);
    this.shelf.onTrouble = (text) => notify('error', text);
    this.shelf.onChange = () => this.#show();
    // A tab that is closed keeps what was written so far.
    addEventListener('pagehide', () => void this.#keepPiece());
  }

  get isRecording(): boolean {
    return this.#running !== null;
  }

  /** Of the recording that runs, else 0. */
  get seconds(): number {
    return this.#running?.recording.seconds ?? 0;
  }

  /** Until the recording begins, seconds; 0: there is no countdown. */
  get countdownLeft(): number {
    return this.#countdownLeft;
  }

  /** The take that moves the body; null where another source does. */
  get playedId(): string | null {
    return this.#host.sources.current === this.#played?.stage ? this.#played.id : null;
  }

  list(): readonly BodyTake[] {
    return this.shelf.takes;
  }

  /** Reads what the browser has kept; the first call does it. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Starts to record, after the countdown; nothing happens without a body, or while one runs. */
  async start(): Promise<void> {
    const { body } = this.#host.world;
    if (!body || this.#running || this.#countdownLeft > 0) return;
    const { countdownSeconds } = useTakes.getState();
    if (countdownSeconds > 0) {
      this.#countdownLeft = countdownSeconds;
      useTakes.setState({ mode: 'countdown' });
    } else await this.#begin();
  }

  /** Ends the recording or the countdown; the take is in the list when this resolves. */
  async stop(): Promise<void> {
    this.#countdownLeft = 0;
    const running = this.#running;
    this.#running = null;
    useStudioStore.setState({ isRecording: false });
    useTakes.setState({ mode: 'idle' });
    if (running) await this.#busy('Keeping the take …', () => this.#finish(running));
  }

  async toggle(): Promise<void> {
    if (this.#running || this.#countdownLeft > 0) await this.stop();
    else await this.start();
  }

  /** Another room is entered. Where no person moves there is nothing to record: the recording ends and is kept. */
  async onRoom({ still }: Pick<Room, 'still'>): Promise<void> {
    if (still) await this.stop();
  }

  /** Called in every frame, after the body was solved. */
  onPose(dtSeconds: number): void {
    if (this.#countdownLeft > 0) {
      this.#countdownLeft = Math.max(0, this.#countdownLeft - dtSeconds);
      if (this.#countdownLeft === 0) void this.#begin();
    }
    const { body, reader } = this.#host.world;
    if (!this.#running || !body) return;
    this.#recordSettings(this.#running);
    this.#running.recording.append(reader.tracked, body, dtSeconds);
    if (this.#running.recording.seconds - this.#running.keptSeconds >= KEEP_SECONDS) void this.#keepPiece();
  }

  /** Called after onPose in frames with a simulated body. */
  onSimulated(simulated: SimulatedBody): void {
    this.#running?.recording.appendSimulated(simulated);
  }

  /**
   * Replays a take as the source: the body is solved again from what was tracked, on the avatar that is worn now, with the
   * settings of the recording as far as the open room has them.
   */
  async play(id: string): Promise<void> {
    const take = this.shelf.find(id);
    if (!take) return;
    await this.#busy(`Opening ${take.name} …`, async () => {
      const { readTakeSession } = await import('./readTake.js');
      const session = await readTakeSession(take, await this.shelf.filesOf(take));
      if (!session.tracking) throw new Error(`${take.name}: expected tracking in it, got none; delete it.`);
      await this.#replaySettings(take, session.settings);
      const stage = stageTake(session.tracking, take);
      this.#played = { id, stage };
      this.#host.sources.playRecorded(stage);
    });
  }

  rename(id: string, name: string): void {
    const take = this.shelf.find(id);
    const next = name.trim();
    if (!take || next === '' || next === take.name) return;
    this.isChangedLast = true;
    this.shelf.replace({ ...take, name: next });
  }

  /** Keeps only what is between two times of the take as it is now. */
  async trim(id: string, fromSeconds: number, toSeconds: number): Promise<void> {
    const take = this.shelf.find(id);
    if (!take) return;
    this.isChangedLast = true;
    this.shelf.replace(trimTake(take, fromSeconds, toSeconds));
    await this.#replay(id);
  }

  remove(id: string): void {
    const take = this.shelf.find(id);
    if (!take) return;
    this.isChangedLast = true;
    this.shelf.remove(id);
    if (this.playedId === id) this.#host.sources.playDemo();
    notify('info', `${take.name} is deleted.`, { label: 'Undo', run: () => void this.undo() });
  }

  async undo(): Promise<void> {
    this.shelf.undo();
    await this.#replay(this.playedId);
  }

  async redo(): Promise<void> {
    this.shelf.redo();
    await this.#replay(this.playedId);
  }

  /** Saves a take as a file. Work that takes a while can be watched and cancelled in `exports`. */
  async exportTake(id: string, format: TakeFormat): Promise<void> {
    const take = this.shelf.find(id);
    if (!take) return;
    if (this.#running || this.#countdownLeft > 0) await this.stop();
    if (format === 'video' && this.playedId !== id) await this.play(id);
    const label = `${take.name} as ${takeFormats.find((each) => each.id === format)?.label ?? format}`;
    if (format === 'glb') return this.#exportAvatar(take, label, false);
    await this.exports.run(label, async (job) => {
      if (format === 'video' || format === 'picture') return this.#exportView(take, format, job);
      const { exportMovement } = await import('./exportTake.js');
      return exportMovement(take, await this.shelf.filesOf(take), format);
    });
  }

  /** The worn avatar, moving as the take did. Where its licence is against that, the visitor decides first. */
  async #exportAvatar(take: BodyTake, label: string, isDecided: boolean): Promise<void> {
    await this.exports.run(label, async () => {
      const { exportAvatar, termsOf } = await import('./exportTake.js');
      const worn = await this.#host.wornFile();
      const terms = isDecided ? null : termsOf(worn);
      if (terms === null) return exportAvatar(take, await this.shelf.filesOf(take), worn);
      notify('info', terms, { label: 'Export all the same', run: () => void this.#exportAvatar(take, label, true) });
      return null;
    });
  }

  /** Saves the picture of this moment, whatever is shown. */
  async exportPicture(): Promise<void> {
    const name = `leib-${this.#host.room().label.toLowerCase()}`;
    await this.exports.run('Picture', (job) => this.#exportView({ name }, 'picture', job));
  }

  async #exportView(take: Pick<BodyTake, 'name'>, format: 'video' | 'picture', job: ExportJob): Promise<string> {
    const views = await import('./exportPicture.js');
    const size = pictureSizes[useTakes.getState().pictureSize];
    const name = fileNameOfTake(take, '').replace(/\.$/, '');
    if (format === 'video') return views.exportVideo(this.#host.world, size, name, job);
    return views.exportPicture(this.#host.world, size, name);
  }

  /** Sets what was set when a take was recorded, as one step of undo, and says what is another one now. */
  async #replaySettings(take: BodyTake, recordings: readonly RecordedSettings[]): Promise<void> {
    const { describeDifferences, planReplay, settingsOfTake } = await import('./takeSettings.js');
    const recorded = settingsOfTake(recordings);
    if (!recorded) return;
    const { id, settings: store } = this.#host.room();
    const { values, differences, unknown } = planReplay(recorded.values, store.shape, store.values());
    const words: string[] = [];
    if (differences.length > 0) {
      store.setAll(values);
      words.push(`replays with its settings: ${describeDifferences(differences)}`);
    }
    if (recordings.length > 1) words.push('had its settings changed while it was recorded, and replays with the first');
    const worn = this.#host.world.body?.avatar.report.name;
    if (take.avatar !== '' && worn !== undefined && worn !== take.avatar)
      words.push(`was recorded with ${take.avatar}`);
    const label = recorded.room === id ? null : this.#host.labelOfRoom(recorded.room);
    if (label !== null && unknown.length > 0)
      words.push(`was recorded in ${label}, whose settings are not of this room`);
    else if (unknown.length > 0) words.push(`has settings that are unknown here: ${unknown.join(', ')}`);
    if (words.length === 0) return;
    const undo = { label: 'Keep mine', run: () => store.undo() };
    const go = {
      label: `Open ${label}`,
      run: () => void this.#host.goToRoom(recorded.room).then(() => this.play(take.id)),
    };
    const action = label !== null && unknown.length > 0 ? go : differences.length > 0 ? undo : undefined;
    notify('info', `${take.name} ${words.join('; it ')}.`, action);
  }

  /** Settings that were changed since they were last written. */
  #recordSettings(running: Running): void {
    const { id: room, settings, solver } = this.#host.room();
    const values: SettingValues = settings.values();
    if (values === running.settings) return;
    running.settings = values;
    running.recording.appendSettings({ room, values, solver });
  }

  /** The list has changed under a take that is played: it is shown as it is now. */
  async #replay(id: string | null): Promise<void> {
    if (id === null || this.playedId !== id) return;
    if (this.shelf.find(id)) await this.play(id);
    else this.#host.sources.playDemo();
  }

  async #load(): Promise<void> {
    for (const id of await this.shelf.load()) {
      await whileUnlocked(id, () => this.#recover(id).catch(() => this.shelf.removePieces(id)));
    }
  }

  async #begin(): Promise<void> {
    const { world, room } = this.#host;
    const avatar = world.body?.avatar;
    if (!avatar) return;
    await this.#busy('Starting to record …', async () => {
      const { startTakeRecording } = await import('./takeRecording.js');
      const { id: roomId, label, settings: store, solver } = room();
      const settings: SettingValues = store.values();
      const recording = await startTakeRecording({ room: roomId, values: settings, solver }, avatar);
      const id = crypto.randomUUID();
      const about = { id, release: await lockTake(id), startedAt: new Date(), room: label };
      const worn = { avatar: avatar.report.name, headHeight: standingHeadHeight(avatar.ownSkeleton) };
      this.#running = { ...about, ...worn, recording, settings, keptSeconds: 0, pieceCount: 0 };
      useStudioStore.setState({ isRecording: true });
      useTakes.setState({ mode: 'recording' });
      void this.load();
    });
    if (!this.#running) useTakes.setState({ mode: 'idle' });
  }

  async #finish({ id, recording, release, startedAt, room, avatar, headHeight }: Running): Promise<void> {
    await this.load();
    const { seconds } = recording;
    if (seconds < LEAST_SECONDS) throw new Error('Nothing was recorded: the take ended before a frame was drawn.');
    const name = nameOfTake(this.shelf.takes, room, startedAt);
    const files = await recording.finish(name);
    const byteCount = files.session.length + (files.body?.length ?? 0);
    const recordedAtMs = startedAt.getTime();
    const about = { id, name, room, avatar, headHeight, recordedAtMs, seconds };
    this.shelf.add({ ...about, range: [0, seconds], byteCount }, files);
    await this.shelf.removePieces(id);
    release();
    if (matchesMedia('(min-width: 760px)')) useStudioStore.setState({ isPanelOpen: true });
    else notify('info', `${name}: ${seconds.toFixed(1)} s, in the panel under Takes.`);
  }

  async #keepPiece(): Promise<void> {
    const running = this.#running;
    const piece = running?.recording.nextPiece();
    if (!running || !piece) return;
    running.keptSeconds = running.recording.seconds;
    const number = running.pieceCount++;
    await this.shelf.keepPiece(running.id, number, new Uint8Array(await piece.arrayBuffer()));
  }

  async #recover(id: string): Promise<void> {
    const { recoverTake } = await import('./recoverTake.js');
    const { name, seconds } = await recoverTake(this.shelf, id);
    notify('info', `${name}: the page was closed while it recorded; ${seconds.toFixed(1)} s were kept.`);
  }

  #show(): void {
    const { takes, canUndo, canRedo } = this.shelf;
    const unkept = new Set(takes.filter(({ id }) => !this.shelf.isKept(id)).map(({ id }) => id));
    useTakes.setState({ takes, canUndo, canRedo, unkept });
  }
}

const lockName = (id: string) => `leib-take-${id}`;

/** Marks a recording as running, for other tabs of this browser. Call what it returns when it is over. */
async function lockTake(id: string): Promise<() => void> {
  const { locks } = navigator;
  // Absent without https.
  if (!locks) return () => {};
  return new Promise((resolve) => {
    void locks.request(lockName(id), () => new Promise<void>((release) => resolve(release)));
  });
}

/** Does the work unless the recording runs in another tab. */
async function whileUnlocked(id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(lockName(id), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
