import { defaultStature } from '@leib/body';
import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { InputError } from '@leib/core';
import type { BridgeSource } from '@leib/feeds';
import { loadAvatar } from '@leib/three';
import { createXrOffsets, eyesInHead, type TrackerOffsets, type WebXrSource } from '@leib/tracking';
import type { SettingsStore } from '../files/settingsStore.js';
import { rememberBody, rememberedBody, type WornBody } from '../rooms/body/wornBody.js';
import { roomOfHash } from '../rooms/rooms.js';
import type { Clock } from '../time/clock.js';
import { notify, setBusy, useNotices } from '../ui/noticesStore.js';
import { createDemoSource } from '../world/demo/demoSource.js';
import { createStageSource, type StageSource, stageMotion, stageRecording } from '../world/stageSource.js';
import { World } from '../world/world.js';
import { hasHeadset, startXrSession } from '../world/xrSession.js';
import { describeAvatar } from './describeAvatar.js';
import { Emulation } from './emulation.js';
import type { StudioFeed } from './feed.js';
import { joinFeed } from './joinFeed.js';
import { OpenRooms } from './openRooms.js';
import { coveredByPanels } from './pageLayout.js';
import { Recording } from './recording.js';
import { type SourceKind, useStudioStore } from './studioStore.js';

/** Statures outside this range, metres, mean a rig with wrong units. */
const believableStature = { min: 0.4, max: 4 };

/** Actions of the panels: connects the world, files and the store. Every error becomes one notice. */
export class Studio {
  readonly clock: Clock;
  readonly world: World;
  #stage: StageSource;
  #file: StageSource | null = null;
  #emulation: Emulation | null = null;
  #feed: StudioFeed | null = null;
  readonly #recording = new Recording();
  /** Whether the avatar was built in the room "Body" and has its own stature. */
  #isOwnBody = false;
  readonly #rooms: OpenRooms;

  constructor(canvas: HTMLCanvasElement, clock: Clock) {
    this.clock = clock;
    this.#stage = createStageSource(createDemoSource());
    this.#rooms = new OpenRooms(roomOfHash(location.hash));
    this.world = new World(canvas, clock, this.#stage, () => this.#rooms.stage);
    this.#rooms.onSettings = () => {
      this.#rooms.applySolver(this.world);
      this.#fitPerson();
    };
    this.world.onNotice = notify;
    this.world.onLayout = () => this.#resize();
    this.world.onPose = (dtSeconds) => {
      const { body, reader } = this.world;
      if (body) this.#recording.append(reader.tracked, body, dtSeconds);
      this.#feed?.output.append(this.world, dtSeconds);
    };
    this.world.onStature = () => this.#fitPerson(true);
    this.world.onScale = (scale) => {
      if (useStudioStore.getState().source.kind !== 'demo') this.#stage.fit(scale);
    };
    addEventListener('hashchange', () => void this.#enterRoom());
    void this.#enterRoom();
    new ResizeObserver(() => this.#resize()).observe(canvas);
    useStudioStore.subscribe((state, before) => {
      if (state.theme !== before.theme) this.#showTheme();
      if (state.isPanelOpen !== before.isPanelOpen) this.#resize();
    });
    this.#showTheme();
  }

  /** The current room. */
  get room(): { readonly id: string; readonly settings: SettingsStore; readonly isStill: boolean } {
    const { id, settings, room } = this.#rooms.current;
    return { id, settings, isStill: room.still !== undefined };
  }

  /** Loads the default avatar and starts drawing; resolves when it has moved, or could not be loaded. */
  async start(): Promise<void> {
    const isMoving = new Promise<void>((resolve) => {
      this.world.onFirstMotion = resolve;
    });
    this.#resize();
    this.world.prepareStage();
    void hasHeadset().then((isThere) => useStudioStore.setState({ xr: isThere ? 'device' : 'emulated' }));
    await this.#loadAvatar(defaultAvatarUrl, 'the default avatar');
    this.world.start();
    await this.clock.begin();
    if (this.world.body) await isMoving;
    // A built body takes longer to load: show the default avatar meanwhile.
    const worn = rememberedBody();
    if (worn) void this.wearBody(worn);
  }

  /** Restores the default avatar and deletes the stored body. */
  async wearDefaultAvatar(): Promise<void> {
    rememberBody(null);
    await this.#loadAvatar(defaultAvatarUrl, 'the default avatar');
  }

  /** Wears a body from the room "Body" in every room and on the next visit. Returns false where it could not be built. */
  async wearBody(body: WornBody): Promise<boolean> {
    let isWorn = false;
    await this.#busy(`Making ${body.name} …`, async () => {
      const { wornBodyFile } = await import('../rooms/body/wornBodyFile.js');
      await this.#showAvatar(await wornBodyFile(body), true);
      rememberBody(body);
      isWorn = true;
    });
    return isWorn;
  }

  async openAvatar(file: File): Promise<void> {
    await this.#loadAvatar(file, file.name);
  }

  playDemo(): void {
    this.#use('demo', createStageSource(createDemoSource()));
  }

  /** Returns to the last opened file. */
  playFile(): void {
    if (this.#file) this.#use('file', this.#file);
  }

  playEmulator(): void {
    if (useStudioStore.getState().source.kind !== 'emulator') this.#emulate();
    this.world.renderer.domElement.focus();
  }

  /** The tracker feeds that drive the body. */
  get feed(): BridgeSource | null {
    return this.#feed?.bridge ?? null;
  }

  async playFeed(): Promise<void> {
    if (this.#feed && useStudioStore.getState().source.kind === 'feed') return;
    await this.#busy('Looking for tracker feeds …', async () => {
      const { openFeed, wearAlone } = await import('./feed.js');
      // Worn with a headset so far.
      if (this.#feed) wearAlone(this.#feed.bridge);
      this.#feed ??= openFeed(this.clock);
      this.#use('feed', this.#feed.stage);
    });
  }

  /** Opens a dropped or chosen file: motion, recording, avatar or settings. */
  async openFile(file: File): Promise<void> {
    await this.#busy(`Opening ${file.name} …`, async () => {
      if (await this.world.room.openFile?.(file)) return;
      await this.#readFile(file).catch((error: Error) => {
        throw new InputError(file.name, error.message, { cause: error });
      });
    });
  }

  async toggleRecording(): Promise<void> {
    if (this.#recording.isRunning) await this.#busy('Saving the recording …', () => this.#recording.save());
    else if (this.world.body && !useNotices.getState().busy) {
      const { avatar } = this.world.body;
      await this.#busy('Starting to record …', () => this.#recording.start(this.room.settings.values(), avatar));
    }
  }

  /** Enters virtual reality; without a headset by an emulated one that mouse and keys control. */
  async enterVr(): Promise<void> {
    const { xr } = useStudioStore.getState();
    const { busy } = useNotices.getState();
    if (busy || this.world.renderer.xr.isPresenting) return;
    await this.#busy('Entering VR …', async () => {
      if (xr === 'device') this.#dropEmulation();
      const emulation = xr === 'device' ? null : (this.#emulation ?? this.#emulate(true));
      const offsets = this.#xrOffsets(emulation ? 1 : this.world.person.scale.x);
      try {
        await emulation?.wearHeadset(offsets);
        const source = await startXrSession(this.world, offsets);
        source.session.addEventListener('end', () => {
          source.dispose();
          this.#onXrEnd(emulation);
        });
        this.world.onDeviceFrame = (frame, dtSeconds) => {
          emulation?.stepInHeadset(dtSeconds);
          emulation?.updateHandles();
          if (frame) source.readXrFrame(frame);
        };
        const joined = this.#feed ? await this.#joinFeed(source, this.#feed) : null;
        this.#use(
          'headset',
          createStageSource(joined?.source ?? source, {
            ...joined?.person,
            stand: 'turned',
            measure: emulation ? 'avatar' : 'person',
            things: {
              devices: joined?.devices ?? source.devices,
              isReal: !emulation || joined !== null,
              feed: joined === null ? null : (this.#feed?.bridge ?? null),
              recorded: null,
            },
          }),
        );
        this.world.setImmersive(emulation ? 'emulated' : 'device');
        useStudioStore.setState({ xr: 'presenting' });
      } catch (error) {
        emulation?.takeHeadsetOff();
        throw error;
      }
    });
  }

  /** Combines the trackers of an open feed with the headset. */
  async #joinFeed(headset: WebXrSource, { bridge }: StudioFeed) {
    const { wearWithHeadset } = await import('./feed.js');
    return { person: wearWithHeadset(bridge), ...joinFeed(headset, bridge) };
  }

  leaveVr(): void {
    void this.world.renderer.xr.getSession()?.end();
  }

  async #readFile(file: File): Promise<void> {
    // Loaded on demand: the readers are a fifth of the script, and most visitors open no file.
    const { readDroppedFile } = await import('../files/droppedFile.js');
    const opened = await readDroppedFile(file);
    switch (opened.kind) {
      case 'settings':
        this.room.settings.load(opened.text);
        notify('info', `Settings loaded from ${file.name}.`);
        return;
      case 'avatar':
        await this.#loadAvatar(file, file.name);
        return;
      case 'motion':
        this.#file = stageMotion(opened.motion, file.name);
        break;
      case 'recording':
        this.#file = stageRecording(opened.recording, file.name);
        break;
      case 'feed':
        this.#file = (await import('./feed.js')).stageFeedRecording(opened.recording, file.name);
        break;
    }
    useStudioStore.setState({ fileLabel: file.name });
    this.playFile();
    for (const remark of opened.remarks) notify('info', `${file.name}: ${remark}`);
  }

  async #enterRoom(): Promise<void> {
    const room = roomOfHash(location.hash);
    const release = this.clock.hold();
    try {
      if (await this.#rooms.enter(room, this.world)) {
        useStudioStore.setState({ roomId: room.id });
        this.#fitPerson();
        this.#resize();
      }
    } catch (error) {
      notify('error', `The room ${room.label} could not be opened: ${(error as Error).message}`);
    } finally {
      release();
    }
  }

  #onXrEnd(emulation: Emulation | null): void {
    useStudioStore.setState({ xr: emulation ? 'emulated' : 'device' });
    this.world.setImmersive('no');
    this.#resize();
    emulation?.takeHeadsetOff();
    // A file opened meanwhile takes precedence.
    if (useStudioStore.getState().source.kind !== 'headset') return;
    if (this.#feed) {
      const feed = this.#feed;
      void import('./feed.js').then(({ wearAlone }) => wearAlone(feed.bridge));
      this.#use('feed', feed.stage);
    } else if (emulation) this.#resumeEmulation(emulation);
    else this.playDemo();
  }

  /** Offsets of headset and controllers for this avatar. */
  #xrOffsets(scale: number): TrackerOffsets {
    const avatar = this.world.body?.avatar;
    if (!avatar) return createXrOffsets();
    const [x, y, z] = eyesInHead(avatar.skeleton);
    return createXrOffsets({ eyesInHead: [x * scale, y * scale, z * scale] });
  }

  #emulate(keepsFeed = false): Emulation {
    const emulation = new Emulation(this.world, this.world.body?.avatar ?? null);
    this.#emulation?.dispose();
    this.#emulation = emulation;
    this.#resumeEmulation(emulation, keepsFeed);
    return emulation;
  }

  #resumeEmulation(emulation: Emulation, keepsFeed = false): void {
    this.world.onDeviceFrame = () => emulation.updateHandles();
    this.#use('emulator', emulation.stage, keepsFeed);
  }

  /** @param keepsFeed whether an open feed continues */
  #use(kind: SourceKind, next: StageSource, keepsFeed = kind === 'feed' || kind === 'headset'): void {
    if (!keepsFeed) {
      this.#feed?.bridge.dispose();
      this.#feed = null;
    }
    if (kind === 'demo' || kind === 'file' || kind === 'feed') {
      this.leaveVr();
      this.#dropEmulation();
    }
    this.#stage = next;
    this.world.setSource(next);
    this.world.truth = next.truth;
    this.world.things = next.things;
    useStudioStore.setState({ source: { kind, label: next.source.label } });
    this.#fitPerson();
  }

  #dropEmulation(): void {
    this.world.onDeviceFrame = () => {};
    this.#emulation?.dispose();
    this.#emulation = null;
  }

  async #loadAvatar(source: string | File, name: string): Promise<void> {
    await this.#busy(`Loading ${name} …`, () => this.#showAvatar(source, false));
  }

  async #showAvatar(source: string | File, isOwnBody: boolean): Promise<void> {
    const avatar = await loadAvatar(source);
    try {
      await this.world.prepareAvatar(avatar);
      this.world.setAvatar(avatar);
    } catch (error) {
      avatar.dispose();
      throw error;
    }
    this.#isOwnBody = isOwnBody;
    useStudioStore.setState({ avatar: describeAvatar(avatar, source === defaultAvatarUrl) });
    // Another avatar has another hip height.
    if (useStudioStore.getState().source.kind === 'emulator') this.#emulate();
    this.#fitPerson();
    for (const warning of avatar.report.warnings) notify('info', `${avatar.report.name}: ${warning}`);
  }

  /**
   * Sets the stature: of the recording's actor, of a built body, else the setting. Limbs have the lengths found by trackers,
   * if any.
   */
  #fitPerson(isByDegrees = false): void {
    const avatar = this.world.body?.avatar;
    if (!avatar) return;
    const { min, max } = believableStature;
    const tracked = this.world.room.stature ?? this.#stage.stature;
    const isBelievable = tracked !== null && tracked >= min && tracked <= max;
    const own = this.#isOwnBody ? avatar.report.statureMetres : this.#rooms.stage.stature;
    const stature = isBelievable ? tracked : own;
    const scale = stature / avatar.report.statureMetres;
    const { proportions } = this.world.room;
    this.world.setPerson(scale, proportions === undefined ? this.#stage.proportions : proportions, isByDegrees);
    // The demo was made for the default stature and fits any avatar.
    const isDemo = useStudioStore.getState().source.kind === 'demo';
    this.#stage.fit(isDemo ? defaultStature / avatar.report.statureMetres : this.world.person.scale.x);
  }

  #showTheme(): void {
    const { theme } = useStudioStore.getState();
    document.documentElement.dataset.theme = theme;
    this.world.setTheme(theme);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.world.renderer.domElement;
    const { still, guideWidth } = this.#rooms.current.room;
    const covered = coveredByPanels({
      width: clientWidth,
      height: clientHeight,
      isPanelOpen: useStudioStore.getState().isPanelOpen,
      panelWidth: still?.panelWidth,
      guideWidth,
    });
    const { left = 0, bottom = 0 } = this.world.room.covers ?? {};
    const all = { ...covered, left: (covered.left ?? 0) + left, bottom: covered.bottom + bottom };
    if (!this.world.renderer.xr.isPresenting) this.world.resize(clientWidth, clientHeight, all);
  }

  async #busy(text: string, work: () => Promise<void>): Promise<void> {
    setBusy(text);
    const release = this.clock.hold();
    try {
      await work();
    } catch (error) {
      notify('error', (error as Error).message);
    } finally {
      release();
      setBusy(null);
    }
  }
}
