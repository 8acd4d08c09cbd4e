import type { BodyProfile } from '@leib/calibration';
import type { FeedSource } from '@leib/feeds';
import {
  type createWebXrSource,
  createXrOffsets,
  type EmulatorHandle,
  eyesInHead,
  type TrackerOffsets,
} from '@leib/tracking';
import type { Clock } from '../time/clock.js';
import { explainError } from '../ui/explainError.js';
import { notify, usePage } from '../ui/pageStore.js';
import { type ClipId, loadClip } from '../world/clips/clipList.js';
import { stageClip, stageDemo } from '../world/demo/stageDemo.js';
import { createStageSource, type StageSource } from '../world/stageSource.js';
import type { World } from '../world/world.js';
import { startXrSession } from '../world/xrSession.js';
import { BodySender } from './bodySender.js';
import { type Busy, createBusy } from './busy.js';
import { Emulation } from './emulation.js';
import type { StudioFeed } from './feed.js';
import { joinFeed } from './joinFeed.js';
import { type SourceKind, useStudioStore } from './studioStore.js';
import { wearGrips } from './wearGrips.js';

type WebXrSource = ReturnType<typeof createWebXrSource>;

/** What the headset shows beside the world while it is worn: the panel. */
export interface HeadsetView {
  /** Called in every frame, before devices are read. */
  step(frame: XRFrame, dtSeconds: number): void;
  /** Shows or hides the panel. */
  toggle(): void;
  /** What the panel shows and who points where; for measurements. */
  describe(): ShownPanel;
  dispose(): void;
}

type Point = readonly [x: number, y: number, z: number];

interface ShownHand {
  /** Of the index finger or the controller. */
  readonly tip: Point;
  /** Where its ray starts and which way it goes. */
  readonly from: Point;
  readonly way: Point;
}

/** The panel inside virtual reality as it is shown. Places are in the world, metres. */
export interface ShownPanel {
  readonly isOpen: boolean;
  readonly title: string;
  readonly badge: string;
  /** Title and text of the room's card, if any. */
  readonly card: string;
  readonly buttons: readonly { readonly label: string; readonly isOn: boolean; readonly at: Point }[];
  /** Where each pointer meets it; null where it does not. */
  readonly meets: { readonly left: Point | null; readonly right: Point | null; readonly gaze: Point | null };
  /** Hands and controllers; null where they are not tracked. */
  readonly hands: { readonly left: ShownHand | null; readonly right: ShownHand | null };
}

/** What Sources asks of the studio. */
export interface SourceHooks {
  /** Virtual reality was left. */
  onVrEnd(): void;
  /** Virtual reality begins. `isEmulated`: on the screen, with mouse and keys. */
  openHeadsetView(isEmulated: boolean): Promise<HeadsetView>;
}

interface WornHeadset {
  readonly headset: WebXrSource;
  readonly emulation: Emulation | null;
  stage: StageSource;
  /** What its offsets are for. */
  eyesScale: number;
}

/** What moves the body: the demo, a file, mouse and keys, a headset, tracker feeds. One at a time, and changes between them. */
export class Sources {
  readonly world: World;
  readonly clock: Clock;
  /** The source that is used, on its place. */
  current: StageSource;
  /** Sends the body to other programs. */
  readonly sender: BodySender;
  readonly #hooks: SourceHooks;
  readonly #busy: Busy;
  #file: StageSource | null = null;
  #emulation: Emulation | null = null;
  #isPersonUsed = true;
  #feed: StudioFeed | null = null;
  /** The visitor's profile, as it was worn last. */
  #profile: BodyProfile | null = null;
  /** What is worn while virtual reality lasts. */
  #worn: WornHeadset | null = null;
  #headsetView: HeadsetView | null = null;

  constructor(world: World, first: StageSource, hooks: SourceHooks) {
    this.world = world;
    this.clock = world.clock;
    this.current = first;
    this.sender = new BodySender(() => this.#feed?.bridge ?? null, world.loop);
    this.#hooks = hooks;
    this.#busy = createBusy(world.clock);
  }

  playDemo(): void {
    this.#use('demo', stageDemo());
  }

  /** Plays a clip of our own making. */
  async playClip(id: ClipId): Promise<void> {
    await this.#busy('Loading the clip …', async () => this.#use('demo', stageClip(await loadClip(id))));
  }

  /** Plays a file's source, and keeps it for playFile(). */
  openFile(file: StageSource, label: string): void {
    this.#file = file;
    useStudioStore.setState({ fileLabel: label });
    this.playFile();
  }

  /** Returns to the last opened file. */
  playFile(): void {
    if (this.#file) this.#use('file', this.#file);
  }

  /** Plays a take; the last opened file stays the one of playFile(). */
  playRecorded(stage: StageSource): void {
    this.#use('file', stage);
  }

  playEmulator(): void {
    if (useStudioStore.getState().source.kind !== 'emulator') this.#emulate();
    this.world.renderer.domElement.focus();
  }

  /** Mouse and keys: the person walks ahead from the start for so many seconds, as if the key were held. */
  walkAhead(seconds: number): void {
    this.playEmulator();
    const emulation = this.#emulation;
    emulation?.input.press('Home', true);
    emulation?.input.press('Home', false);
    emulation?.input.press('KeyW', true);
    this.clock.after(seconds, () => emulation?.input.press('KeyW', false));
  }

  /** Sticks on a touch screen: to the right, ahead, turning to the right. Pushed with another source, they take the person over. */
  pushSticks(right: number, ahead: number, turnRight: number): void {
    const isPushed = right !== 0 || ahead !== 0 || turnRight !== 0;
    if (isPushed && !this.#emulation) this.playEmulator();
    this.#emulation?.input.pushSticks(right, ahead, turnRight);
  }

  /** Whether the room has a person to move: others show no handles and leave the keys alone. */
  set isPersonUsed(isUsed: boolean) {
    this.#isPersonUsed = isUsed;
    if (this.#emulation) this.#emulation.input.isUsed = isUsed;
  }

  /** The person who is moved from the screen goes back to the start. */
  goHome(): void {
    this.#emulation?.goHome();
  }

  /** A frame begins: a headset is read, and nobody walks through the mirror. */
  beforeFrame(xrFrame: XRFrame | null, dtSeconds: number): void {
    if (!this.#worn) {
      this.#emulation?.input.stayOutOfGlass();
      return;
    }
    const { headset, emulation } = this.#worn;
    // A session's frame has the poses from before this step.
    emulation?.input.update();
    emulation?.input.stayOutOfGlass();
    emulation?.stepInHeadset(dtSeconds);
    if (!xrFrame) return;
    this.#followSize();
    headset.readXrFrame(xrFrame);
    this.#headsetView?.step(xrFrame, dtSeconds);
  }

  /** Handles are drawn where head and hands are now: when the frame's bodies are solved. */
  showHandles(): void {
    if (!this.#worn) this.#emulation?.input.update();
  }

  /** Where a handle of the person who is moved from the screen is drawn, the world's metres; null where there is none. */
  handleWorld(handle: EmulatorHandle): readonly [x: number, y: number, z: number] | null {
    return this.#emulation?.input.handleWorld(handle) ?? null;
  }

  /** The tracker feed that is open. */
  get feed(): FeedSource | null {
    return this.#feed?.source ?? null;
  }

  async playFeed(): Promise<void> {
    const { kind } = useStudioStore.getState().feedAddress;
    if (this.#feed?.kind === kind && useStudioStore.getState().source.kind === 'feed') return;
    await this.#busy('Looking for tracker feeds …', async () => {
      const feed = await this.#openFeed();
      this.#use('feed', feed.stage);
    });
  }

  /** Another address was chosen: the feed that is open is closed, and the new one opened in its place. */
  async reopenFeed(): Promise<void> {
    this.#closeFeed();
    if (this.#worn) await this.joinTrackers();
    else await this.playFeed();
  }

  /** The feed at the chosen address; the one that is open where it is there. */
  async #openFeed(): Promise<StudioFeed> {
    const { openFeed } = await import('./feed.js');
    const { kind, ...urls } = useStudioStore.getState().feedAddress;
    if (this.#feed && this.#feed.kind !== kind) this.#closeFeed();
    this.#feed ??= openFeed(this.clock, kind, kind === 'server' ? '' : urls[kind]);
    return this.#feed;
  }

  #closeFeed(): void {
    this.#feed?.source.dispose();
    this.#feed = null;
  }

  /** Wears the visitor's profile, or (null) none. */
  onProfile(profile: BodyProfile | null): void {
    if (profile === this.#profile) return;
    this.#profile = profile;
    this.current.wear(profile);
  }

  /** Another avatar has another hip height: mouse and keys start afresh. */
  onAvatar(): void {
    if (this.#worn) this.#fitHeadset(this.#worn);
    if (useStudioStore.getState().source.kind === 'emulator') this.#emulate();
  }

  /** Enters virtual reality; without a headset by an emulated one that mouse and keys control. */
  async enterVr(): Promise<void> {
    const { xr } = useStudioStore.getState();
    const { busy } = usePage.getState();
    if (busy || this.world.renderer.xr.isPresenting) return;
    await this.#busy('Entering VR …', async () => {
      if (xr === 'device') this.#dropEmulation();
      const emulation = xr === 'device' ? null : (this.#emulation ?? this.#emulate(true));
      const offsets = this.#xrOffsets(emulation ? 1 : this.world.scales.eyes);
      try {
        await emulation?.wearHeadset(offsets);
        const source = await startXrSession(this.world, offsets);
        source.session.addEventListener('end', () => {
          source.dispose();
          this.#onXrEnd(emulation);
        });
        this.world.setImmersive(true);
        const eyesScale = this.world.scales.eyes;
        this.#worn = { headset: source, emulation, stage: this.#stageHeadset(source, emulation), eyesScale };
        this.#use('headset', this.#worn.stage);
        useStudioStore.setState({ xr: 'presenting' });
        await this.#openView(emulation !== null);
      } catch (error) {
        emulation?.takeHeadsetOff();
        throw error;
      }
    });
  }

  /** In virtual reality: the headset moves the body again. */
  playHeadset(): void {
    if (this.#worn) this.#use('headset', this.#worn.stage);
  }

  /** In virtual reality: the demo or the last file moves the body, and the wearer watches it. */
  watch(kind: 'demo' | 'file'): void {
    if (!this.#worn) return;
    if (kind === 'demo') this.#use('demo', stageDemo(), true);
    else if (this.#file) this.#use('file', this.#file, true);
  }

  /** Whether trackers of a feed are worn together with the headset. */
  get hasJoinedFeed(): boolean {
    return this.#worn !== null && this.#feed !== null;
  }

  /** In virtual reality: metres of the headset -> the person's. */
  get headsetScale(): number {
    return this.#worn?.stage.placement.scale ?? 1;
  }

  /** What the headset shows beside the world; null outside of virtual reality. */
  get headsetView(): HeadsetView | null {
    return this.#headsetView;
  }

  /** In virtual reality: takes the trackers of a feed along with the headset. */
  async joinTrackers(): Promise<void> {
    const worn = this.#worn;
    if (!worn || this.#feed) return;
    await this.#busy('Looking for tracker feeds …', async () => {
      await this.#openFeed();
      worn.stage = this.#stageHeadset(worn.headset, worn.emulation);
      if (this.#worn === worn) this.#use('headset', worn.stage);
    });
  }

  /** The panel is a help: without it virtual reality goes on. */
  async #openView(isEmulated: boolean): Promise<void> {
    try {
      const view = await this.#hooks.openHeadsetView(isEmulated);
      if (this.#worn) this.#headsetView = view;
      else view.dispose();
    } catch (error) {
      notify('error', `The panel inside the headset could not be opened: ${explainError(error)}`);
    }
  }

  /** The headset on its place, with the trackers of an open feed. */
  #stageHeadset(headset: WebXrSource, emulation: Emulation | null): StageSource {
    const feed = this.#feed;
    const joined = feed && joinFeed(headset, feed.source);
    return createStageSource(joined?.source ?? headset, {
      isWearer: true,
      stand: 'turned',
      measure: emulation ? 'avatar' : 'person',
      trackedPart: 'eyes',
      things: { devices: joined?.devices ?? headset.devices, isReal: !emulation || joined !== null, recorded: null },
      wear: (profile) => {
        // An emulated hand holds its controller in the usual way.
        if (!emulation) wearGrips(headset.offsets, profile);
        feed?.wear(profile, true);
      },
    });
  }

  /** Of an emulated headset: controllers or bare hands. */
  toggleBareHands(): void {
    this.#worn?.emulation?.toggleHands();
  }

  leaveVr(): void {
    void this.world.renderer.xr.getSession()?.end();
  }

  #onXrEnd(emulation: Emulation | null): void {
    this.#headsetView?.dispose();
    this.#headsetView = null;
    this.#worn = null;
    useStudioStore.setState({ xr: emulation ? 'emulated' : 'device' });
    this.world.setImmersive(false);
    this.#hooks.onVrEnd();
    emulation?.takeHeadsetOff();
    // What was opened or watched meanwhile goes on.
    if (useStudioStore.getState().source.kind !== 'headset') {
      this.#dropEmulation();
      return;
    }
    if (this.#feed) {
      this.#use('feed', this.#feed.stage);
    } else if (emulation) this.#resumeEmulation(emulation);
    else this.playDemo();
  }

  /** Another avatar in virtual reality: its eyes are elsewhere in its head, and an emulated wearer is of its height. */
  #fitHeadset(worn: WornHeadset): void {
    const { headset, emulation } = worn;
    worn.eyesScale = this.world.scales.eyes;
    headset.offsets.set(this.#xrOffsets(emulation ? 1 : worn.eyesScale));
    if (!emulation) wearGrips(headset.offsets, this.#profile);
    const avatar = this.world.body?.avatar;
    if (avatar) emulation?.fit(avatar);
  }

  /** The wearer turned out to be of another size than was thought: the head is elsewhere behind the eyes. */
  #followSize(): void {
    const worn = this.#worn;
    if (worn && !worn.emulation && worn.eyesScale !== this.world.scales.eyes) this.#fitHeadset(worn);
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
    emulation.input.isUsed = this.#isPersonUsed;
    this.#resumeEmulation(emulation, keepsFeed);
    return emulation;
  }

  #resumeEmulation(emulation: Emulation, keepsFeed = false): void {
    this.#use('emulator', emulation.stage, false, keepsFeed);
  }

  /** @param isWatched by the wearer of a headset, who stays in virtual reality */
  #use(
    kind: SourceKind,
    next: StageSource,
    isWatched = false,
    keepsFeed = kind === 'feed' || kind === 'headset',
  ): void {
    if (!keepsFeed && !isWatched) this.#closeFeed();
    const isOnScreen = kind === 'demo' || kind === 'file' || kind === 'feed';
    if (isOnScreen && !isWatched) {
      this.leaveVr();
      this.#dropEmulation();
    }
    this.world.wearer.isWatching = isWatched;
    this.current = next;
    next.wear(this.#profile);
    void this.sender.update();
    this.world.setSource(next);
    useStudioStore.setState({ source: { kind, label: next.source.label } });
  }

  #dropEmulation(): void {
    this.#emulation?.dispose();
    this.#emulation = null;
  }
}
