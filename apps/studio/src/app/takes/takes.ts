import type { Recording, StageFrame } from '@leib/core';
import type { SimulatedActor } from '@leib/reembody';
import { standingHeadHeight } from '@leib/tracking';
import { openKeptFiles } from '../../files/keptFiles.js';
import { saveFile } from '../../files/saveFile.js';
import type { SettingValues } from '../../files/settings.js';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { KeptTakes } from '../../files/takes/keptTakes.js';
import { describeBytes, fileNameOfTake, type KeptTake, nameOfTake, trimTake } from '../../files/takes/take.js';
import type { TakeFormat } from '../../files/takes/takeFormats.js';
import type { Room } from '../../rooms/room.js';
import type { Clock, Release } from '../../time/clock.js';
import { ExportDesk, type ExportJob } from '../../ui/exportDesk.js';
import { matchesMedia } from '../../ui/media.js';
import { notify } from '../../ui/pageStore.js';
import type { StageSource } from '../../world/stageSource.js';
import type { World } from '../../world/world.js';
import { type Busy, createBusy } from '../busy.js';
import type { Sources } from '../sources.js';
import { useStudioStore } from '../studioStore.js';
import type { WornFile } from '../wardrobe.js';
import type { OlderTakes } from './olderTakes.js';
import { stageOfRecording, stageRawDevices } from './stageTake.js';
import type { PersonTake } from './takeRecording.js';
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
  /** Nobody moves in it. */
  readonly isStill: boolean;
  readonly settings: SettingsStore;
  /** What the solver makes of the settings; null for the baseline. */
  readonly solver: unknown;
}

/** A shorter recording is not worth keeping, seconds. */
const LEAST_SECONDS = 0.05;

interface Running {
  readonly recording: PersonTake;
  readonly room: string;
  readonly avatar: string;
  readonly headHeight: number;
  /** As last written. */
  settings: SettingValues;
}

/** Takes of the person: recorded, listed, replayed, trimmed, renamed, deleted. Kept in the browser. */
export class Takes {
  readonly kept: KeptTakes;
  readonly exports: ExportDesk;
  /** Whether undo means the takes: they were changed after the settings. */
  isChangedLast = false;
  readonly #host: TakesHost;
  readonly #older: OlderTakes;
  readonly #clock: Clock;
  readonly #busy: Busy;
  #running: Running | null = null;
  #countdownLeft = 0;
  #release: Release | null = null;
  /** Time of the stage that was taken last. */
  #takenSeconds = 0;
  #played: { readonly id: string; readonly range: KeptTake['range']; readonly stage: StageSource } | null = null;
  #loading: Promise<void> | null = null;

  /** @param older where earlier versions kept the takes of single rooms */
  constructor(
    host: TakesHost,
    kept: KeptTakes,
    older: OlderTakes = { mocap: openKeptFiles('leib-mocap-takes'), puppet: openKeptFiles('leib-puppet-takes') },
  ) {
    this.#host = host;
    this.#older = older;
    this.#clock = host.world.clock;
    this.#busy = createBusy(this.#clock);
    this.kept = kept;
    this.exports = new ExportDesk(this.#clock, notify);
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

  list(): readonly KeptTake[] {
    return this.kept.takes;
  }

  /** Reads what the browser has kept; the first call does it. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Starts to record, after the countdown; nothing happens without a person, or while one runs. */
  async start(): Promise<void> {
    const { body } = this.#host.world;
    if (this.#host.room().isStill) return notify('info', 'No person moves in this room who could be recorded.');
    if (!body || this.#running || this.#countdownLeft > 0) return;
    // A recording goes on while its tab is hidden.
    this.#release ??= this.#host.world.loop.keepGoing();
    const { countdownSeconds } = useTakes.getState();
    if (countdownSeconds > 0) {
      this.#countdownLeft = countdownSeconds;
      useTakes.setState({ mode: 'countdown' });
    } else await this.#begin();
  }

  /** Ends the recording or the countdown; the take is in the list when this resolves. */
  async stop(): Promise<void> {
    this.#countdownLeft = 0;
    this.#release?.();
    this.#release = null;
    const running = this.#running;
    this.#running = null;
    useStudioStore.setState({ isRecording: false });
    useTakes.setState({ mode: 'idle' });
    if (running === null) return;
    this.#host.world.stage.act({ kind: 'record', data: false });
    await this.#busy('Keeping the take …', () => this.#finish(running));
  }

  async toggle(): Promise<void> {
    if (this.#running || this.#countdownLeft > 0) await this.stop();
    else await this.start();
  }

  /** Another room is entered. Where no person moves there is nothing to record: the recording ends and is kept. */
  async onRoom({ still }: Pick<Room, 'still'>): Promise<void> {
    if (still) await this.stop();
  }

  /** Takes each frame of the stage. */
  take({ seconds, events, actors }: Pick<StageFrame, 'seconds' | 'events' | 'actors'>): void {
    const dtSeconds = seconds - this.#takenSeconds;
    this.#takenSeconds = seconds;
    if (!this.#host.world.body?.person) return;
    if (this.#countdownLeft > 0) {
      this.#countdownLeft = Math.max(0, this.#countdownLeft - dtSeconds);
      if (this.#countdownLeft === 0) void this.#begin();
    }
    const { body, reader, face, things } = this.#host.world;
    if (!this.#running || !body) return;
    this.#recordSettings(this.#running);
    const { avatar, pose } = body;
    const person = { tracked: reader.tracked, avatar, pose, face: face.values, devices: things.devices };
    this.#running.recording.append(person, seconds);
    const follower = actors.find(({ kind }) => kind === 'simulated');
    const simulated = follower && this.#host.world.stage.actors.get(follower.id);
    if (simulated) this.#running.recording.appendSimulated(simulated as SimulatedActor);
    this.#running.recording.appendEvents(events);
  }

  /**
   * Replays a take as the source: the body is solved again from what was tracked, on the avatar that is worn now, with the
   * settings of the recording as far as the open room has them. From a room in which nobody moves it goes to the Mirror.
   */
  async play(id: string): Promise<void> {
    const take = this.kept.find(id);
    if (!take) return;
    if (this.#host.room().isStill) await this.#host.goToRoom('mirror');
    await this.#busy(`Opening ${take.name} …`, async () => {
      const recording = await this.kept.recordingOf(take);
      await this.#replaySettings(take, recording.documents);
      const stage = await stageOfRecording(recording, take);
      this.#played = { id, range: take.range, stage };
      this.#host.sources.playRecorded(stage);
    });
  }

  /** A recording from a file becomes a take with all its tracks, and plays as far as it has a person or a body. */
  async open(
    { recording, bytes }: { readonly recording: Recording; readonly bytes: Uint8Array<ArrayBuffer> },
    fileName: string,
  ): Promise<void> {
    await this.load();
    const { addBytes } = await import('../../files/takes/readTake.js');
    // The file of the last visit is opened again with the page.
    const known = this.kept.takes.find(({ room, byteCount }) => room === fileName && byteCount === bytes.length);
    const about = { name: fileName.replace(/\.mcap(\.gz)?$/i, ''), room: fileName };
    const take = known ?? (await addBytes(this.kept, bytes, recording, about));
    if (take.kind === 'puppet') {
      const go = { label: 'Open Puppet', run: () => void this.#host.goToRoom('puppet') };
      const isThere = this.#host.room().id === 'puppet';
      const words = `${take.name} is a take of the puppet ${take.avatar || '?'}, which lists it in the room Puppet.`;
      notify('info', words, isThere ? undefined : go);
      return;
    }
    const stage = await stageOfRecording(recording, { ...take, name: fileName });
    this.#played = { id: take.id, range: take.range, stage };
    this.#host.sources.openFile(stage, fileName);
  }

  /** Plays the devices of a take as they were, as a feed: with the visitor's own profile. */
  async playDevices(id: string): Promise<void> {
    const take = this.kept.find(id);
    if (!take) return;
    await this.#busy(`Opening ${take.name} …`, async () => {
      this.#host.sources.playRecorded(await stageRawDevices(await this.kept.recordingOf(take), take.name));
    });
  }

  rename(id: string, name: string): void {
    const take = this.kept.find(id);
    if (!take) return;
    this.isChangedLast = true;
    this.kept.rename(take, name);
  }

  /** Keeps only what is between two times of the take as it is now. */
  async trim(id: string, fromSeconds: number, toSeconds: number): Promise<void> {
    const take = this.kept.find(id);
    if (!take) return;
    this.isChangedLast = true;
    this.kept.replace(trimTake(take, fromSeconds, toSeconds), { label: `trim ${take.name}` });
    await this.#replay(id);
  }

  remove(id: string): void {
    const take = this.kept.find(id);
    if (!take) return;
    this.isChangedLast = true;
    this.kept.remove(take);
    if (this.playedId === id) this.#host.sources.playDemo();
    notify('info', `${take.name} is deleted.`, { label: 'Undo', run: () => void this.undo() });
  }

  async undo(): Promise<void> {
    this.kept.undo();
    await this.#replay(this.playedId);
  }

  async redo(): Promise<void> {
    this.kept.redo();
    await this.#replay(this.playedId);
  }

  /** The panel has changed the list. */
  async onChanged(): Promise<void> {
    this.isChangedLast = true;
    await this.#replay(this.playedId);
  }

  /** Saves a take as a file. Work that takes a while can be watched and cancelled in `exports`. */
  async exportTake(id: string, format: TakeFormat): Promise<void> {
    const take = this.kept.find(id);
    if (!take) return;
    if (this.#running || this.#countdownLeft > 0) await this.stop();
    if (format.id === 'video' && this.playedId !== id) await this.play(id);
    const label = `${take.name} as ${format.label}`;
    if (format.id === 'avatar') return this.#exportAvatar(take, label, false);
    await this.exports.run(label, async (job) => {
      if (format.id === 'video' || format.id === 'picture') return this.#exportView(take, format.id, job);
      return (await import('../../files/takes/takeFormats.js')).saveTakeAs(this.kept, take, format);
    });
  }

  /** The worn avatar, moving as the take did. Where its licence is against that, the visitor decides first. */
  async #exportAvatar(take: KeptTake, label: string, isDecided: boolean): Promise<void> {
    await this.exports.run(label, async () => {
      const { encodeTakeOnAvatar, termsOf } = await import('./exportTake.js');
      const worn = await this.#host.wornFile();
      const terms = isDecided ? null : termsOf(worn);
      if (terms === null) {
        const bytes = await encodeTakeOnAvatar(take, await this.kept.recordingOf(take), worn);
        const name = fileNameOfTake(take, 'glb');
        saveFile(name, bytes, 'model/gltf-binary');
        return `Saved as ${name}: ${describeBytes(bytes.length)}.`;
      }
      notify('info', terms, { label: 'Export all the same', run: () => void this.#exportAvatar(take, label, true) });
      return null;
    });
  }

  /** Saves the picture of this moment, whatever is shown. */
  async exportPicture(): Promise<void> {
    const name = `leib-${this.#host.room().label.toLowerCase()}`;
    await this.exports.run('Picture', (job) => this.#exportView({ name }, 'picture', job));
  }

  async #exportView(take: Pick<KeptTake, 'name'>, format: 'video' | 'picture', job: ExportJob): Promise<string> {
    const views = await import('./exportPicture.js');
    const size = pictureSizes[useTakes.getState().pictureSize];
    const name = fileNameOfTake(take, '').replace(/\.$/, '');
    if (format === 'video') return views.exportVideo(this.#host.world, size, name, job);
    return views.exportPicture(this.#host.world, size, name);
  }

  /** Sets what was set when a take was recorded, as one step of undo, and says what is another one now. */
  async #replaySettings(take: KeptTake, recordings: readonly Recording['documents'][number][]): Promise<void> {
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
    const take = this.kept.find(id);
    // A new name alone changes nothing of what is played.
    if (take && String(take.range) === String(this.#played?.range)) return;
    if (take) await this.play(id);
    else this.#host.sources.playDemo();
  }

  async #load(): Promise<void> {
    const unfinished = await this.kept.load();
    await this.#adoptOlder();
    if (unfinished.length === 0) return;
    const { whileUnlocked } = await import('../../files/takes/growingTake.js');
    for (const id of unfinished)
      await whileUnlocked(id, () => this.#recover(id).catch(() => this.kept.removePieces(id)));
  }

  /** Takes of earlier versions, which each room kept for itself. */
  async #adoptOlder(): Promise<void> {
    const older = this.#older;
    if ((await older.mocap.names()).length + (await older.puppet.names()).length === 0) return;
    await (await import('./olderTakes.js')).adoptOlderTakes(this.kept, older);
  }

  async #begin(): Promise<void> {
    const { world, room } = this.#host;
    const avatar = world.body?.avatar;
    if (!avatar) return;
    await this.#busy('Starting to record …', async () => {
      const { PersonTake } = await import('./takeRecording.js');
      const { id: roomId, label, settings: store, solver } = room();
      const settings: SettingValues = store.values();
      const recording = await PersonTake.start(this.kept, { room: roomId, values: settings, solver }, avatar);
      const worn = { avatar: avatar.report.name, headHeight: standingHeadHeight(avatar.ownSkeleton) };
      this.#running = { ...worn, recording, room: label, settings };
      useStudioStore.setState({ isRecording: true });
      useTakes.setState({ mode: 'recording' });
      world.stage.act({ kind: 'record', data: true });
      void this.load();
    });
    if (!this.#running) await this.stop();
  }

  async #finish({ recording, ...about }: Running): Promise<void> {
    await this.load();
    const { seconds, growing } = recording;
    if (seconds < LEAST_SECONDS) throw new Error('Nothing was recorded: the take ended before a frame was drawn.');
    const { id, startedAt } = growing;
    const { room, avatar, headHeight } = about;
    const name = nameOfTake(this.kept.takes, room, startedAt);
    const bytes = await growing.finish();
    const said = { id, file: id, name, kind: 'person', room, avatar, headHeight } as const;
    const recordedAtMs = startedAt.getTime();
    this.kept.add({ ...said, recordedAtMs, seconds, range: [0, seconds], byteCount: bytes.length }, bytes);
    await growing.end();
    if (matchesMedia('(min-width: 760px)')) useStudioStore.setState({ isPanelOpen: true });
    else notify('info', `${name}: ${seconds.toFixed(1)} s, in the panel under Takes.`);
  }

  async #recover(id: string): Promise<void> {
    const { recoverTake } = await import('../../files/takes/readTake.js');
    const { name, seconds } = await recoverTake(this.kept, id);
    notify('info', `${name}: the page was closed while it recorded; ${seconds.toFixed(1)} s were kept.`);
  }
}
