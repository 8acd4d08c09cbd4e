import type { BridgeSource } from '@leib/feeds';
import { createXrOffsets, eyesInHead, type TrackerOffsets, type WebXrSource } from '@leib/tracking';
import type { Clock } from '../time/clock.js';
import { useNotices } from '../ui/noticesStore.js';
import { stageDemo } from '../world/demo/stageDemo.js';
import { createStageSource, type StageSource } from '../world/stageSource.js';
import type { World } from '../world/world.js';
import { startXrSession } from '../world/xrSession.js';
import { type Busy, createBusy } from './busy.js';
import { Emulation } from './emulation.js';
import type { StudioFeed } from './feed.js';
import { joinFeed } from './joinFeed.js';
import { type SourceKind, useStudioStore } from './studioStore.js';

/** What moves the body: the demo, a file, mouse and keys, a headset, tracker feeds. One at a time, and changes between them. */
export class Sources {
  readonly world: World;
  readonly clock: Clock;
  /** The source that is used, on its place. */
  current: StageSource;
  readonly #onChange: () => void;
  readonly #onVrEnd: () => void;
  readonly #busy: Busy;
  #file: StageSource | null = null;
  #emulation: Emulation | null = null;
  #isPersonUsed = true;
  #feed: StudioFeed | null = null;

  /** @param hooks are called when another source is used, and when virtual reality was left */
  constructor(
    world: World,
    first: StageSource,
    hooks: { readonly onChange: () => void; readonly onVrEnd: () => void },
  ) {
    this.world = world;
    this.clock = world.clock;
    this.current = first;
    this.#onChange = hooks.onChange;
    this.#onVrEnd = hooks.onVrEnd;
    this.#busy = createBusy(world.clock);
  }

  playDemo(): void {
    this.#use('demo', stageDemo());
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
    emulation?.press('Home', true);
    emulation?.press('Home', false);
    emulation?.press('KeyW', true);
    this.clock.after(seconds, () => emulation?.press('KeyW', false));
  }

  /** Sticks on a touch screen: to the right, ahead, turning to the right. Pushed with another source, they take the person over. */
  pushSticks(right: number, ahead: number, turnRight: number): void {
    const isPushed = right !== 0 || ahead !== 0 || turnRight !== 0;
    if (isPushed && !this.#emulation) this.playEmulator();
    this.#emulation?.pushSticks(right, ahead, turnRight);
  }

  /** Whether the room has a person to move: others show no handles and leave the keys alone. */
  set isPersonUsed(isUsed: boolean) {
    this.#isPersonUsed = isUsed;
    if (this.#emulation) this.#emulation.isUsed = isUsed;
  }

  /** The tracker feeds that drive the body. */
  get feed(): BridgeSource | null {
    return this.#feed?.bridge ?? null;
  }

  /** Gives what the body does to the feeds that ask for it. */
  sendPose(dtSeconds: number): void {
    this.#feed?.output.append(this.world, dtSeconds);
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

  /** Another avatar has another hip height: mouse and keys start afresh. */
  onAvatar(): void {
    if (useStudioStore.getState().source.kind === 'emulator') this.#emulate();
  }

  /** Enters virtual reality; without a headset by an emulated one that mouse and keys control. */
  async enterVr(): Promise<void> {
    const { xr } = useStudioStore.getState();
    const { busy } = useNotices.getState();
    if (busy || this.world.renderer.xr.isPresenting) return;
    await this.#busy('Entering VR …', async () => {
      if (xr === 'device') this.#dropEmulation();
      const emulation = xr === 'device' ? null : (this.#emulation ?? this.#emulate(true));
      const offsets = this.#xrOffsets(emulation ? 1 : this.world.eyesScale);
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
            trackedPart: 'eyes',
            things: {
              devices: joined?.devices ?? source.devices,
              isReal: !emulation || joined !== null,
              feed: joined === null ? null : (this.#feed?.bridge ?? null),
              recorded: null,
            },
          }),
        );
        this.world.setImmersive(true);
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

  #onXrEnd(emulation: Emulation | null): void {
    useStudioStore.setState({ xr: emulation ? 'emulated' : 'device' });
    this.world.setImmersive(false);
    this.#onVrEnd();
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
    emulation.isUsed = this.#isPersonUsed;
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
    this.current = next;
    this.world.setSource(next);
    this.world.truth = next.truth;
    this.world.things = next.things;
    useStudioStore.setState({ source: { kind, label: next.source.label } });
    this.#onChange();
  }

  #dropEmulation(): void {
    this.world.onDeviceFrame = () => {};
    this.#emulation?.dispose();
    this.#emulation = null;
  }
}
