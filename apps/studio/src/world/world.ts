import type { BodyProfile } from '@leib/calibration';
import { defaultOneEuroParams, InputError, ownValue, type Pose, type Timeline } from '@leib/core';
import {
  flatGround,
  type Ground,
  isPersonActor,
  type PersonDocSettings,
  type PersonRefs,
  type PersonScales,
  personDoc,
  scaledGround,
} from '@leib/embody';
import {
  type ActorDoc,
  type ActorId,
  type ActorKinds,
  createStage,
  type ScriptKinds,
  type Stage,
  type StageDoc,
} from '@leib/stage';
import { type Avatar, configureRenderer } from '@leib/three';
import {
  createDeviceFrame,
  createJointReader,
  type DeviceFrame,
  type JointFrame,
  type JointReader,
  standingHeadHeight,
  statureOfHeadHeight,
  type TrackerOffsets,
} from '@leib/tracking';
import { Group, Quaternion, Scene, Vector3, WebGLRenderer } from 'three';
import type { Clock } from '../time/clock.js';
import { boundsOfBody, type Subject } from './bodyBounds.js';
import { CameraKeys } from './cameraKeys.js';
import { CameraRig } from './cameraRig.js';
import { subjectWithCompany } from './companyView.js';
import { compileShaders } from './compileShaders.js';
import { chooseDrawQuality, type DrawQuality } from './drawQuality.js';
import { StageFace, surroundingsOf } from './face/stageFace.js';
import { createFirstMotion } from './firstMotion.js';
import { FrameLoop } from './frameLoop.js';
import { type Glass, groundWithGlass } from './glassStop.js';
import { Locomotion } from './locomotion/locomotion.js';
import { createMeter, type Meter, measure } from './meter.js';
import { fitPerson, profileOf, withLockMode } from './personFit.js';
import type { Covered } from './pictureFrame.js';
import { Portraits } from './portrait.js';
import { pagePriorWeights, waitForWeights } from './priorWeights.js';
import { createEmptyScene, type RoomDoc, type RoomScene, type RoomView } from './roomScene.js';
import {
  type BodyVisibility,
  createStageBody,
  disposeStageBody,
  findEyes,
  notifyOfFailures,
  type StageBody,
  showBody,
  wearBody,
} from './stageBody.js';
import { StagePainter } from './stagePainter.js';
import type { StageSettings } from './stageSections.js';
import { glassOf, MIRROR_SIZE, StageSet } from './stageSet.js';
import type { StageSource, TrackedThings, Truth } from './stageSource.js';
import { Wearer } from './wearer.js';

/** The person who is tracked. */
export const ME = 'me';

/** Before there is a body nothing is read. */
const nobody = { devices: createDeviceFrame(), reader: createJointReader(null) };
const emptyDoc: StageDoc = {
  ...{ format: 'leib-stage/1', actors: {}, things: [], ground: { height: 0 } },
  ...{ view: {}, script: null, sinks: [] },
};
const flatFloor = flatGround();
const plainScales: PersonScales = { shown: 1, wearer: 1, eyes: 1 };

/** Whom a world tells what is not its own business. */
export interface WorldHost {
  /** A frame begins: devices are read (WebXR) before it is made. */
  beforeFrame(xrFrame: XRFrame | null, dtSeconds: number): void;
  /** The person shall go back to the start. */
  goHome(): void;
  notify(kind: 'info' | 'error', text: string): void;
  /** The browser has taken the graphics card away, or given it back. */
  showGraphics(state: 'lost' | 'back'): void;
  /** What a room's own cards cover of the picture (RoomScene.covers) is more or less. */
  layOut(): void;
  /** Somebody who does not see the picture takes the person's frames: another program. */
  isPersonWanted(): boolean;
}

/** A room that is entered. */
export interface EnteredRoom {
  readonly scene: RoomScene;
  settings(): StageSettings;
  /** Who is there by the room's settings: the same object as long as they are the same. */
  doc(): RoomDoc;
}

/** What a world is made with. */
export interface WorldParts {
  readonly canvas: HTMLCanvasElement;
  readonly clock: Clock;
  readonly source: StageSource;
  readonly host: WorldHost;
  /** Of the stage before a room is entered. */
  settings(): StageSettings;
  /** Who can be on the stage. */
  kinds(world: World): ActorKinds;
}

/** The 3D side of the studio: the stage, what is drawn around it, one room, one loop. Knows nothing of React. */
export class World {
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
  /** The tracked space in the person's measure, where the room has put it. */
  readonly tracked = new Group();
  /** Carries it by stick and teleport. */
  readonly locomotion: Locomotion;
  /** The person in the headset. */
  readonly wearer = new Wearer();
  /** Who is here, and the time that goes by for them. The person who is tracked is its actor `me`. */
  readonly stage: Stage;

  readonly #scene = new Scene();
  readonly #cameraKeys: CameraKeys;
  readonly #quality: DrawQuality;
  readonly #set: StageSet;
  readonly #portraits: Portraits;
  #source: StageSource;
  readonly #eyesWorld = { position: new Vector3(), rotation: new Quaternion() };
  /** What the room has to stand on and to run into, the glass of the mirror included. */
  readonly #stageGround = groundWithGlass(
    () => this.#room.ground ?? flatFloor,
    () => this.glass,
  );
  /** The same in the person's measure. */
  readonly ground: Ground = scaledGround(
    () => this.#stageGround,
    () => this.scales.shown,
  );
  readonly #host: WorldHost;
  #entered: EnteredRoom;
  #theme: 'light' | 'dark' = 'dark';
  #body: StageBody | null = null;
  /** The avatar was built as the visitor's own body. */
  #isOwnBody = false;
  /** What the document was made of. */
  #told: readonly unknown[] = [];
  /** What moves the person where the room has a source of its own. */
  #roomSource: StageSource | null = null;
  /** Another source, another avatar. */
  #sourceNumber = 0;
  #bodyNumber = 0;
  readonly #firstMotion = createFirstMotion();

  constructor({ canvas, clock, source, host, settings, kinds }: WorldParts) {
    this.#host = host;
    this.clock = clock;
    waitForWeights(clock);
    this.#entered = { scene: createEmptyScene(), settings, doc: () => ({ actors: {} }) };
    this.#quality = chooseDrawQuality(clock);
    this.#set = new StageSet(this.#quality);
    this.#source = source;
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: this.#quality.antialias,
      // For pictures without a background; the stage's own covers everything.
      alpha: true,
      powerPreference: 'high-performance',
    });
    configureRenderer(this.renderer);
    // three.js loads everything onto the graphics card again by itself.
    canvas.addEventListener('webglcontextlost', () => host.showGraphics('lost'));
    canvas.addEventListener('webglcontextrestored', () => host.showGraphics('back'));
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
    this.stage = createStage(kinds(this), emptyDoc, { scripts: roomScripts(() => this.#room) });
    // Before others take the frame: ring and way of a teleport, the carried space.
    this.stage.addSink(() => this.locomotion.show(this.reader.joints));
    this.stage.addSink(notifyOfFailures(host));
  }

  /** What the kind "person" of this page opens: the source that is used, the avatar that is worn. */
  get personRefs(): PersonRefs {
    return {
      source: (doc) => this.#sourceOf(doc).source,
      body: (_doc, id) => {
        const { avatar } = this.#body as StageBody;
        const both = { avatar, prior: pagePriorWeights, ground: this.#stageGround };
        const devices = (frame: DeviceFrame) => {
          this.#placePerson(id);
          this.wearer.applyTo(frame, this.#settings());
        };
        if (id !== ME) return { ...both, ground: this.ground, between: { devices } };
        const joints = (frame: JointFrame, dtSeconds: number) => {
          this.#room.travel?.(frame, dtSeconds);
          const landing = this.locomotion.push(frame);
          if (landing) this.stage.act({ kind: 'teleport', actor: ME, data: [...landing.pointWorld] });
        };
        const { player } = this.locomotion;
        return { ...both, shown: this.person.scale, player, between: { devices, joints } };
      },
    };
  }

  /** What the play bar moves: what the room plays, else what moves the person. */
  get timeline(): Timeline | null {
    return this.#room.timeline ?? this.#source.source.timeline;
  }

  /** The motion that is played, where its whole body is known. */
  get truth(): Truth | null {
    return this.#source.truth;
  }

  /** What the source tracks, device by device. */
  get things(): TrackedThings {
    return this.#source.things;
  }

  /** What the source measures in this frame. */
  get devices(): DeviceFrame {
    return (this.#body?.person ?? nobody).devices;
  }

  /** Reads them: `tracked` are the joints before the room moves them, `joints` what the body is solved from. */
  get reader(): JointReader {
    return (this.#body?.person ?? nobody).reader;
  }

  /** How large the person is, against the avatar and the wearer. */
  get scales(): PersonScales {
    return this.#body?.person?.scales ?? plainScales;
  }

  /** How tall the wearer was found out to be, metres; null where room, profile, source or settings say it. */
  get foundStature(): number | null {
    if (this.#body?.person?.settings.fit?.stature !== null) return null;
    return statureOfHeadHeight(this.scales.wearer * standingHeadHeight(this.#body.avatar.ownSkeleton));
  }

  /** How what the source measures sits on the body. */
  get offsets(): TrackerOffsets {
    return this.#source.source.offsets;
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
    this.#room.setTheme?.(theme);
  }

  /** Takes down what stands in the room and puts up another one's. */
  enterRoom(entered: EnteredRoom): void {
    const room = entered.scene;
    this.#room.root.removeFromParent();
    this.#room.personRoot.removeFromParent();
    this.#room.dispose();
    this.tracked.position.set(0, 0, 0);
    this.tracked.rotation.set(0, 0, 0);
    this.locomotion.goHome();
    this.rig.endFollowing();
    this.#entered = entered;
    this.#scene.add(room.root);
    this.person.add(room.personRoot);
    room.setTheme?.(this.#theme);
    this.#findRoomSource();
  }

  /** The glass of the mirror; null where none stands. */
  get glass(): Glass | null {
    return glassOf(this.#settings(), this.view);
  }

  /** The camera goes where the person is whole in the picture. */
  frame(): void {
    this.rig.frame();
  }

  /** Person and camera go back to the start; a clip begins again. */
  goHome(): void {
    this.#host.goHome();
    this.locomotion.goHome();
    if (this.#source.source.timeline) this.stage.act({ kind: 'seek', actor: ME, data: 0 });
    this.rig.goHome();
  }

  get room(): RoomScene {
    return this.#room;
  }

  /** What the document says of what is drawn. */
  get view(): RoomView {
    return this.stage.doc.present.view as RoomView;
  }

  /** A room has a notice for the visitor. */
  onNotice(kind: 'info' | 'error', text: string): void {
    this.#host.notify(kind, text);
  }

  /** A room whose settings take time to build has other ones: the stage hears of them before the next frame. */
  onSettings(): void {
    this.#tellStage();
  }

  /** A room's own cards cover more or less of the picture (RoomScene.covers). */
  onLayout(): void {
    this.#host.layOut();
  }

  /** Resolves when a body was first seen to move. */
  get firstMotion(): Promise<void> {
    return this.#firstMotion.seen;
  }

  get #room(): RoomScene {
    return this.#entered.scene;
  }

  #settings(): StageSettings {
    return this.#entered.settings();
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
  setSource(source: StageSource): void {
    if (source === this.#source) return;
    this.#source = source;
    this.#findRoomSource();
  }

  /** Puts another body on the stage and frees the old one. Where it throws, the old one stays. */
  setAvatar(avatar: Avatar, isOwnBody: boolean): void {
    const before = { body: this.#body, isOwnBody: this.#isOwnBody, number: this.#bodyNumber };
    const body = createStageBody(avatar);
    this.#wear(body, isOwnBody, this.#bodyNumber + 1);
    const problem = this.stage.problems.get(ME);
    if (problem !== undefined && body.person === null) {
      body.skeletonView.dispose();
      this.#wear(before.body, before.isOwnBody, before.number);
      throw new Error(problem);
    }
    if (before.body) disposeStageBody(before.body);
    this.person.add(avatar.root, body.skeletonView.root);
  }

  /** Head and shoulders of the body as a data address, soon; null where the body is changed before. */
  takePortrait(): Promise<string | null> {
    return this.#portraits.take(this.#body);
  }

  dispose(): void {
    this.loop.rest();
    this.stage.dispose();
    if (this.#body) disposeStageBody(this.#body);
    this.#body = null;
    this.#room.dispose();
    for (const part of [this.#set, this.#source.source, this.rig, this.#cameraKeys, this.locomotion]) part.dispose();
    this.renderer.dispose();
  }

  /** One frame. Its steps are listed in docs/architecture.md, in this order. */
  #onFrame(dtSeconds: number, xrFrame: XRFrame | null): void {
    this.#host.beforeFrame(xrFrame, dtSeconds);
    this.#stepFrame(dtSeconds);
    if (this.#body) this.#firstMotion.onPicture();
  }

  /** From devices to what is drawn: the list of docs/architecture.md, "One frame". */
  #stepFrame(dtSeconds: number): void {
    const isHeld = this.#room.beginFrame?.(dtSeconds) === false;
    this.#tellStage();
    if (!isHeld) measure(this.meters.solve, () => this.stage.step(dtSeconds));
    const body = this.#body;
    if (body) {
      const shownPose = this.#shownPose(body, dtSeconds);
      this.#stepFace(body, shownPose, dtSeconds);
      showBody(body, shownPose, this.#visibility(), dtSeconds);
    }
    this.#room.update(dtSeconds);
    this.#draw(dtSeconds);
  }

  /** Of the actor whose pose the avatar shows. */
  #shownPose({ avatar, pose }: StageBody, dtSeconds: number): Pose {
    const shown = this.stage.actors.get(this.view.avatarShows ?? ME);
    const own = shown?.skeleton.jointCount === avatar.skeleton.jointCount ? shown.pose : pose;
    return this.#room.showPose?.(own, dtSeconds) ?? own;
  }

  #wear(body: StageBody | null, isOwnBody: boolean, number: number): void {
    this.#body = body;
    this.#isOwnBody = isOwnBody;
    this.#bodyNumber = number;
    this.#tellStage();
  }

  /** What moves the person has changed, or is made into something else by another room. */
  #findRoomSource(): void {
    this.#roomSource = this.#room.sourceOver?.(this.#source) ?? null;
    this.#sourceNumber++;
    this.#tellStage();
  }

  /** Where the frames of a person of the document come from. */
  #sourceOf({ source: { kind } }: ActorDoc): StageSource {
    return (kind === 'room' ? this.#roomSource : null) ?? this.#source;
  }

  /** Makes the stage's document where room, settings, profile, source or avatar are others. */
  #tellStage(): void {
    const [settings, template, body] = [this.#settings(), this.#entered.doc(), this.#body];
    const profile = profileOf(settings);
    const { doc: added } = this.#room;
    const isWorn = this.#source.things.isReal || this.renderer.xr.isPresenting;
    const unseen = this.#host.isPersonWanted() ? 'solved' : isWorn ? 'read' : null;
    const { found, headHeight } = this.#roomSource ?? this.#source;
    const told = [settings, template, added, body, profile, this.#sourceNumber, found, headHeight, unseen];
    if (told.every((value, i) => value === this.#told[i])) return;
    this.#told = told;
    const own = { ...template.actors, ...added?.actors };
    const entries = Object.entries(withMe(own, unseen)).flatMap(([id, doc]): [string, ActorDoc][] => {
      // Motion capture and those who look at walls have bodies of their own.
      const isOwn = doc.body.kind !== 'default' || doc.kind === 'captured' || doc.kind === 'viewer';
      if (isOwn) return [[id, doc]];
      if (!body) return [];
      return [[id, doc.kind === 'person' ? this.#completed(doc, body, profile) : { ...doc, body: this.#wornBody }]];
    });
    this.stage.load({
      ...emptyDoc,
      actors: Object.fromEntries(entries),
      things: added?.things ?? template.things ?? [],
      ground: added?.ground ?? template.ground ?? emptyDoc.ground,
      view: { ...template.view, ...added?.view },
      script: added?.script ?? null,
    });
    this.#takePerson();
  }

  /** The worn avatar, in documents. */
  get #wornBody(): ActorDoc['body'] {
    return { kind: 'worn', number: this.#bodyNumber };
  }

  /** What source, avatar, profile and settings say of a person, besides what the room does. */
  #completed(doc: ActorDoc, { avatar }: StageBody, profile: BodyProfile | null): ActorDoc {
    const settings = this.#settings();
    const fit = fitPerson({
      ownSkeleton: avatar.ownSkeleton,
      source: this.#sourceOf(doc),
      profile,
      settings,
      isOwnBody: this.#isOwnBody,
    });
    const smoothing = settings.smoothing ? { ...defaultOneEuroParams, minCutoffHz: settings.minCutoff } : null;
    const own = doc.settings as unknown as Partial<PersonDocSettings>;
    return personDoc(
      {
        ...fit,
        smoothing,
        player: this.locomotion.playerSettings,
        ...own,
        solver: withLockMode(own.solver, profile),
      },
      {
        source: doc.source.kind === 'joints' ? doc.source : { kind: doc.source.kind, number: this.#sourceNumber },
        body: this.#wornBody,
      },
    );
  }

  /** The avatar is worn by the actor that the document has made, or by nobody. */
  #takePerson(): void {
    const body = this.#body;
    if (!body) return;
    const me = this.stage.actors.get(ME);
    const person = isPersonActor(me) && me.person.avatar === body.avatar ? me.person : null;
    wearBody(body, person);
    const { statureMetres } = body.avatar.report;
    if (person) this.rig.setPersonHeight(statureMetres * (person.reader.fitted?.fit.shownScale ?? 1));
  }

  /** Where the tracked space stands: as its source has it in this size, or as it was recentred. */
  #placePerson(id: ActorId): void {
    const actor = this.stage.actors.get(id);
    if (!isPersonActor(actor)) return;
    const { person } = actor;
    const source = this.#sourceOf(this.stage.doc.present.actors[id]);
    source.place(person.reader.placement.scale, this.wearer.placedBy);
    person.place(source.placement);
  }

  #stepFace(body: StageBody, pose: Pose, dtSeconds: number): void {
    const around = surroundingsOf(this.#room, this.view, this.#settings(), MIRROR_SIZE, this.person.scale.x);
    this.face.step(body, pose, { ...around, recorded: this.#source.face?.() ?? null }, dtSeconds);
  }

  /** Out of the body's own eyes its head is not drawn. */
  #visibility(): BodyVisibility {
    const { showAvatar, showSkeleton } = this.#settings();
    const isWorn = this.renderer.xr.isPresenting ? !this.wearer.isWatching : this.rig.mode === 'eyes';
    return {
      showAvatar: showAvatar && this.view.avatarShows !== null,
      showSkeleton,
      showHead: !isWorn,
    };
  }

  /** Everything around the body: mirror, targets, hands, light and view. */
  #showStage(dtSeconds: number): void {
    if (this.#body) findEyes(this.#body, this.person.scale.x, this.#eyesWorld);
    const settings = this.#settings();
    const { camera, follow } = settings;
    const { isPresenting } = this.renderer.xr;
    this.rig.setMode(this.view.camera ?? camera);
    const isThroughGlass = camera === 'mirror' && !isPresenting;
    this.#set.update(settings, this.view, this.reader.joints, this.#eyesWorld.position, isThroughGlass);
    if (isPresenting) this.#carryView();
    else {
      this.#cameraKeys.step(dtSeconds);
      const companyX = (this.view.companyX ?? 0) * this.person.scale.x;
      this.rig.setCompany(companyX);
      this.rig.step(dtSeconds, this.#eyesWorld, this.#subject(companyX), follow);
    }
  }

  #carryView(): void {
    const { tracked, person, locomotion } = this;
    const { recentring, isWatching } = this.wearer;
    if (isWatching) this.rig.standBack(recentring, person.scale.x);
    else this.rig.carry(locomotion.placeOf(tracked), recentring, person.scale.x, this.#source.placement.scale);
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
}

/** Scripts of these kinds are made by the room that is open: their code comes with it. */
function roomScripts(room: () => RoomScene): ScriptKinds {
  return {
    task: (ref) => {
      const create = ownValue(room().scripts ?? {}, ref.kind);
      if (create === undefined) throw new InputError('script', `expected a script of this room, got "${ref.kind}"`);
      return create(ref);
    },
  };
}

/**
 * Where nobody is tracked who is to be seen, joints of a real wearer are still read: they get about, and hold things. Somebody who only is
 * read is solved where another program wants them.
 */
export function withMe(own: RoomDoc['actors'], unseen: 'read' | 'solved' | null): RoomDoc['actors'] {
  const me = own[ME];
  const isEnough = me !== undefined && (unseen !== 'solved' || me.settings.solver !== 'none');
  if (unseen === null || isEnough) return own;
  const { [ME]: _read, ...others } = own;
  return { [ME]: personDoc(unseen === 'read' ? { solver: 'none' } : {}), ...others };
}
