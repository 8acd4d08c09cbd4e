import { InputError } from '@leib/core';
import { gunzipIfNeeded } from '@leib/formats';
import {
  appendTakeFrame,
  beginTake,
  createTakePlayer,
  finishTake,
  layTakeOver,
  leadByTake,
  type PuppetInput,
  type PuppetModel,
  parseTake,
  settleIntoTake,
  takeDuration,
  takeLoopSeconds,
} from '@leib/puppet';
import { TrackStream } from '../../../files/takes/growingTake.js';
import type { KeptTakes } from '../../../files/takes/keptTakes.js';
import { addRecording, replaceRecording } from '../../../files/takes/readTake.js';
import { freeName, type KeptTake, trimTake } from '../../../files/takes/take.js';
import { explainError } from '../../../ui/explainError.js';
import { ExportDesk } from '../../../ui/exportDesk.js';
import { createFrameClaim } from '../../../world/frameLoop.js';
import type { PuppetStep } from '../files/puppetDocument.js';
import type { PuppetController } from '../puppetController.js';
import { type Microphone, nextTakeTime, openMicrophone, SoundPlayer } from './soundPlayer.js';
import { entryOf, recordingOfEntry, type TakeEntry, type TakeSound, WHOLE_PUPPET } from './takeEntry.js';

type RunningTake = ReturnType<typeof beginTake>;
type TakePlayer = ReturnType<typeof createTakePlayer>;

export type TakesMode = 'idle' | 'countdown' | 'recording' | 'playing' | 'paused';

/** How the next take is recorded. */
export interface RecordWish {
  /** Seconds before it begins; 0: at once. */
  countdownSeconds: number;
  /** Seconds of playing that become one second of the take. */
  slowness: 1 | 2 | 4;
  withMicrophone: boolean;
  /** Parts that the live hand plays over the selected take; null: a take of its own. */
  overParts: readonly string[] | null;
}

interface Recording {
  readonly take: RunningTake;
  /** What is in the browser already, so that a closed tab loses little. */
  readonly stream: TrackStream;
  readonly model: PuppetModel;
  readonly base: TakeEntry | null;
  readonly overParts: readonly string[];
  readonly microphone: Microphone | null;
}

/** Takes of the open puppet: recorded, played, and played over. */
export class PuppetTakes {
  readonly kept: KeptTakes;
  readonly sound: SoundPlayer;
  readonly exports: ExportDesk;
  readonly wish: RecordWish = { countdownSeconds: 3, slowness: 1, withMicrophone: false, overParts: null };
  mode: TakesMode = 'idle';
  selectedId: string | null = null;
  /** Of the selected take, seconds. */
  timeSeconds = 0;
  isLooped = true;
  countdownLeft = 0;
  readonly #controller: PuppetController;
  readonly #stopReading: () => void;
  #recording: Recording | null = null;
  #player: { readonly model: PuppetModel; readonly player: TakePlayer } | null = null;
  #hands: PuppetInput['hands'] = [];
  /** A recording goes on in a tab that nobody sees. */
  readonly #claimFrames = createFrameClaim(() => this.#controller.world.loop);

  constructor(controller: PuppetController, kept: KeptTakes) {
    this.#controller = controller;
    const { clock } = controller.world;
    this.kept = kept;
    this.sound = new SoundPlayer(clock);
    this.exports = new ExportDesk(clock, (kind, text) => controller.say(kind, text));
    this.#stopReading = this.kept.store.subscribe(() => void this.#readEntries());
    void this.kept.load().then(() => this.#readEntries());
  }

  /** Takes stay with their puppet: under its new name, or in its list when another is opened. */
  follow(now: PuppetStep, before: PuppetStep): void {
    const [from, to] = [before.file.name, now.file.name];
    if (now.id !== before.id) {
      void this.#finish(from);
      this.stop();
    } else if (from !== to) this.kept.renameAvatar('puppet', from, to);
  }

  /** Takes of the open puppet. */
  get entries(): readonly TakeEntry[] {
    return this.kept.takes.flatMap((take) => (this.isListed(take) ? (this.#entries.get(take) ?? []) : []));
  }

  /** Whether a kept take is one of the open puppet. */
  isListed({ kind, avatar }: KeptTake): boolean {
    return kind === 'puppet' && avatar === this.#controller.document.file.name;
  }

  readonly #entries = new WeakMap<KeptTake, TakeEntry>();
  /** The selected take when the list was last looked at. */
  #shown: TakeEntry | null = null;

  /** Reads the takes of the open puppet that were not read yet. */
  async #readEntries(): Promise<void> {
    for (const take of this.kept.takes) {
      if (!this.isListed(take) || this.#entries.has(take)) continue;
      const release = this.kept.clock.hold();
      try {
        this.#entries.set(take, entryOf(take, await this.kept.recordingOf(take)));
      } catch (error) {
        this.#controller.say('error', explainError(error));
      } finally {
        release();
      }
    }
    // A list that changed elsewhere leaves what is played as it is.
    const { selected } = this;
    if (selected !== this.#shown) this.#showChanged();
    this.#shown = selected;
  }

  get selected(): TakeEntry | null {
    return this.entries.find(({ id }) => id === this.selectedId) ?? null;
  }

  get recordedSeconds(): number {
    return Math.max(0, this.#recording?.take.parts.seconds ?? 0);
  }

  /** Chooses a take; one that is being recorded ends and is kept. */
  select(id: string | null): void {
    void this.#finish(this.#controller.document.file.name);
    this.stop();
    this.selectedId = id;
    this.timeSeconds = 0;
  }

  /** Begins a take after the countdown, or ends the one that is recorded. */
  async toggleRecording(): Promise<void> {
    if (this.mode === 'recording') return this.#finish();
    if (this.mode === 'countdown') return this.stop();
    this.stop();
    if (this.wish.withMicrophone && this.wish.slowness === 1) await this.#askForMicrophone();
    this.countdownLeft = this.wish.countdownSeconds;
    this.mode = 'countdown';
  }

  togglePlaying(): void {
    if (this.mode === 'playing') {
      this.mode = 'paused';
      this.sound.stop();
      return;
    }
    const { selected } = this;
    if (!selected || this.mode === 'recording' || this.mode === 'countdown') return;
    if (this.timeSeconds >= takeDuration(selected.take) - 1e-6) this.timeSeconds = 0;
    this.mode = 'playing';
    const { model, state } = this.#controller.player;
    settleIntoTake(model, state, leadByTake(this.#playerOf(selected), this.timeSeconds, this.isLooped));
    void this.sound.play(selected.sound, this.timeSeconds);
  }

  /** Shows a moment of the selected take. */
  seek(seconds: number): void {
    const { selected } = this;
    if (!selected || this.mode === 'recording' || this.mode === 'countdown') return;
    this.timeSeconds = Math.min(Math.max(seconds, 0), takeDuration(selected.take));
    if (this.mode === 'playing') void this.sound.play(selected.sound, this.timeSeconds);
    else this.mode = 'paused';
  }

  /** The hand has the puppet again. A take that is being recorded is not kept. */
  stop(): void {
    this.mode = 'idle';
    this.sound.stop();
    this.#recording?.microphone?.close();
    void this.#recording?.stream.finish().then(({ take }) => take.end());
    this.#recording = null;
    this.#microphone?.close();
    this.#microphone = null;
  }

  /** Some parts of another take over the selected one, as a new take. */
  layOver(over: TakeEntry, parts: readonly string[], startSeconds: number): void {
    const base = this.selected;
    if (!base) return;
    const take = layTakeOver(base.take, {
      take: over.take,
      parts,
      withWhole: parts.includes(WHOLE_PUPPET),
      startSeconds,
    });
    void this.#keep({ ...take, name: `${base.take.name} + ${over.take.name}` }, base.sound ?? over.sound);
  }

  /** Keeps what is between two times of the selected take. */
  trim({ kept }: TakeEntry, fromSeconds: number, toSeconds: number): void {
    this.kept.replace(trimTake(kept, fromSeconds, toSeconds), { label: `trim ${kept.name}` });
  }

  /** Deletes a take. */
  remove(take: KeptTake): void {
    if (take.id === this.selectedId) this.select(null);
    this.kept.remove(take);
  }

  setSound(sound: TakeSound | null): void {
    const { selected } = this;
    if (!selected) return;
    const { kept, take } = selected;
    void replaceRecording(
      this.kept,
      kept,
      recordingOfEntry(take, sound, kept.avatar),
      sound ? 'sound' : 'remove sound',
    );
  }

  get undoLabel(): string | null {
    return this.kept.store.getState().undoLabel;
  }

  get redoLabel(): string | null {
    return this.kept.store.getState().redoLabel;
  }

  undo(): void {
    this.kept.undo();
    this.#showChanged();
  }

  redo(): void {
    this.kept.redo();
    this.#showChanged();
  }

  /** What moves the puppet in this frame where a take plays or is counted in. */
  changeInput(input: PuppetInput, dtSeconds: number): PuppetInput {
    this.#hands = input.hands;
    if (this.mode === 'countdown') this.#countDown(dtSeconds);
    this.#claimFrames(this.mode === 'countdown' || this.mode === 'recording');
    const entry = this.#recording ? this.#recording.base : this.selected;
    const isShown = this.mode === 'playing' || this.mode === 'paused' || this.mode === 'recording';
    if (!entry || !isShown) return input;
    const live = this.#recording ? this.#recording.overParts : null;
    const lead = leadByTake(this.#playerOf(entry), this.timeSeconds, live === null && this.isLooped);
    this.#advance(entry, dtSeconds);
    if (live === null) return { ...input, hands: input.hands.map(() => null), take: lead, isIdleAllowed: false };
    const { parts } = this.#controller.player.model.file;
    const holds = [WHOLE_PUPPET, ...parts.map(({ name }) => name)].map((name) => (live.includes(name) ? 0 : 1));
    return { ...input, take: { ...lead, holds }, isIdleAllowed: false };
  }

  /** After the puppet was stepped: a frame of the take that is recorded. */
  record(dtSeconds: number): void {
    const recording = this.#recording;
    if (!recording) return;
    const { player } = this.#controller;
    const isSame = player.model === recording.model;
    const hasRoom = isSame && appendTakeFrame(recording.take, player.state, this.#hands, dtSeconds);
    recording.stream.step();
    const { base } = recording;
    const isOver = base !== null && this.timeSeconds >= takeDuration(base.take);
    if (!hasRoom || isOver) void this.#finish();
  }

  /** Opens a take, or a sound for the selected one. */
  async openFile(file: File): Promise<boolean> {
    if (file.type.startsWith('audio/') || /\.(wav|mp3|ogg|m4a|flac|webm)$/i.test(file.name))
      return this.#openSound(file);
    if (!/\.(jsonl|take)(\.gz)?$/i.test(file.name)) return false;
    const text = new TextDecoder().decode(await gunzipIfNeeded(new Uint8Array(await file.arrayBuffer())));
    if (!text.slice(0, 400).includes('leib-puppet-take/')) return false;
    const take = parseTake(text);
    if (!take.ok) throw new InputError(take.path, take.reason);
    const { parts } = this.#controller.document.file;
    if (!take.value.parts.some((name) => parts.some((part) => part.name === name))) {
      const got = take.value.parts[0] ?? 'none';
      throw new InputError(file.name, `expected a take with parts of this puppet, got "${got}"; open its puppet first`);
    }
    await this.#keep(take.value, null);
    return true;
  }

  dispose(): void {
    this.#stopReading();
    void this.#finish(this.#controller.document.file.name);
    this.stop();
    this.exports.cancel();
    this.#claimFrames(false);
    this.sound.dispose();
  }

  #microphone: Microphone | null = null;

  /** Without a microphone the take is recorded without sound, and a sentence says so. */
  async #askForMicrophone(): Promise<void> {
    const release = this.#controller.world.clock.hold();
    try {
      this.#microphone = await openMicrophone();
    } catch (error) {
      this.#controller.say('error', explainError(error));
    } finally {
      release();
    }
  }

  /** The selected take may have gone, or be shorter, or sound different. */
  #showChanged(): void {
    if (this.mode !== 'playing' && this.mode !== 'paused') return;
    if (this.selected) this.seek(this.timeSeconds);
    else this.stop();
  }

  #countDown(dtSeconds: number): void {
    this.countdownLeft -= dtSeconds;
    if (this.countdownLeft > 0) return;
    const { player } = this.#controller;
    const { slowness, overParts } = this.wish;
    const base = overParts ? this.selected : null;
    const name = base
      ? `${base.take.name} + hand`
      : freeName(
          this.kept.takes.filter((take) => this.isListed(take)),
          'Take',
        );
    const take = beginTake(player.model, { name, slowness });
    const { model } = player;
    const stream = streamOf(this.kept, take, this.#controller.document.file.name);
    this.#recording = { take, stream, model, base, overParts: overParts ?? [], microphone: this.#microphone };
    this.#microphone = null;
    this.#recording.microphone?.start();
    this.timeSeconds = 0;
    this.mode = 'recording';
    if (base) void this.sound.play(base.sound, 0, 1 / slowness);
  }

  #advance(entry: TakeEntry, dtSeconds: number): void {
    if (this.mode === 'recording') this.timeSeconds += dtSeconds / this.wish.slowness;
    if (this.mode !== 'playing') return;
    const { timeSeconds, isLooped } = this;
    const endSeconds = isLooped ? takeLoopSeconds(entry.take) : takeDuration(entry.take);
    const next = nextTakeTime({ timeSeconds, endSeconds, isLooped }, dtSeconds, this.sound.timeSeconds);
    this.timeSeconds = next.timeSeconds;
    if (next.isNewRound) void this.sound.play(entry.sound, next.timeSeconds);
    if (next.isOver) {
      this.mode = 'paused';
      this.sound.stop();
    }
  }

  /**
   * Keeps what was recorded, at once: the page may be about to go. What the microphone heard comes after it. Then it is
   * played.
   * @param left name of the puppet that is being left: its take waits in its list and is not played
   */
  async #finish(left: string | null = null): Promise<void> {
    const recording = this.#recording;
    if (!recording) return;
    this.#recording = null;
    this.mode = 'idle';
    this.sound.stop();
    const { base, overParts, microphone, stream } = recording;
    const recorded = finishTake(recording.take);
    const release = this.#controller.world.clock.hold();
    try {
      if (recorded.frameCount < 2) return microphone?.close();
      const own = await (microphone?.finish() ?? null);
      const withWhole = overParts.includes(WHOLE_PUPPET);
      const take = base ? layTakeOver(base.take, { take: recorded, parts: overParts, withWhole }) : recorded;
      const id = await this.#keep({ ...take, name: recorded.name }, own ?? base?.sound ?? null, left);
      if (left === null && this.selectedId === id && this.mode === 'idle') this.togglePlaying();
    } finally {
      release();
      await (await stream.finish()).take.end();
    }
  }

  /** Adds a take to the list, and chooses it where its puppet is not being left. Returns its id. */
  async #keep(take: TakeEntry['take'], sound: TakeSound | null, left: string | null = null): Promise<string> {
    const avatar = left ?? this.#controller.document.file.name;
    const about = { name: take.name, room: 'Puppet', avatar };
    const release = this.kept.clock.hold();
    const { id } = await addRecording(this.kept, recordingOfEntry(take, sound, avatar), about).finally(release);
    await this.#readEntries();
    if (left === null) this.select(id);
    return id;
  }

  async #openSound(file: File): Promise<boolean> {
    if (!this.selected) {
      this.#controller.say('info', 'Choose the take that this sound belongs to in the tab Takes, then open it again.');
      return true;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sound = { name: file.name, type: file.type, bytes, startSeconds: 0 };
    await this.sound.peaksOf(sound);
    this.setSound(sound);
    return true;
  }

  #playerOf({ take }: TakeEntry): TakePlayer {
    const { model } = this.#controller.player;
    if (this.#player?.model !== model || this.#player.player.take !== take) {
      this.#player = { model, player: createTakePlayer(model, take) };
    }
    return this.#player.player;
  }
}

/** The tracks of a take that goes on, as they go into the browser. */
function streamOf(kept: KeptTakes, { name, parts, hands }: RunningTake, puppet: string): TrackStream {
  const about = { ...parts.track.about, name, handCount: hands.length, puppet };
  return new TrackStream(kept, [{ track: parts.track, about }, ...hands.map((track) => ({ track }))]);
}
