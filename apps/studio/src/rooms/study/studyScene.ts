import { personDoc } from '@leib/embody';
import { createSimulatedKind } from '@leib/reembody';
import type { ActorDoc, JsonObject, StageDoc, Thing } from '@leib/stage';
import {
  buildPlan,
  createStudyRun,
  type StudyRun,
  type StudyScan,
  type StudyShape,
  studyScripts,
  type TaskView,
} from '@leib/study';
import { skinnedSurfaceOf } from '@leib/three/reembody';
import { quality } from '@leib/tracking';
import { Group, Vector3 } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import { visitorStorage } from '../../files/visitorStorage.js';
import type { RoomActs, RoomDoc, RoomPicture, RoomScene } from '../../world/roomScene.js';
import type { StageLabel } from '../../world/stageLabels.js';
import { ME, type World } from '../../world/world.js';
import { SIMULATED } from '../reembody/settings/reembodyDoc.js';
import { openPlace } from '../reembody/simulation/openPlace.js';
import type { RoomSceneHost } from '../room.js';
import { NameSigns } from '../together/nameSigns.js';
import { wordsIn } from './panel/words.js';
import { Fade } from './scene/fade.js';
import { HeadOffset } from './scene/headOffset.js';
import { inBodyMetres } from './scene/inBodyMetres.js';
import { LocalAvatar, type LocalLook } from './scene/localAvatar.js';
import { OperatorPicture } from './scene/operatorPicture.js';
import { packReached } from './scene/reachedPose.js';
import { StudyBody, shapeOfScan } from './scene/studyBody.js';
import { StudyThings } from './scene/studyThings.js';
import { tuneGains } from './scene/tuneGains.js';
import type { StationParts } from './station/participantStation.js';
import { batteryWords, clockText } from './station/shownStudy.js';
import { StudyController } from './studyController.js';
import type { studyShape } from './studyRoom.js';

type StudyStore = SettingsStore<typeof studyShape>;

const versions = { '@leib/studio': __LEIB_VERSION__ };
const ids = { person: ME, body: SIMULATED } as const;
const aMe = { [ME]: personDoc({}) } as const;
const onlyMe: RoomDoc = { actors: aMe };
const noThings: readonly Thing[] = [];
/** Time and count stand so far above the floor, on the mirror's upper edge, metres. */
const ON_MIRROR = 1.98;
/** They are read from farther away than names: so many times as large. */
const LARGE = 3;

/** The room "Study": the stage of the step under way, or what the operator sees of a station. */
class StudyScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Group();
  readonly controller: StudyController;
  readonly acts: RoomActs;
  readonly kinds: NonNullable<RoomScene['kinds']>;
  readonly scripts = studyScripts;
  readonly #world: World;
  readonly #settings: StudyStore;
  readonly #things = new StudyThings();
  readonly #numbers = new NameSigns();
  readonly #mirror = new NameSigns();
  readonly #fade = new Fade();
  readonly #operator: OperatorPicture;
  readonly #local = new LocalAvatar();
  readonly #body: StudyBody;
  readonly #head = new HeadOffset();
  readonly #endShowing: () => void;
  readonly #onLine = () => this.controller.station?.retry();
  /** As the session has it now; null while nobody takes part. */
  #doc: RoomDoc | null = null;
  /** How the tracked pose is to be seen beside the body that follows it. */
  #look: LocalLook = 'hidden';
  /** Of the shape space, or scanned; null: what the participant wears themselves. */
  #shape: StudyShape | StudyScan | null = null;
  #parts: StationParts | null = null;
  /** Joints with tuned gains; null until they are found. */
  #tuned: JsonObject | null = null;
  #isTuning = false;

  constructor(world: World, settings: StudyStore, { wardrobe }: Pick<RoomSceneHost, 'wardrobe'>) {
    this.#world = world;
    this.#settings = settings;
    this.kinds = {
      simulated: createSimulatedKind({
        body: () => {
          const { body } = world;
          if (!body) throw new Error('There is no avatar yet.');
          const { avatar } = body;
          return { skeleton: avatar.skeleton, skin: skinnedSurfaceOf(avatar), isSameRig: true };
        },
        place: (ref) => openPlace(ref, world.clock),
        hold: () => world.clock.hold(),
      }),
      remote: { create: (doc, id) => this.#operator.createRemote(doc, id) },
    };
    this.controller = new StudyController({
      get address() {
        return location.href;
      },
      setAddress: (address) => history.replaceState(null, '', address),
      storage: visitorStorage,
      after: (seconds, work) => void world.clock.after(seconds, work),
      nowMs: () => world.clock.nowSeconds * 1000,
      hold: () => world.clock.hold(),
      openRun: (parts) => this.#openRun(parts),
      setStature: (metres) => settings.setAll({ stature: metres, useProfile: false }),
      pictureOf: (id) => this.#operator.pictures.of(id),
      setHeadOffset: (up, ahead) => {
        this.#head.metres = [up, ahead];
      },
      ...{ ids, versions },
      around: () => ({
        stature: settings.values().stature,
        headOffset: this.#head.metres,
        trackers: this.#trackers(),
        batteries: batteryWords(this.#world.things.devices),
      }),
    });
    this.#body = new StudyBody(wardrobe, () => world.clock.hold());
    this.#endShowing = world.stage.addSink(() => {
      const { body } = world;
      if (body) this.#local.show(body.avatar, this.controller.station ? this.#look : 'hidden', body.pose);
    });
    this.#operator = new OperatorPicture(world, this.root, () => this.controller);
    this.acts = {
      actions: () => this.controller.actions(),
      card: () => this.controller.card(),
      openFile: (file) => this.controller.openFile(file),
    };
    this.#mirror.root.scale.setScalar(LARGE);
    this.personRoot.add(this.#things.root, this.#numbers.root, this.#local.root);
    this.root.add(this.#mirror.root, this.#fade.root, this.#fade.signs.root);
    addEventListener('online', this.#onLine);
  }

  get doc(): RoomDoc {
    if (this.controller.operator) return this.#operator.doc;
    return (this.controller.station && this.#doc) ?? onlyMe;
  }

  beginFrame(dtSeconds: number): boolean {
    const { station } = this.controller;
    if (!station) this.#body.want(null);
    if (station) this.#head.apply(this.#world.offsets);
    else this.#head.dispose();
    if (!station || !this.#world.body) return true;
    try {
      return this.#isDressed() && this.#isTuned() && station.beginFrame(dtSeconds);
    } catch (error) {
      this.controller.fail(error);
      return true;
    }
  }

  update(dtSeconds: number): void {
    const { station, operator } = this.controller;
    const world = this.#world;
    const { doc } = world.stage;
    const things = station ? doc.present.things : noThings;
    station?.endFrame(dtSeconds, world.body?.person ?? null, { things, reached: this.#reached() });
    this.#followStature();
    const now = station?.now();
    const view = station ? (doc.present.view.study as unknown as TaskView | undefined) : undefined;
    this.#things.show(things, view);
    this.#numbers.update(this.#things.labels(view));
    this.#mirror.update(station && now ? this.#onMirror(now.secondsLeft, now.completed) : []);
    const { renderer, rig } = world;
    const camera = renderer.xr.isPresenting ? renderer.xr.getCamera() : rig.camera;
    const words = wordsIn(station?.step().language ?? '');
    this.#fade.update(now?.state === 'stopped' ? words.stopped : null, camera, dtSeconds);
    if (operator) this.#operator.update(dtSeconds);
  }

  draw(picture: RoomPicture): void {
    if (this.controller.operator) this.#operator.drawSmall(picture);
    picture.renderer.render(picture.scene, picture.camera);
    if (this.controller.operator) this.#operator.drawFirstPerson(picture);
  }

  /** Things by their ids; "stopped": how dark it is, as a height; "NAME head" of a station's participant, for its operator. */
  thingPlace(name: string): readonly [number, number, number] | null {
    if (name === 'stopped') return [0, this.#fade.darkness, 0];
    if (name === 'time on the mirror')
      return this.#mirror.root.children.some(({ visible }) => visible) ? [0, ON_MIRROR, 0] : null;
    if (name === 'local avatar') return this.#local.placeOf('head');
    return this.#things.placeOf(name) ?? this.#operator.placeOf(name);
  }

  dispose(): void {
    removeEventListener('online', this.#onLine);
    this.controller.leave();
    this.#endShowing();
    for (const part of [
      this.#local,
      this.#body,
      this.#head,
      this.#things,
      this.#numbers,
      this.#mirror,
      this.#fade,
      this.#operator,
    ])
      part.dispose();
  }

  /** On the world's own stage: it draws, and the session decides what is on it. */
  #openRun(parts: StationParts): StudyRun {
    const { setup, participant, sink, events } = parts;
    const { stage } = this.#world;
    const tuned = () => this.#tuned ?? {};
    this.#parts = parts;
    this.#tuned = null;
    return createStudyRun({
      ...{ setup, participant, sink, events },
      kinds: {},
      on: { stage, load: (doc) => this.#load(doc) },
      versions,
      place: {
        ids,
        person: aMe[ME],
        stature: this.#settings.values().stature,
        simulatedAt: { kind: 'worker' },
        // Found before the first frame; until then nothing moves.
        get tuned() {
          return tuned();
        },
      },
    });
  }

  #load(doc: StageDoc): void {
    const statureOfBody = this.#world.body?.avatar.report.statureMetres;
    const { actors, things, ground, script, view } = statureOfBody ? inBodyMetres(doc, ME, statureOfBody) : doc;
    const isWorn = actors[SIMULATED] !== undefined;
    const isTransparent = view.local === 'transparent';
    this.#look = isWorn ? (view.local as LocalLook) : isTransparent ? 'transparent' : 'hidden';
    const { stature: _, ...worn } = actors[ME].body;
    this.#shape = worn.kind === 'shape' || worn.kind === 'scan' ? (worn as unknown as StudyShape | StudyScan) : null;
    // Here the avatar that is worn has that shape.
    const others = Object.entries(actors).map(([id, doc]): [string, ActorDoc] => [
      id,
      { ...doc, body: { kind: 'default' } },
    ]);
    this.#doc = {
      actors: { ...Object.fromEntries(others), ...aMe },
      ...{ things, ground, script },
      view: {
        study: view.study as JsonObject,
        ...(isWorn ? { avatarShows: SIMULATED } : isTransparent && { avatarShows: null }),
      },
    };
  }

  /** False until the body of the step is worn. One that is being adjusted follows as fast as it is made. */
  #isDressed(): boolean {
    const body = this.#body;
    const { betas = null } = (this.#world.stage.doc.present.view.study ?? {}) as unknown as Partial<TaskView>;
    const shape = this.#shape && shapeOfScan(this.#shape, this.#parts?.scan ?? null);
    body.want(shape && betas ? { kind: 'shape', sex: shape.sex, betas } : shape);
    if (body.failure !== null) throw body.failure;
    return body.isWorn || betas !== null;
  }

  /** False until the gains are found, where the study wants them tuned. */
  #isTuned(): boolean {
    const { setup, participant } = this.#parts as StationParts;
    const steps = buildPlan(setup.protocol, participant);
    if (this.#tuned !== null || !steps.some(({ body }) => body.kind === 'simulated' && body.gains === 'tuned'))
      return true;
    if (!this.#isTuning) void this.#tune(setup.protocol.body.settings);
    return false;
  }

  async #tune(settings: JsonObject): Promise<void> {
    const { avatar } = this.#world.body as NonNullable<World['body']>;
    const release = this.#world.clock.hold();
    this.#isTuning = true;
    try {
      this.#tuned = await tuneGains(avatar, settings, (done, total) => {
        this.controller.work = `Finding the gains of the body: ${done} of ${total} axes`;
      });
    } catch (error) {
      this.controller.fail(error);
    } finally {
      this.#isTuning = false;
      this.controller.work = null;
      release();
    }
  }

  /** Matching the height changes the participant's height in the document: the person of this page has it by a setting. */
  #followStature(): void {
    const stature = this.#world.stage.doc.present.actors[ME]?.body.stature;
    if (typeof stature !== 'number' || stature === this.#settings.values().stature) return;
    this.#settings.setAll({ stature, useProfile: false });
  }

  #onMirror(secondsLeft: number | null, completed: number): readonly StageLabel[] {
    const { glass } = this.#world;
    if (!glass || secondsLeft === null) return [];
    // A hand before the glass, which would hide a part of it.
    const at = new Vector3(glass.x + 0.05 * glass.normalX, ON_MIRROR, glass.z + 0.05 * glass.normalZ).divideScalar(
      LARGE,
    );
    return [{ text: `${clockText(secondsLeft)}   ${completed}`, at, kind: 'thing', align: 'middle' }];
  }

  /** What the participant sees of the body that follows them. */
  #reached(): JsonObject | null {
    const [body, person] = [this.#world.stage.actors.get(SIMULATED), this.#world.body?.person];
    return body && person ? packReached(body.skeleton, body.pose, person.pose) : null;
  }

  #trackers() {
    const { devices } = this.#world.things;
    const words: Readonly<Record<number, string>> = { [quality.tracked]: 'tracked', [quality.inferred]: 'guessed' };
    return devices.map((device) => ({ name: device.name, is: words[device.quality] ?? 'lost' }));
  }
}

export function createStudyScene(world: World, settings: StudyStore, host: Pick<RoomSceneHost, 'wardrobe'>): RoomScene {
  return new StudyScene(world, settings, host);
}
