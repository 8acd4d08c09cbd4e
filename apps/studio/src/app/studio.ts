import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { loadAvatar } from '@leib/three';
import {
  createEmulatedHeadset,
  createEmulatedSource,
  createTrackedFrame,
  type EmulatedSource,
  seekTimeline,
  type TrackedSource,
} from '@leib/tracking';
import { createDemoSource } from '../demo/demoSource.js';
import { mirrorRoom } from '../rooms/mirrorRoom.js';
import { createSettingsStore } from '../settings/settingsStore.js';
import { EmulatorInput } from '../world/emulatorInput.js';
import { World } from '../world/world.js';
import { hasHeadset, startXrSession } from '../world/xrSession.js';
import { describeAvatar } from './describeAvatar.js';
import { readDroppedFile } from './droppedFile.js';
import { Recorder } from './recorder.js';
import { saveFile } from './saveFile.js';
import { createStageSource, type StageSource, stageMotion, stageRecording } from './stageSource.js';
import { notify, type SourceKind, useStudioStore } from './studioStore.js';

/** The panel's place, as styles.css has it: beside the picture on wide screens, below it on others. */
const WIDE_SCREEN = 760;
const PANEL_WIDTH = 314;
const PANEL_SHARE = 0.46;

/** What the panels call: wires the world, the files and the store. Every failure becomes one notice. */
export class Studio {
  readonly room = {
    id: mirrorRoom.id,
    settings: createSettingsStore(mirrorRoom.id, mirrorRoom.shape, globalThis.localStorage ?? null),
  };
  readonly world: World;
  readonly #recorder = new Recorder();
  #source: StageSource;
  #fileSource: StageSource | null = null;
  #emulator: { readonly source: EmulatedSource; readonly input: EmulatorInput } | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#source = createStageSource(createDemoSource(), null);
    this.world = new World(canvas, this.#source.source, this.room.settings.values);
    this.world.onPose = (dtSeconds) => this.#recorder.append(this.world, dtSeconds);
    this.room.settings.store.subscribe(() => this.#fitPerson());
    new ResizeObserver(() => this.#resize()).observe(canvas);
    useStudioStore.subscribe((state, before) => state.isPanelOpen !== before.isPanelOpen && this.#resize());
  }

  /** Loads the default person and begins to draw. */
  async start(): Promise<void> {
    this.#resize();
    this.world.start();
    void hasHeadset().then((isThere) => useStudioStore.setState({ xr: isThere ? 'device' : 'emulated' }));
    await this.wearDefaultAvatar();
  }

  async wearDefaultAvatar(): Promise<void> {
    await this.#loadAvatar(defaultAvatarUrl);
  }

  async openAvatar(file: File): Promise<void> {
    await this.#loadAvatar(file);
  }

  playDemo(): void {
    this.#use('demo', createStageSource(createDemoSource(), null));
  }

  playEmulator(): void {
    if (useStudioStore.getState().source.kind === 'emulator') return;
    const source = createEmulatedSource();
    this.#use('emulator', createStageSource(source, null, 'turned'));
    const input = new EmulatorInput(this.world, source);
    this.#emulator = { source, input };
    this.world.onDeviceFrame = () => input.update();
    this.world.renderer.domElement.focus();
  }

  /** A dropped or chosen file of any kind we know: motion, recording, avatar or settings. */
  async openFile(file: File): Promise<void> {
    await this.#busy(`Opening ${file.name} …`, async () => {
      const opened = await readDroppedFile(file);
      switch (opened.kind) {
        case 'settings':
          this.room.settings.load(opened.text);
          notify('info', `Settings loaded from ${file.name}.`);
          return;
        case 'avatar':
          await this.#loadAvatar(file);
          return;
        case 'motion':
          this.#fileSource = stageMotion(opened.motion, file.name);
          break;
        case 'recording':
          this.#fileSource = stageRecording(opened.recording, file.name);
          break;
      }
      useStudioStore.setState({ fileLabel: file.name });
      this.#use('file', this.#fileSource);
      for (const remark of opened.remarks) notify('info', remark);
    });
  }

  togglePlaying(): void {
    const { timeline } = this.world;
    if (!timeline) return;
    // At the end of what does not loop, play means: again.
    if (!timeline.isPlaying && !timeline.isLooping && timeline.timeSeconds >= timeline.durationSeconds) {
      seekTimeline(timeline, 0);
    }
    timeline.isPlaying = !timeline.isPlaying;
  }

  seekBy(seconds: number): void {
    const { timeline } = this.world;
    if (timeline) seekTimeline(timeline, timeline.timeSeconds + seconds);
  }

  toggleLooping(): void {
    const { timeline } = this.world;
    if (timeline) timeline.isLooping = !timeline.isLooping;
  }

  async toggleRecording(): Promise<void> {
    if (!this.#recorder.isRecording) {
      const avatar = this.world.body?.avatar;
      if (!avatar) return;
      await this.#recorder.start(this.room.settings.values(), avatar.report.statureMetres);
      useStudioStore.setState({ isRecording: true });
      return;
    }
    useStudioStore.setState({ isRecording: false });
    await this.#busy('Saving the recording …', async () => {
      const { name, bytes, seconds } = await this.#recorder.stop();
      saveFile(name, bytes, 'application/octet-stream');
      notify('info', `${seconds.toFixed(1)} s saved as ${name}. Drop it here to play it.`);
    });
  }

  async enterVr(): Promise<void> {
    if (this.world.renderer.xr.isPresenting) return;
    await this.#busy('Entering VR …', async () => {
      if (useStudioStore.getState().xr !== 'device') await this.#wearEmulatedHeadset();
      const source = await startXrSession(this.world);
      const emulated = this.#emulator;
      this.#use('headset', createStageSource(source, null, 'turned'), emulated !== null);
      this.world.rig.setImmersive(true);
      if (emulated) emulated.input.isImmersive = true;
      const scratch = createTrackedFrame();
      this.world.onDeviceFrame = (frame, dtSeconds) => {
        emulated?.source.step(dtSeconds, scratch);
        emulated?.input.update();
        if (frame) source.readXrFrame(frame);
      };
      source.session.addEventListener('end', () => this.#onXrEnd());
      useStudioStore.setState({ xr: 'presenting' });
    });
  }

  leaveVr(): void {
    void this.world.renderer.xr.getSession()?.end();
  }

  #onXrEnd(): void {
    const wasEmulated = this.#emulator !== null;
    useStudioStore.setState({ xr: wasEmulated ? 'emulated' : 'device' });
    this.world.rig.setImmersive(false);
    this.#resize();
    if (wasEmulated) this.playEmulator();
    else this.playDemo();
  }

  /** A visitor without a headset enters VR all the same, through an emulated one that mouse and keys move. */
  async #wearEmulatedHeadset(): Promise<void> {
    if (!this.#emulator) this.playEmulator();
    if (!this.#emulator) return;
    const headset = await createEmulatedHeadset();
    headset.install();
    this.#emulator.source.headset = headset;
  }

  #use(kind: SourceKind, next: StageSource, keepEmulator = false): void {
    if (!keepEmulator) this.#dropEmulator();
    this.#source = next;
    const old = this.world.setSource(next.source);
    if (old !== this.#fileSource?.source && !(keepEmulator && this.#isEmulator(old))) old.dispose();
    useStudioStore.setState({ source: { kind, label: next.source.label } });
    this.#fitPerson();
  }

  #isEmulator(source: TrackedSource): boolean {
    return this.#emulator !== null && source.label === this.#emulator.source.label;
  }

  #dropEmulator(): void {
    this.#emulator?.input.dispose();
    this.#emulator = null;
    this.world.onDeviceFrame = () => {};
  }

  async #loadAvatar(source: string | File): Promise<void> {
    const name = typeof source === 'string' ? 'the default avatar' : source.name;
    await this.#busy(`Loading ${name} …`, async () => {
      const avatar = await loadAvatar(source);
      this.world.setAvatar(avatar);
      this.#fitPerson();
      useStudioStore.setState({ avatar: describeAvatar(avatar) });
      for (const warning of avatar.report.warnings) notify('info', warning);
    });
  }

  /** Scales the person: a recording says how tall its actor is, everyone else sets it. */
  #fitPerson(): void {
    const avatar = this.world.body?.avatar;
    if (!avatar) return;
    const stature = this.#source.stature ?? this.room.settings.values().stature;
    const scale = stature / avatar.report.statureMetres;
    this.world.person.scale.setScalar(scale);
    this.#source.fit(scale);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.world.renderer.domElement;
    const { isPanelOpen } = useStudioStore.getState();
    const isWide = clientWidth >= WIDE_SCREEN;
    const covered = {
      right: isPanelOpen && isWide ? PANEL_WIDTH : 0,
      bottom: isPanelOpen && !isWide ? clientHeight * PANEL_SHARE : 0,
    };
    if (!this.world.renderer.xr.isPresenting) this.world.resize(clientWidth, clientHeight, covered);
  }

  async #busy(text: string, work: () => Promise<void>): Promise<void> {
    useStudioStore.setState({ busy: text });
    try {
      await work();
    } catch (error) {
      notify('error', (error as Error).message);
    } finally {
      useStudioStore.setState({ busy: null });
    }
  }
}
