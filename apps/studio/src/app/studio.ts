import type { BodyProfile, BodyProportions } from '@leib/calibration';
import { InputError } from '@leib/core';
import { type FileSet, fileSetOfDrop, fileSetOfFiles } from '@leib/formats';
import type { Sink } from '@leib/stage';
import { fileOfSet, sortDropped } from '../files/droppedSet.js';
import type { ClipChoices, ReadClip } from '../files/readClip.js';
import type { SettingsStore } from '../files/settingsStore.js';
import { KeptTakes } from '../files/takes/keptTakes.js';
import { wornProfile } from '../files/wornProfile.js';
import { followOutputAddress } from '../output/outputMode.js';
import { actorKinds } from '../rooms/actorKinds.js';
import { isRoomHash, roomOfHash, rooms } from '../rooms/rooms.js';
import type { Clock } from '../time/clock.js';
import { explainError } from '../ui/explainError.js';
import { notify, usePage } from '../ui/pageStore.js';
import { stageDemo } from '../world/demo/stageDemo.js';
import { loadWornProfile, profileOf } from '../world/personFit.js';
import type { Covered } from '../world/pictureFrame.js';
import type { PictureSpace } from '../world/pictureSpace.js';
import type { StageSettings } from '../world/stageSections.js';
import { stageMotion, stageRecording } from '../world/stageSource.js';
import { World, type WorldHost } from '../world/world.js';
import { hasHeadset } from '../world/xrSession.js';
import { type Busy, createBusy } from './busy.js';
import { forgetClip, noticeOfClip, openClip } from './clip/openClip.js';
import { Gallery } from './gallery/gallery.js';
import { PlayedFile } from './gallery/playedFile.js';
import { OpenRooms } from './openRooms.js';
import { openInRoom, openTogether } from './openTogether.js';
import { coveredBy, expectedCover, hasOneSide, panelOnEntering } from './pageLayout.js';
import { showGraphics } from './showGraphics.js';
import { Sources } from './sources.js';
import { useStudioStore } from './studioStore.js';
import { Takes } from './takes/takes.js';
import { VoiceMouth } from './voiceMouth.js';
import { Wardrobe } from './wardrobe.js';

/** Makes the address say which room is shown, without entering it. */
function nameRoom(id: string): void {
  history.replaceState(null, '', `#/${id}`);
}

/** The studio: its world, what moves the body, what it wears, the rooms and files. Every error becomes one notice. */
export class Studio {
  readonly clock: Clock;
  readonly world: World;
  readonly sources: Sources;
  readonly wardrobe: Wardrobe;
  readonly takes: Takes;
  /** Takes of all rooms. */
  readonly kept: KeptTakes;
  /** Recordings of the source's devices as they are. */
  readonly gallery: Gallery;
  readonly #played = new PlayedFile();
  readonly #rooms: OpenRooms;
  readonly #busy: Busy;
  /** Resolves when the room of the address is open. */
  #entering: Promise<void>;
  readonly #voice: VoiceMouth;
  #pictureFrame: Covered | null = null;
  #keptLengths: BodyProportions | null = null;

  constructor(canvas: HTMLCanvasElement, clock: Clock) {
    this.clock = clock;
    this.#busy = createBusy(clock);
    const demo = stageDemo();
    this.#rooms = new OpenRooms(roomOfHash(location.hash), () => this.#onSettings());
    const host: WorldHost = {
      beforeFrame: (xrFrame, dtSeconds) => this.sources.beforeFrame(xrFrame, dtSeconds),
      goHome: () => this.sources.goHome(),
      notify,
      showGraphics,
      layOut: () => this.#resize(),
      isPersonWanted: () => this.sources.sender.output !== null,
    };
    this.world = new World({ canvas, clock, source: demo, host, settings: () => this.#rooms.stage, kinds: actorKinds });
    this.#voice = new VoiceMouth(this.world.face, () => this.room.settings.set('voiceMouth', false));
    this.sources = new Sources(this.world, demo, {
      onVrEnd: () => this.#resize(),
      openHeadsetView: async (isEmulated) => {
        const { HeadsetPanel } = await import('./headset/headsetPanel.js');
        return HeadsetPanel.open(this, isEmulated);
      },
    });
    this.wardrobe = new Wardrobe(this.world, {
      onAvatar: () => this.sources.onAvatar(),
      onWorn: (worn) => this.gallery.onWorn(worn),
    });
    this.gallery = new Gallery(this.world, this.wardrobe);
    this.kept = new KeptTakes(this.world.clock, (text) => notify('error', text));
    this.takes = new Takes(
      {
        world: this.world,
        sources: this.sources,
        wornFile: () => this.wardrobe.wornFile(),
        room: () => {
          const { id, room, settings } = this.#rooms.current;
          const { me } = room.docOf(settings.values()).actors;
          return {
            id,
            label: room.label,
            isStill: room.still !== undefined,
            settings,
            solver: me?.settings.solver ?? null,
          };
        },
        labelOfRoom: (id) => rooms.find((room) => room.id === id)?.label ?? null,
        goToRoom: (id) => this.goToRoom(id),
      },
      this.kept,
    );
    wornProfile.subscribe(() => this.#applyProfile());
    const sinks: readonly Sink[] = [
      () => this.sources.showHandles(),
      (frame) => this.takes.take(frame),
      () => this.#keepLengths(),
      ({ seconds }) => this.sources.sender.send(this.world, seconds),
    ];
    for (const sink of sinks) this.world.stage.addSink(sink);
    addEventListener('hashchange', () => {
      this.#entering = this.#enterRoom();
      void this.#openShared();
    });
    this.#entering = this.#enterRoom();
    new ResizeObserver(() => this.#resize()).observe(canvas);
    useStudioStore.subscribe((state, before) => {
      if (state.theme !== before.theme) this.#showTheme();
      if (state.isPanelOpen !== before.isPanelOpen) this.#resize();
    });
    this.#showTheme();
    usePage.subscribe((state, before) => {
      if (state.isOutput !== before.isOutput) this.#resize();
    });
    followOutputAddress();
  }

  /** The current room. */
  get room(): { readonly id: string; readonly settings: SettingsStore; readonly isStill: boolean } {
    const { id, settings, room } = this.#rooms.current;
    return { id, settings, isStill: room.still !== undefined };
  }

  /** The visitor's profile; null where there is none, or the room is not to use it. */
  get profile(): BodyProfile | null {
    return profileOf(this.#rooms.stage);
  }

  /** Settings of the current room's stage. */
  get stage(): StageSettings {
    return this.#rooms.stage;
  }

  /** Loads the default avatar and starts drawing; resolves when it has moved, or could not be loaded. */
  async start(): Promise<void> {
    this.#resize();
    this.world.prepareStage();
    void hasHeadset().then((isThere) => useStudioStore.setState({ xr: isThere ? 'device' : 'emulated' }));
    const hasMore = await this.gallery.wearFirst();
    this.world.loop.start();
    await this.clock.begin();
    if (this.world.body) await this.world.firstMotion;
    await loadWornProfile();
    void this.#restore(hasMore).then(() => this.#openShared());
    void this.takes.load();
  }

  /** Enters a room by its id; resolves when it is open. */
  async goToRoom(id: string): Promise<void> {
    if (id === this.room.id) return;
    nameRoom(id);
    await this.#enterRoom();
  }

  /** Shows what the address brings along: settings, view, clip, body or take of a shared link. */
  async #openShared(): Promise<void> {
    if (!location.hash.includes('s=')) return;
    await this.#busy('Opening the link …', async () => {
      await this.#entering;
      const { openSharedAddress } = await import('./share/shareView.js');
      try {
        await openSharedAddress(this);
      } catch (error) {
        // A link that was refused is not what is shown.
        nameRoom(this.room.id);
        throw error;
      }
    });
  }

  openPanel(): void {
    useStudioStore.setState({ isPanelOpen: true });
  }

  /** What was worn and played on the last visit, where it takes longer than a visit may begin with. */
  async #restore(wearsMore: boolean): Promise<void> {
    await this.gallery.load();
    if (wearsMore) await this.gallery.wearRemembered();
    const file = await this.#played.read();
    if (file) await this.openFile(file);
  }

  /** Opens a dropped or chosen file: motion, recording, avatar or settings. */
  async openFile(file: File): Promise<void> {
    await this.#busy(`Opening ${file.name} …`, async () => {
      if (await this.world.room.acts?.openFile?.(file)) return;
      await this.#readFile(file).catch((error: Error) => {
        throw new InputError(file.name, error.message, { cause: error });
      });
    });
  }

  /** Opens what was dropped. Call it in the drop handler itself: browsers empty the transfer after it. */
  async openDropped(transfer: DataTransfer): Promise<void> {
    await this.#openSet(fileSetOfDrop(transfer));
  }

  /** Opens chosen files: each by itself, or those that belong together, such as a model with its pictures, a folder or a zip. */
  async openFiles(files: readonly File[]): Promise<void> {
    await this.#openSet(fileSetOfFiles(files));
  }

  async #openSet(reading: Promise<FileSet>): Promise<void> {
    const opener = {
      acts: this.world.room.acts,
      wardrobe: this.wardrobe,
      openFile: (file: File) => this.openFile(file),
    };
    let together = null as FileSet | null;
    const release = this.clock.hold();
    await this.#busy('Opening …', async () => {
      const sorted = sortDropped(await reading);
      for (const file of sorted.single) await this.openFile(await fileOfSet(file));
      if (sorted.together && !(await openInRoom(sorted.together, opener))) together = sorted.together;
    });
    release();
    if (together) await openTogether(together, opener);
  }

  /** Takes back the last change: of the takes where one of them was changed last, else of the room's settings. */
  undo(): void {
    if (this.takes.isChangedLast && this.kept.store.getState().undoLabel !== null) void this.takes.undo();
    else this.room.settings.undo();
  }

  redo(): void {
    if (this.takes.isChangedLast && this.kept.store.getState().redoLabel !== null) void this.takes.redo();
    else this.room.settings.redo();
  }

  /**
   * How much of each side of the window panels take; null while there are none. The picture is centred in the rest, and
   * texts over it stand in `labelSpace`.
   */
  setPictureFrame(taken: Covered | null, labelSpace: PictureSpace | null): void {
    this.world.painter.labelSpace = labelSpace;
    if (JSON.stringify(taken) === JSON.stringify(this.#pictureFrame)) return;
    this.#pictureFrame = taken;
    this.#resize();
  }

  async #readFile(file: File): Promise<void> {
    // Loaded on demand: the readers are a fifth of the script, and most visitors open no file.
    const { readDroppedFile } = await import('../files/droppedFile.js');
    const opened = await readDroppedFile(file);
    if (opened.kind !== 'settings' && opened.kind !== 'avatar') forgetClip();
    switch (opened.kind) {
      case 'view': {
        const { openSharedFile } = await import('./share/shareView.js');
        await openSharedFile(this, opened.text);
        return;
      }
      case 'settings':
        this.room.settings.load(opened.text);
        notify('info', `Settings loaded from ${file.name}.`);
        return;
      case 'avatar':
        await this.wardrobe.openAvatar(file);
        return;
      case 'motion': {
        this.sources.openFile(stageMotion(opened.motion, file.name), file.name);
        if (opened.bvh) this.#showClip(file.name, opened.bvh);
        break;
      }
      case 'markers': {
        const { motionOfMarkers } = await import('./clip/motionOfMarkers.js');
        const { motion, remarks } = await motionOfMarkers(opened.bytes, file.name);
        this.sources.openFile(stageMotion(motion, file.name), file.name);
        for (const remark of remarks) notify('info', `${file.name}: ${remark}`);
        await this.#played.keep(file);
        return;
      }
      case 'recording':
        this.sources.openFile(stageRecording(opened.recording, file.name), file.name);
        break;
      case 'take':
        await this.takes.open(opened, file.name);
        break;
      case 'feed': {
        const { stageFeedRecording } = await import('./feed.js');
        this.sources.openFile(
          stageFeedRecording(opened.recording, file.name, this.profile?.stature ?? null),
          file.name,
        );
        break;
      }
    }
    for (const remark of opened.remarks) notify('info', `${file.name}: ${remark}`);
    await this.#played.keep(file);
  }

  /** Says in the panel what was assumed about a BVH file, and in a notice where that is in doubt. */
  #showClip(name: string, clip: ReadClip, choices: ClipChoices = {}): void {
    openClip(name, clip, choices);
    noticeOfClip(name, clip.assumptions, () => {
      useStudioStore.setState({ isPanelOpen: true, isEditingClip: true });
    });
  }

  /** Reads the clip that is open again, as the visitor says. */
  async readClipAs(choices: ClipChoices): Promise<void> {
    const { clip } = useStudioStore.getState();
    if (!clip) return;
    await this.#busy(`Reading ${clip.name} again …`, async () => {
      const { readClip } = await import('../files/readClip.js');
      const read = await readClip(clip.bytes, clip.name, choices);
      this.sources.openFile(stageMotion(read.read.motion, clip.name), clip.name);
      this.#showClip(clip.name, read, choices);
    });
  }

  async #enterRoom(): Promise<void> {
    const room = roomOfHash(location.hash);
    // An address that names no room shows the first one.
    if (location.hash.length > 2 && !isRoomHash(location.hash)) {
      const asked = decodeURIComponent(location.hash.replace(/^#\/?/, '').split('?')[0]);
      notify('info', `There is no room “${asked}”; this is the room ${room.label}.`);
      nameRoom(room.id);
    }
    const release = this.clock.hold();
    try {
      if (await this.#rooms.enter(room, this.world, this)) {
        this.#applyProfile();
        const guideGoesFirst = room.guideWidth !== undefined && hasOneSide(innerWidth, room.guideWidth);
        useStudioStore.setState((state) => ({ roomId: room.id, ...panelOnEntering(state, guideGoesFirst) }));
        this.sources.isPersonUsed = room.still === undefined;
        await this.takes.onRoom(room);
        this.#applyVoice();
        this.#resize();
      }
    } catch (error) {
      notify('error', `The room ${room.label} could not be opened. ${explainError(error)}`);
      nameRoom(this.#rooms.current.id);
    } finally {
      release();
    }
  }

  #onSettings(): void {
    this.takes.isChangedLast = false;
    this.#applyProfile();
    this.#applyVoice();
  }

  /** Devices go by the visitor's profile; how the body does, the world looks up by itself. */
  #applyProfile(): void {
    this.sources.onProfile(this.profile);
  }

  /** Lengths that were found during use go into the profile. */
  #keepLengths(): void {
    const found = this.world.body?.person?.foundLengths ?? null;
    if (found === null || found === this.#keptLengths) return;
    this.#keptLengths = found;
    const release = this.clock.hold();
    void import('../files/profileStorage.js').then(({ storeProfile }) => {
      const { profile } = this;
      if (profile) storeProfile({ ...profile, proportions: found, proportionsFrom: 'trackers' });
      release();
    });
  }

  #applyVoice(): void {
    const { livingFace, voiceMouth } = this.#rooms.stage;
    void this.#voice.setWanted(livingFace && voiceMouth);
  }

  #showTheme(): void {
    const { theme } = useStudioStore.getState();
    document.documentElement.dataset.theme = theme;
    this.world.setTheme(theme);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.world.renderer.domElement;
    const { still, guideWidth } = this.#rooms.current.room;
    const size = { width: clientWidth, height: clientHeight };
    const covered = this.#pictureFrame
      ? coveredBy(this.#pictureFrame, size)
      : expectedCover({
          ...size,
          isPanelOpen: useStudioStore.getState().isPanelOpen,
          panelWidth: still?.panelWidth,
          guideWidth,
        });
    const { left = 0, bottom = 0 } = this.world.room.covers ?? {};
    const { isOutput } = usePage.getState();
    const all = isOutput
      ? { top: 0, right: 0, bottom: 0 }
      : { ...covered, left: (covered.left ?? 0) + left, bottom: covered.bottom + bottom };
    this.world.painter.isClean = isOutput;
    if (!this.world.renderer.xr.isPresenting) this.world.resize(clientWidth, clientHeight, all);
  }
}
