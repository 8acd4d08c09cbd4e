import type { Pose, Timeline } from '@leib/core';
import { faceParameterNames } from '@leib/core/pack';
import { type Ground, personDoc } from '@leib/embody';
import type { ActorId, Thing } from '@leib/stage';
import { writeFaceWeights } from '@leib/three';
import type { MeetingBody, SharedRoom } from '@leib/together';
import type { JointFrame } from '@leib/tracking';
import { Group, type Vector3 } from 'three';
import { explainError } from '../../ui/explainError.js';
import type { RoomActs, RoomDoc, RoomScene } from '../../world/roomScene.js';
import { type StageLabel, StageLabels } from '../../world/stageLabels.js';
import type { World } from '../../world/world.js';
import type { RoomSceneHost } from '../room.js';
import { HeadsetMenu } from './headset/headsetMenu.js';
import { drawView } from './measures/drawView.js';
import { MeasuresScene } from './measures/measuresScene.js';
import { type TabletHolder, TabletsView } from './measures/tabletsView.js';
import { MeetHands } from './meetHands.js';
import { NameSigns } from './nameSigns.js';
import { openReplay } from './openReplay.js';
import { OwnBody } from './ownBody.js';
import { OwnPlace } from './ownPlace.js';
import { peopleOfAddress } from './peopleAddress.js';
import { labelOfRay, PeopleRays } from './peopleRays.js';
import { placeOfJoint, type Standing, standingOf } from './pointing.js';
import { RaysView } from './raysView.js';
import { RoomPeople } from './roomPeople.js';
import { pointsOf, SceneController } from './scene/sceneController.js';
import { SceneGrab } from './scene/sceneGrab.js';
import { SharedScene } from './scene/sharedScene.js';
import { colourOf, TogetherController } from './togetherController.js';
import type { TogetherStore } from './togetherShape.js';
import { createTouchKind, TOUCHED, touchActors } from './touch.js';
import { earsOf } from './voice/ears.js';
import { TalkKeys } from './voice/talkKeys.js';

/** Names stand above heads, metres. */
const NAME_ABOVE = 0.27;
const noOthers: RoomDoc = { actors: {} };
const noThings: readonly Thing[] = [];

/** The room "Together" while one is in it: the others in their bodies, everybody's ray, names, what stands there. */
class TogetherScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Group();
  readonly controller: TogetherController;
  readonly acts: RoomActs;
  readonly kinds: NonNullable<RoomScene['kinds']>;
  readonly #world: World;
  readonly #settings: TogetherStore;
  readonly #labels: StageLabels;
  readonly #signs = new NameSigns();
  readonly #raysView = new RaysView();
  readonly #tablets = new TabletsView();
  readonly #people: RoomPeople;
  readonly #place: OwnPlace;
  readonly #rays: PeopleRays;
  readonly #measures: MeasuresScene;
  /** What stands in the room, and what rays meet of it. */
  readonly #scene: SharedScene;
  readonly #sceneController: SceneController;
  readonly #grab: SceneGrab;
  readonly #own: OwnBody;
  readonly #talk: TalkKeys;
  readonly #hands: MeetHands;
  readonly #face = new Float64Array(faceParameterNames.length);
  readonly #endings: readonly (() => void)[];
  /** Of one's own body. */
  #shownPose: Pose | null = null;
  #doc = noOthers;
  /** What it was made of. */
  #docParts: readonly unknown[] = [];
  /** Of the room's document and of a recorded one's, and both together. */
  #things: { readonly from: readonly unknown[]; readonly all: readonly Thing[] } = { from: [], all: noThings };

  constructor(world: World, settings: TogetherStore, { wardrobe }: RoomSceneHost) {
    this.#world = world;
    this.#settings = settings;
    this.controller = new TogetherController({
      get address() {
        return location.href;
      },
      setAddress: (address) => history.replaceState(null, '', address),
      notify: (kind, text) => world.onNotice(kind, text),
      nowSeconds: () => world.clock.nowSeconds,
      drawView: () => drawView(world),
    });
    const { controller } = this;
    this.#scene = new SharedScene((thing, signal) => this.#sceneController.open(thing, signal));
    this.#sceneController = new SceneController(
      {
        address: location.href,
        renderer: world.renderer,
        room: () => controller.room,
        replay: () => controller.replay,
        change: (changes) => controller.changeShared(changes),
        hold: () => world.clock.hold(),
      },
      this.#scene,
    );
    controller.scene = this.#sceneController;
    this.#grab = new SceneGrab(this.#scene, (...move) => this.#sceneController.move(...move));
    const menu = new HeadsetMenu(controller);
    this.acts = {
      openFile: async (file) => {
        if (await this.#openReplay(file)) return true;
        if (!(await this.#sceneController.takesFile(file))) return false;
        await this.#sceneController.addFile(file);
        return true;
      },
      actions: () => menu.actions(),
      card: () => menu.card(),
      undo: () => controller.undo(),
      tablet: controller.tablet,
    };
    this.#hands = new MeetHands(() => world.renderer.xr.getSession());
    this.#people = new RoomPeople(controller, {
      ...{ root: this.root, hands: this.#hands, ground: this.ground, eye: () => this.#eye },
      onProblem: (text) => world.onNotice('error', text),
    });
    this.kinds = { remote: this.#people.kind, simulated: createTouchKind(world) };
    const parts = { world, controller, people: this.#people, mine: () => this.#mine() };
    this.#place = new OwnPlace({ ...parts, ground: this.ground });
    this.#rays = new PeopleRays({ ...parts, scene: this.#scene });
    this.#labels = new StageLabels(world);
    this.#own = new OwnBody(wardrobe);
    this.#talk = new TalkKeys(controller.voice);
    const colour = (id: ActorId) => this.#actorColour(id);
    this.#measures = new MeasuresScene(world, controller, colour, (ray) => this.#rays.placeOn(ray));
    const { root } = this.#measures;
    this.root.add(this.#raysView.root, this.#signs.root, this.#scene.root, root, this.#tablets.root);
    this.#endings = [settings.store.subscribe(() => controller.noteSettings())];
    const name = peopleOfAddress(location.href);
    if (name !== null) controller.join(name);
  }

  /** The others, and the view that goes with one of them. */
  get doc(): RoomDoc {
    if (this.#people.followRoom()) this.#place.reset();
    if (this.#people.followReplay()) this.#enterReplay();
    const touching = this.#settings.values().touch ? this.#people.shown.map(({ id }) => id) : [];
    const { hasGround } = this.#scene;
    const [present, recorded] = this.#people.actors;
    const { isViewTaken } = this.#place;
    const parts = [present, recorded, isViewTaken, hasGround, touching.join()];
    if (parts.every((part, i) => part === this.#docParts[i])) return this.#doc;
    this.#docParts = parts;
    const isTouched = touching.length > 0;
    this.#doc = {
      actors: {
        ...present,
        ...recorded,
        // On a floor without anything, people stay where they are tracked; in a scene its steps lift them, and its walls stop them.
        ...(hasGround && { me: personDoc({ climbs: true }) }),
        ...(isTouched && touchActors(touching)),
      },
      view: { ...(isViewTaken && { camera: 'thing' }), ...(isTouched && { avatarShows: TOUCHED }) },
    };
    return this.#doc;
  }

  /** Of the recorded room. */
  get timeline(): Timeline | null {
    return this.controller.replay?.timeline ?? null;
  }

  get hasFloor(): boolean {
    return this.#scene.hasGround;
  }

  get ground(): Ground {
    return this.#scene.ground;
  }

  /** Goes to a place at once: by joining, or to somebody. */
  travel(joints: JointFrame): void {
    this.#place.travel(joints);
  }

  company() {
    const scale = this.#world.person.scale.x;
    const heads = this.#people.shown.flatMap(({ actor }) => {
      const head = placeOfJoint(actor, 'head', actor.scale / scale);
      return head ? [[head.x, head.y, head.z] as const] : [];
    });
    return { heads, holds: { left: false, right: false } };
  }

  /**
   * "Ada rightHand", the joint of somebody by their name, or of "me", as it is shown; "Ada points", what their ray meets; "Ada tablet",
   * the hand that holds it; "Distance 1 end", a point of a measurement; the name of what stands in the scene.
   */
  thingPlace(name: string): readonly [number, number, number] | null {
    const [what = '', ...words] = name.split(' ').reverse();
    const who = words.reverse().join(' ');
    const at = this.#measures.placeOf(name) ?? this.#scene.placeOf(name) ?? this.#placeOf(who, what);
    return at?.divideScalar(this.#world.person.scale.x).toArray() ?? null;
  }

  /** Hands that are held out to each other meet, one's own and those of the others. */
  showPose(pose: Pose, dtSeconds: number): Pose {
    const { body, person } = this.#world;
    const { posed } = this.#people;
    this.#shownPose = pose;
    if (!body || !posed || !this.#settings.values().handsMeet) {
      this.#hands.end();
      return pose;
    }
    const mine = { skeleton: body.avatar.skeleton, pose, scale: person.scale.x };
    this.#shownPose = this.#hands.step(mine, posed, dtSeconds);
    return this.#shownPose;
  }

  faceOf(name: string) {
    return this.#people.shown.find((one) => one.name === name)?.face ?? null;
  }

  update(dtSeconds: number): void {
    const { room } = this.#people;
    this.#followScene(room);
    if (room) this.#tellOthers(room);
    this.#people.show(this.#world.stage, dtSeconds);
    this.#place.step(this.#measures);
    this.#stepVoices();
    this.#rays.beginFrame();
    const pointings = this.#rays.shown;
    this.#measures.update(room?.state === 'open');
    this.#stepGrab(room);
    const carried = this.#grab.ray && { ...this.#grab.ray, colour: '#ffffff' };
    this.#raysView.update([...pointings, this.#measures.ray, carried].filter((ray) => ray !== null));
    this.#tablets.update(this.#tabletHolders());
    const isWorn = this.#world.renderer.xr.isPresenting;
    const labels = [...this.#names(), ...pointings.map(labelOfRay), ...this.#measures.labels];
    this.#labels.update(isWorn ? [] : labels, true);
    this.#signs.update(isWorn ? labels : []);
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.controller.dispose();
    this.#talk.dispose();
    this.#world.face.voices.delete(this.controller.voice);
    const drawn = [this.#labels, this.#signs, this.#raysView, this.#scene, this.#measures, this.#tablets];
    for (const part of [this.#own, this.#rays, ...drawn, this.#people]) part.dispose();
  }

  /** Shows a recorded room; false: the file is something else. */
  async #openReplay(file: File): Promise<boolean> {
    const release = this.#world.clock.hold();
    try {
      const replay = await openReplay(file);
      if (!replay) return false;
      this.controller.showReplay(replay, file.name);
      return true;
    } finally {
      release();
    }
  }

  #enterReplay(): void {
    this.controller.pictures.recorded = this.#people.replay?.recording.files ?? null;
    this.#place.enterReplay();
  }

  /** What stands in the room, and what stood in a recorded one, as it is needed from where one looks. */
  #followScene(room: SharedRoom | null): void {
    const { renderer } = this.#world;
    const { budget, pointSize } = this.#sceneController;
    this.#sceneController.follow(room);
    const from = [room?.doc?.things ?? noThings, this.#people.replay?.doc.things ?? noThings];
    if (from.some((things, i) => things !== this.#things.from[i])) this.#things = { from, all: from.flat() };
    this.#scene.follow(this.#things.all);
    if (!renderer.xr.isPresenting) this.#eye.updateMatrixWorld();
    this.#scene.update(this.#eye, renderer, { points: pointsOf(budget), pointSize });
  }

  get #eye() {
    const { renderer, rig } = this.#world;
    return renderer.xr.isPresenting ? renderer.xr.getCamera() : rig.camera;
  }

  /** My body, as it is now, and where I point. */
  #tellOthers(room: SharedRoom): void {
    const { body, face, clock, reader } = this.#world;
    const person = body?.person;
    if (!person) return;
    this.#own.follow(room, body.avatar, (error) =>
      this.#world.onNotice(
        'error',
        `The others do not see your avatar: ${explainError(error)} They see the default one.`,
      ),
    );
    if (this.#own.body) this.controller.tell(this.#own.body, Math.round(person.scales.shown * 1e4) / 1e4);
    this.#place.find(room);
    room.send(person, writeFaceWeights(face.values, this.#face));
    this.controller.pointAt(this.#rays.mine(reader.joints), clock.nowSeconds);
  }

  /** In a headset things of the scene are carried by the right hand, where its panel says so. */
  #stepGrab(room: SharedRoom | null): void {
    const { renderer, wearer, clock } = this.#world;
    const carries = renderer.xr.isPresenting && this.#sceneController.isCarrying && room?.role !== 'watcher';
    this.#grab.step(room && carries ? wearer.pointers.right : null, clock.nowSeconds);
  }

  /** What is heard from where one is, and the own mouth, which moves with what the others hear. */
  #stepVoices(): void {
    const { voice, hidden } = this.controller;
    this.#talk.step(this.#world);
    voice.step(earsOf(this.#world, this.#place.isViewTaken ? null : (this.#mine()?.head ?? null)), hidden);
    if (voice.isOn) this.#world.face.voices.add(voice);
    else this.#world.face.voices.delete(voice);
  }

  #actorColour(id: ActorId): string | null {
    const actor = this.#people.docs[id];
    return actor ? colourOf(actor) : null;
  }

  /** Others whose tablet is open; one's own is the panel itself. */
  #tabletHolders(): readonly (TabletHolder & { readonly name: string })[] {
    return this.#people.shown.flatMap(({ id, actor, name }) => {
      const hand = placeOfJoint(actor, 'leftHand', actor.scale);
      const head = placeOfJoint(actor, 'head', actor.scale);
      if (this.#people.docs[id]?.settings.tablet !== true || !hand || !head) return [];
      return [{ name, hand, head, scale: actor.scale, colour: this.#actorColour(id) ?? '' }];
    });
  }

  #placeOf(who: string, what: string): Vector3 | null {
    if (what === 'tablet') return this.#tabletHolders().find((one) => one.name === who)?.hand ?? null;
    if (what === 'points') return this.#rays.shown.find((one) => one.name === who)?.to ?? null;
    const shown = who === 'me' ? this.#myself() : this.#people.bodyOf(who);
    return shown && placeOfJoint(shown, what as Parameters<typeof placeOfJoint>[1], shown.scale);
  }

  #myself(): Omit<MeetingBody, 'id'> | null {
    const { body, person } = this.#world;
    const pose = this.#shownPose;
    return body && pose && { skeleton: body.avatar.skeleton, pose, scale: person.scale.x };
  }

  #mine(): Standing | null {
    const { body, person } = this.#world;
    const me = this.#people.room?.me ?? '';
    return body && standingOf(me, { skeleton: body.avatar.skeleton, pose: body.pose }, person.scale.x);
  }

  #names(): readonly StageLabel[] {
    return this.#people.shown.flatMap(({ id, actor, name }): StageLabel[] => {
      const at = standingOf(id, actor, actor.scale)?.head;
      at?.setY(at.y + NAME_ABOVE * actor.scale);
      const speaks = this.controller.voice.isSpeaking(id);
      return at ? [{ text: name, at, kind: 'figure', align: 'middle', speaks }] : [];
    });
  }
}

export function createTogetherScene(world: World, settings: TogetherStore, host: RoomSceneHost): RoomScene {
  return new TogetherScene(world, settings, host);
}
