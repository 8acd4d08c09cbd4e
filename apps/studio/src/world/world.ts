import type { BodyProportions } from '@leib/calibration';
import { defaultOneEuroParams, type Pose, seekTimeline, type Timeline } from '@leib/core';
import { defaultEmbodySettings, flatGround, type Ground } from '@leib/embody';
import { type Avatar, configureRenderer } from '@leib/three';
import {
  buildReaderParams,
  createDeviceFrame,
  createJointReader,
  type DeviceFrame,
  type JointReader,
  type Placement,
  readJoints,
  startCrossfade,
  type TrackedSource,
  type TrackerOffsets,
  type WearerFit,
} from '@leib/tracking';
import { Group, Quaternion, Scene, Vector3, WebGLRenderer } from 'three';
import type { Clock } from '../time/clock.js';
import { boundsOfBody, type Subject } from './bodyBounds.js';
import { chooseSolver, type SolverChoice } from './bodySolver.js';
import { CameraKeys } from './cameraKeys.js';
import { CameraRig } from './cameraRig.js';
import { subjectWithCompany } from './companyView.js';
import { compileShaders } from './compileShaders.js';
import { chooseDrawQuality, type DrawQuality } from './drawQuality.js';
import { StageFace } from './face/stageFace.js';
import { surroundingsOf } from './face/surroundings.js';
import { FirstMotion } from './firstMotion.js';
import { FrameLoop } from './frameLoop.js';
import { type Glass, groundWithGlass } from './glassStop.js';
import { Locomotion } from './locomotion/locomotion.js';
import { createMeter, type Meter, measure } from './meter.js';
import { PersonSize } from './personSize.js';
import type { Covered } from './pictureFrame.js';
import { Portraits } from './portrait.js';
import { startPoseFade } from './poseFade.js';
import { waitForWeights } from './priorWeights.js';
import { createEmptyScene, type RoomScene } from './roomScene.js';
import { scaledGround } from './scaledGround.js';
import {
  type BodyVisibility,
  createStageBody,
  disposeStageBody,
  findEyes,
  type StageBody,
  showBody,
  solveBody,
} from './stageBody.js';
import { StagePainter } from './stagePainter.js';
import type { StageSettings } from './stageSections.js';
import { glassOf, MIRROR_SIZE, StageSet } from './stageSet.js';
import { noTrackedThings, type TrackedThings } from './trackedThings.js';
import type { Truth } from './truth.js';
import { Wearer } from './wearer.js';
import { WorldEvents } from './worldEvents.js';

/** A source, and where its tracked space stands on the stage. */
export interface PlacedSource {
  readonly source: TrackedSource;
  readonly placement: Placement;
}

/** The 3D side of the studio: stage, mirror, one body, one source, one room, one loop. Knows nothing of React. */
export class World extends WorldEvents {
  readonly clock: Clock;
  readonly renderer: WebGLRenderer;
  readonly rig: CameraRig;
  readonly painter: StagePainter;
  readonly loop: FrameLoop;
  readonly meters: Readonly<Record<'frame' | 'solve' | 'interval', Meter>>;
  /** Blinking, gaze and mouth of the body. */
  readonly face = new StageFace();
  /** Everything in the person's measure: scaled as a whole when the person is not of the avatar's size. */
  readonly person = new Group();
  /** How large the person is, against the avatar and the wearer. */
  readonly size = new PersonSize(this.person);
  /** The tracked space in the person's measure, where the room has put it. */
  readonly tracked = new Group();
  /** Carries it by stick and teleport. */
  readonly locomotion: Locomotion;
  /** The motion that is played, where its whole body is known. */
  truth: Truth | null = null;
  /** What the source tracks, device by device. */
  things: TrackedThings = noTrackedThings;
  /** What the source measures in this frame. */
  readonly devices: DeviceFrame = createDeviceFrame();
  /** Reads them: `tracked` are the joints before the room moves them, `joints` what the body is solved from. */
  reader: JointReader = createJointReader(null);
  /** The person in the headset. */
  readonly wearer = new Wearer();

  readonly #scene = new Scene();
  readonly #cameraKeys: CameraKeys;
  readonly #quality: DrawQuality;
  readonly #set: StageSet;
  readonly #portraits: Portraits;
  #source: TrackedSource;
  #placement: Placement;
  readonly #smoothing = { ...defaultOneEuroParams };
  readonly #eyesWorld = { position: new Vector3(), rotation: new Quaternion() };
  /** What the room has to stand on and to run into, the glass of the mirror included. */
  readonly #stageGround = groundWithGlass(
    () => this.#room.ground,
    () => this.glass,
  );
  /** The same in the person's measure. */
  readonly ground: Ground = scaledGround(
    () => this.#stageGround,
    () => this.person.scale.x,
  );
  #settings: () => StageSettings;
  #room: RoomScene = createEmptyScene(flatGround());
  #solverChoice: SolverChoice = defaultEmbodySettings;
  #theme: 'light' | 'dark' = 'dark';
  #body: StageBody | null = null;
  readonly #firstMotion = new FirstMotion(() => this.onFirstMotion());

  constructor(canvas: HTMLCanvasElement, clock: Clock, stage: PlacedSource, settings: () => StageSettings) {
    super();
    this.clock = clock;
    waitForWeights(clock);
    this.#settings = settings;
    this.#quality = chooseDrawQuality(clock);
    this.#set = new StageSet(this.#quality);
    this.#source = stage.source;
    this.#placement = stage.placement;
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: this.#quality.antialias,
      // For pictures without a background; the stage's own covers everything.
      alpha: true,
      powerPreference: 'high-performance',
    });
    configureRenderer(this.renderer);
    // three.js loads everything onto the graphics card again by itself.
    canvas.addEventListener('webglcontextlost', () => this.onGraphics('lost'));
    canvas.addEventListener('webglcontextrestored', () => this.onGraphics('back'));
    this.renderer.xr.enabled = true;
    this.loop = new FrameLoop(clock, this.renderer, (dtSeconds, xrFrame) => this.#onFrame(dtSeconds, xrFrame));
    this.meters = { frame: this.loop.frame, solve: createMeter(), interval: this.loop.interval };
    this.rig = new CameraRig(canvas);
    this.#cameraKeys = new CameraKeys(this.rig);
    this.painter = new StagePainter({
      renderer: this.renderer,
      scene: this.#scene,
      rig: this.rig,
      stage: this.#set.stage,
      mirror: this.#set.mirror,
      tracked: this.tracked,
      settings: () => this.#settings(),
      room: () => this.#room,
    });
    this.#portraits = new Portraits({ renderer: this.renderer, person: this.person, scene: this.#scene });
    this.locomotion = new Locomotion(this, () => this.#settings());
    this.locomotion.root.add(this.tracked);
    this.person.add(this.#set.personRoot, this.locomotion.root, this.locomotion.teleporter.root);
    const { stage: scenery, mirror } = this.#set;
    this.#scene.add(scenery.root, mirror.root, this.person, this.rig.root);
  }

  get timeline(): Timeline | null {
    return this.#source.timeline;
  }

  /** How what the source measures sits on the body. */
  get offsets(): TrackerOffsets {
    return this.#source.offsets;
  }

  get body(): Readonly<StageBody> | null {
    return this.#body;
  }

  /** Compiles the empty stage's shaders before the avatar is loaded. */
  prepareStage(): void {
    this.renderer.compile(this.#scene, this.rig.camera);
  }

  /** Compiles an avatar's shaders, beside the running picture where the browser can do so. */
  prepareAvatar(avatar: Avatar): Promise<void> {
    return compileShaders(this.renderer, avatar.root, this.rig.camera, this.#scene);
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#theme = theme;
    this.#set.stage.setTheme(theme);
    this.#room.setTheme(theme);
  }

  /** Takes down what stands in the room and puts up another one's. */
  enterRoom(room: RoomScene, settings: () => StageSettings): void {
    this.#room.root.removeFromParent();
    this.#room.personRoot.removeFromParent();
    this.#room.dispose();
    this.tracked.position.set(0, 0, 0);
    this.tracked.rotation.set(0, 0, 0);
    this.locomotion.goHome();
    this.rig.endFollowing();
    this.#room = room;
    this.#settings = settings;
    this.#scene.add(room.root);
    this.person.add(room.personRoot);
    room.setTheme(this.#theme);
  }

  /** The glass of the mirror; null where none stands. */
  get glass(): Glass | null {
    return glassOf(this.#settings(), this.#room);
  }

  /** The camera goes where the person is whole in the picture. */
  frame(): void {
    this.rig.frame();
  }

  /** Person and camera go back to the start; a clip begins again. */
  goHome(): void {
    this.onHome();
    this.locomotion.goHome();
    if (this.timeline) seekTimeline(this.timeline, 0);
    this.rig.goHome();
  }

  get room(): RoomScene {
    return this.#room;
  }

  /** What solves the body from now on; its pose goes over to the new one's. */
  setSolver(choice: SolverChoice): void {
    this.#solverChoice = choice;
    if (!this.#body) return;
    const { avatar, solver, fade } = this.#body;
    startPoseFade(fade);
    this.#body.solver = chooseSolver(solver, avatar.skeleton, choice, this.ground);
  }

  /** Hands the view over to a headset, or takes it back. */
  setImmersive(isImmersive: boolean): void {
    this.wearer.reset();
    this.rig.setImmersive(isImmersive);
  }

  resize(width: number, height: number, covered: Covered): void {
    if (!this.painter.isOfThePage) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, this.#quality.maxPixelRatio));
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height, covered);
  }

  /** Goes over to another source without a jump. The old one is not disposed of: it may be wanted again. */
  setSource({ source, placement }: PlacedSource): void {
    this.#placement = placement;
    if (source === this.#source) return;
    this.#source = source;
    startCrossfade(this.reader);
  }

  /** Puts another body on the stage and frees the old one. Where it throws, the old one stays. */
  setAvatar(avatar: Avatar): void {
    const body = createStageBody(avatar, this.#solverChoice, this.ground);
    this.#disposeBody();
    this.#body = body;
    // What the last one held, smoothed and faded is in the metres of another body.
    this.reader = createJointReader(avatar.skeleton);
    this.person.add(avatar.root, body.skeletonView.root);
  }

  /**
   * Sets the person's size against the avatar's, and the lengths of the body; null: its own. By degrees: the size
   * changes slowly.
   */
  setPerson(fit: WearerFit, proportions: BodyProportions | null, isByDegrees: boolean): void {
    this.size.setFit(fit, isByDegrees);
    this.#body?.stretch.setGoal(proportions, fit.wearerScale);
    if (this.#body) this.rig.setPersonHeight(this.#body.avatar.report.statureMetres * fit.shownScale);
  }

  /** Head and shoulders of the body as a data address, soon; null where the body is changed before. */
  takePortrait(): Promise<string | null> {
    return this.#portraits.take(this.#body);
  }

  dispose(): void {
    this.loop.rest();
    this.#disposeBody();
    this.#room.dispose();
    for (const part of [this.#set, this.#source, this.rig, this.#cameraKeys, this.locomotion]) part.dispose();
    this.renderer.dispose();
  }

  /** One frame. Its steps are listed in docs/architecture.md, in this order. */
  #onFrame(dtSeconds: number, xrFrame: XRFrame | null): void {
    this.#growBody(dtSeconds);
    this.onDeviceFrame(xrFrame, dtSeconds);
    this.#stepFrame(dtSeconds);
    if (this.#body) this.#firstMotion.onPicture();
  }

  /** From devices to what is drawn: the list of docs/architecture.md, "One frame". */
  #stepFrame(dtSeconds: number): void {
    const { devices, reader } = this;
    const body = this.#body;
    this.#source.step(dtSeconds, devices);
    this.#applyTrackingSettings();
    const joints = readJoints(reader, devices, this.#source.offsets, dtSeconds);
    this.#room.travel(joints, dtSeconds);
    this.locomotion.step(joints, dtSeconds);
    if (body) {
      const pose = measure(this.meters.solve, () => solveBody(body, joints, dtSeconds));
      this.onPose(dtSeconds);
      const shownPose = this.#room.stepSimulatedBody?.(pose, dtSeconds) ?? pose;
      this.#stepFace(body, shownPose, dtSeconds);
      showBody(body, shownPose, this.#visibility(), dtSeconds);
    }
    this.#room.update(dtSeconds);
    this.#draw(dtSeconds);
  }

  #growBody(dtSeconds: number): void {
    if (!this.#body) return;
    const { stretch, avatar, solver } = this.#body;
    if (stretch.step(dtSeconds)) {
      solver.setSkeleton(avatar.skeleton);
      this.reader.params = buildReaderParams(avatar.skeleton);
    }
    if (this.size.grow(avatar.report.statureMetres, dtSeconds)) this.onScale();
  }

  /** What the source is and the user set: a headset that may be put down, smoothing, hands that are lost on purpose or at the panel, the recentred space. */
  #applyTrackingSettings(): void {
    const settings = this.#settings();
    this.wearer.applyTo(this.devices, settings);
    this.reader.placement = this.wearer.placementOf(this.#placement);
    this.#smoothing.minCutoffHz = settings.minCutoff;
    this.reader.smoothing = settings.smoothing ? this.#smoothing : null;
    const putDown = this.#body?.solver.embody?.state.putDown;
    if (putDown) putDown.isWatched = this.#source.timeline === null && this.#source.isWorn !== false;
  }

  #stepFace(body: StageBody, pose: Pose, dtSeconds: number): void {
    const around = surroundingsOf(this.#room, this.#settings(), MIRROR_SIZE, this.person.scale.x);
    this.face.step(body, pose, around, dtSeconds);
  }

  /** Out of the body's own eyes its head is not drawn. */
  #visibility(): BodyVisibility {
    const { showAvatar, showSkeleton } = this.#settings();
    const isWorn = this.renderer.xr.isPresenting ? !this.wearer.isWatching : this.rig.mode === 'eyes';
    return { showAvatar: showAvatar && !this.#room.hidesAvatar, showSkeleton, showHead: !isWorn };
  }

  /** Everything around the body: mirror, targets, hands, light and view. */
  #showStage(dtSeconds: number): void {
    if (this.#body) findEyes(this.#body, this.person.scale.x, this.#eyesWorld);
    const settings = this.#settings();
    const { camera, follow } = settings;
    const { isPresenting } = this.renderer.xr;
    this.rig.setMode(this.#room.camera ?? camera);
    const isThroughGlass = camera === 'mirror' && !isPresenting;
    this.#set.update(settings, this.#room, this.reader.joints, this.#eyesWorld.position, isThroughGlass);
    if (isPresenting) this.#carryView();
    else {
      this.#cameraKeys.step(dtSeconds);
      const companyX = (this.#room.companyX ?? 0) * this.person.scale.x;
      this.rig.setCompany(companyX);
      this.rig.step(dtSeconds, this.#eyesWorld, this.#subject(companyX), follow);
    }
  }

  #carryView(): void {
    const { tracked, person, locomotion } = this;
    const { recentring, isWatching } = this.wearer;
    if (isWatching) this.rig.standBack(recentring, person.scale.x);
    else this.rig.carry(locomotion.placeOf(tracked), recentring, person.scale.x, this.#placement.scale);
  }

  /** The body, for the camera; null where none is shown. */
  #subject(companyX: number): Subject | null {
    const { showAvatar, showSkeleton } = this.#settings();
    if (!this.#body || !(showAvatar || showSkeleton)) return null;
    return subjectWithCompany(boundsOfBody(this.#body, this.person.scale.x), companyX);
  }

  #draw(dtSeconds: number): void {
    this.#showStage(dtSeconds);
    const { isDrawing } = this.loop;
    const canDraw = isDrawing && !this.renderer.xr.isPresenting;
    this.#portraits.step(this.#body, canDraw && this.face.values.closedLeft < 0.3, dtSeconds);
    if (isDrawing) this.painter.paint();
    // What the pointer meets and what is projected go by these; drawing updates them, too.
    else this.#scene.updateMatrixWorld();
  }

  #disposeBody(): void {
    if (this.#body) disposeStageBody(this.#body);
    this.#body = null;
  }
}
