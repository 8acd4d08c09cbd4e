import standInUrl from '@leib/body/leib-neutral.vrm?url';
import type { Pose, Timeline } from '@leib/core';
import { faceParameterNames } from '@leib/core/pack';
import { carryHeadTo, createGroundHit, type Ground, personDoc } from '@leib/embody';
import type { ActorDoc, ActorId, Stage, Thing } from '@leib/stage';
import { writeFaceWeights } from '@leib/three';
import { OtherBodies, type ShownPerson } from '@leib/three/together';
import { isReplayedId, type MeetingBody, type RoomReplay, replayedId, type SharedRoom } from '@leib/together';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { Group, Plane, Quaternion, type Ray, Vector3 } from 'three';
import { explainError } from '../../ui/explainError.js';
import { pagePriorWeights } from '../../world/priorWeights.js';
import type { RoomActs, RoomDoc, RoomScene } from '../../world/roomScene.js';
import { type StageLabel, StageLabels } from '../../world/stageLabels.js';
import type { World } from '../../world/world.js';
import type { RoomSceneHost } from '../room.js';
import { FollowCamera } from './followCamera.js';
import { HeadsetMenu } from './headset/headsetMenu.js';
import { drawView } from './measures/drawView.js';
import { MeasuresScene } from './measures/measuresScene.js';
import { type TabletHolder, TabletsView } from './measures/tabletsView.js';
import { MeetHands } from './meetHands.js';
import { NameSigns } from './nameSigns.js';
import { openReplay } from './openReplay.js';
import { OwnBody } from './ownBody.js';
import { peopleOfAddress } from './peopleAddress.js';
import { PicturePointer } from './picturePointer.js';
import {
  hitOf,
  type Pointing,
  placeOfComer,
  placeOfJoint,
  rayOfHand,
  readPointing,
  type Standing,
  standingOf,
} from './pointing.js';
import { RaysView, type ShownRay } from './raysView.js';
import { pointsOf, SceneController } from './scene/sceneController.js';
import { SceneGrab } from './scene/sceneGrab.js';
import { SceneRays } from './scene/sceneRays.js';
import { SharedScene } from './scene/sharedScene.js';
import { colourOf, nameOf, TogetherController } from './togetherController.js';
import type { TogetherStore } from './togetherShape.js';
import { createTouchKind, TOUCHED, touchActors } from './touch.js';
import { earsOf } from './voice/ears.js';
import { TalkKeys } from './voice/talkKeys.js';

/** One stands so far from whom one goes to, metres; farther than the second, one who follows in a headset goes after them. */
const BESIDE = 1.1;
const FAR = 3;
/** Ground so far above somebody's feet is still theirs, metres. */
const STEP = 0.4;
/** Names stand above heads, metres. */
const NAME_ABOVE = 0.27;
/** Before a measurement the camera stands higher by this share of its distance; the floor is met so far away, metres. */
const LOOK_DOWN = 0.5;
const FLOOR_REACH = 60;
const floor = new Plane(new Vector3(0, 1, 0), 0);
const noOthers: RoomDoc = { actors: {} };
const noThings: readonly Thing[] = [];

/** The room "Together" while one is in it: the others in their bodies, everybody's ray, names. */
class TogetherScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Group();
  readonly controller: TogetherController;
  readonly acts: RoomActs;
  readonly kinds: NonNullable<RoomScene['kinds']>;
  readonly #world: World;
  readonly #labels: StageLabels;
  readonly #signs = new NameSigns();
  readonly #rays = new RaysView();
  /** What stands in the room, and what rays meet of it. */
  readonly #measures: MeasuresScene;
  readonly #tablets = new TabletsView();
  readonly scene: SharedScene;
  readonly #sceneController: SceneController;
  readonly #sceneRays: SceneRays;
  readonly #grab: SceneGrab;
  readonly #hit = createGroundHit();
  readonly #pointer: PicturePointer;
  readonly #camera: FollowCamera;
  readonly #own: OwnBody;
  readonly #talk: TalkKeys;
  readonly #face = new Float64Array(faceParameterNames.length);
  readonly #endings: readonly (() => void)[];
  readonly #hands: MeetHands;
  readonly #settings: TogetherStore;
  #bodies: OtherBodies | null = null;
  /** Whose bodies they are. */
  #room: SharedRoom | null = null;
  /** Those of a recorded room, and which. */
  #recorded: OtherBodies | null = null;
  /** Of one's own body. */
  #shownPose: Pose | null = null;
  #replay: RoomReplay | null = null;
  #doc = noOthers;
  /** What it was made of. */
  #docParts: readonly unknown[] = [];
  /** Where the person is to be at once, the world's metres. */
  #landing: { readonly at: Vector3; readonly yaw: number } | null = null;
  /** As whom one has found one's place in the room. */
  #placedAs: ActorId | null = null;

  constructor(world: World, settings: TogetherStore, { wardrobe }: RoomSceneHost) {
    this.#world = world;
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
    this.scene = new SharedScene((thing, signal) => this.#sceneController.open(thing, signal));
    this.#sceneRays = new SceneRays(this.scene);
    this.#sceneController = new SceneController(
      {
        address: location.href,
        renderer: world.renderer,
        room: () => controller.room,
        change: (changes) => controller.changeShared(changes),
        hold: () => world.clock.hold(),
      },
      this.scene,
    );
    controller.scene = this.#sceneController;
    this.#grab = new SceneGrab(this.scene, (...move) => this.#sceneController.move(...move));
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
    this.kinds = {
      remote: {
        create: (doc, id) => {
          const bodies = isReplayedId(id) ? this.#recorded : this.#bodies;
          if (!bodies) throw new Error('expected a room of people that is open');
          return bodies.kind.create(doc, id);
        },
      },
      simulated: createTouchKind(world),
    };
    this.#labels = new StageLabels(world);
    this.#pointer = new PicturePointer(world, () => controller.isPointing);
    this.#camera = new FollowCamera(world.rig);
    this.#own = new OwnBody(wardrobe);
    this.#hands = new MeetHands(() => world.renderer.xr.getSession());
    this.#settings = settings;
    this.#talk = new TalkKeys(controller.voice);
    const colour = (id: ActorId) => this.#actorColour(id);
    this.#measures = new MeasuresScene(world, controller, colour, (ray) => this.#placeOn(ray));
    const { root } = this.#measures;
    this.root.add(this.#rays.root, this.#signs.root, this.scene.root, root, this.#tablets.root);
    this.#endings = [settings.store.subscribe(() => controller.noteSettings())];
    const name = peopleOfAddress(location.href);
    if (name !== null) controller.join(name);
  }

  /** The others, and the view that goes with one of them. */
  get doc(): RoomDoc {
    this.#followRoom();
    this.#followReplay();
    const touching = this.#settings.values().touch ? this.#shown().map(({ id }) => id) : [];
    const { hasGround } = this.scene;
    const parts = [this.#bodies?.actors, this.#recorded?.actors, this.#camera.isOn, hasGround, touching.join()];
    if (parts.every((part, i) => part === this.#docParts[i])) return this.#doc;
    this.#docParts = parts;
    const isTouched = touching.length > 0;
    this.#doc = {
      actors: {
        ...this.#bodies?.actors,
        ...this.#recorded?.actors,
        // On a floor without anything, people stay where they are tracked; in a scene its steps lift them, and its walls stop them.
        ...(hasGround && { me: personDoc({ climbs: true }) }),
        ...(isTouched && touchActors(touching)),
      },
      view: { ...(this.#camera.isOn && { camera: 'thing' }), ...(isTouched && { avatarShows: TOUCHED }) },
    };
    return this.#doc;
  }

  /** Of the recorded room. */
  get timeline(): Timeline | null {
    return this.controller.replay?.timeline ?? null;
  }

  get hasFloor(): boolean {
    return this.scene.hasGround;
  }

  get ground(): Ground {
    return this.scene.ground;
  }

  /** Goes to a place at once: by joining, or to somebody. */
  travel(joints: JointFrame): void {
    const landing = this.#landing;
    if (!landing) return;
    this.#landing = null;
    const { locomotion, person } = this.#world;
    locomotion.player.offsetYaw = landing.yaw - headingOf(joints);
    const { x, y, z } = landing.at.clone().divideScalar(person.scale.x);
    carryHeadTo(locomotion.player, joints, [x, y, z]);
  }

  company() {
    const scale = this.#world.person.scale.x;
    const heads = this.#shown().flatMap(({ actor }) => {
      const head = placeOfJoint(actor, 'head', actor.scale / scale);
      return head ? [[head.x, head.y, head.z] as const] : [];
    });
    return { heads, holds: { left: false, right: false } };
  }

  /** "Ada rightHand", the joint of somebody by their name, or of "me", as it is shown; "Ada points", what their ray meets; "Ada tablet", the hand that holds it. */
  thingPlace(name: string): readonly [number, number, number] | null {
    const [what = '', ...words] = name.split(' ').reverse();
    const who = words.reverse().join(' ');
    const scale = this.#world.person.scale.x;
    const mark = this.#measures.placeOf(name);
    if (mark) return [mark.x / scale, mark.y / scale, mark.z / scale];
    if (what === 'tablet') {
      const hand = this.#tabletHolders().find((one) => one.name === who)?.hand;
      return hand ? [hand.x / scale, hand.y / scale, hand.z / scale] : null;
    }
    if (what === 'points') {
      const to = this.#pointings().find((one) => one.name === who)?.to;
      return to ? [to.x / scale, to.y / scale, to.z / scale] : null;
    }
    const shown = who === 'me' ? this.#myself() : this.#shownBody(who);
    const place = shown && placeOfJoint(shown, what as Parameters<typeof placeOfJoint>[1], shown.scale / scale);
    return place ? [place.x, place.y, place.z] : null;
  }

  /** Hands that are held out to each other meet, one's own and those of the others. */
  showPose(pose: Pose, dtSeconds: number): Pose {
    const { body, person } = this.#world;
    this.#shownPose = pose;
    if (!body || !(this.#bodies || this.#recorded) || !this.#settings.values().handsMeet) {
      this.#hands.end();
      return pose;
    }
    const others = [this.#bodies, this.#recorded].flatMap((bodies) => bodies?.posed ?? []);
    const mine = { skeleton: body.avatar.skeleton, pose, scale: person.scale.x };
    this.#shownPose = this.#hands.step(mine, others, dtSeconds);
    return this.#shownPose;
  }

  faceOf(name: string) {
    return this.#shown().find((one) => one.name === name)?.face ?? null;
  }

  update(dtSeconds: number): void {
    const { controller } = this;
    const room = this.#room;
    this.#followScene(room);
    if (room) this.#tellOthers(room);
    const { stage } = this.#world;
    for (const [bodies, isOfReplay] of [
      [this.#bodies, false],
      [this.#recorded, true],
    ] as const)
      bodies?.show(only(stage, isOfReplay), dtSeconds, (id) => this.#hands.shownAs(id));
    for (const person of this.#people()) person.isHidden = controller.hidden.has(person.id);
    this.#replay?.step(dtSeconds);
    this.#goAndFollow();
    this.#stepVoices();
    this.#sceneRays.beginFrame();
    const pointings = this.#pointings();
    this.#measures.update(room?.state === 'open');
    this.#stepGrab(room);
    const carried = this.#grab.ray && { ...this.#grab.ray, colour: '#ffffff' };
    this.#rays.update([...pointings, this.#measures.ray, carried].filter((ray) => ray !== null));
    this.#tablets.update(this.#tabletHolders());
    const isWorn = this.#world.renderer.xr.isPresenting;
    const labels = [...this.#names(), ...pointings.map(labelOf), ...this.#measures.labels];
    this.#labels.update(isWorn ? [] : labels, true);
    this.#signs.update(isWorn ? labels : []);
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.controller.dispose();
    this.#talk.dispose();
    this.#world.face.voices.delete(this.controller.voice);
    const parts = [this.#own, this.#labels, this.#signs, this.#rays, this.#pointer, this.scene, this.#measures];
    for (const part of [...parts, this.#tablets]) part.dispose();
    this.#bodies?.dispose();
    this.#recorded?.dispose();
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

  /** Another recorded room, or none. One's own place in it is where nobody else stands. */
  #followReplay(): void {
    const { replay } = this.controller;
    if (replay === this.#replay) return;
    this.#recorded?.dispose();
    this.#replay = replay;
    this.#recorded = replay && this.#createBodies(replay);
    this.#camera.set(null);
    if (replay && !this.#room) this.#standAt(Object.keys(replay.doc.actors).length);
  }

  #createBodies(room: SharedRoom | RoomReplay): OtherBodies {
    return new OtherBodies(room, {
      scene: this.root,
      standIn: standInUrl,
      prior: pagePriorWeights,
      ground: this.ground,
      eye: () => this.#eye,
      loudness: (id) => this.controller.voice.loudnessOf(id),
      onProblem: (reason) => this.#world.onNotice('error', `Somebody’s avatar cannot be shown: ${reason}`),
    });
  }

  /** Another room of people, or none. */
  #followRoom(): void {
    const { room } = this.controller;
    if (room === this.#room) return;
    this.#bodies?.dispose();
    this.#room = room;
    this.#placedAs = null;
    this.#camera.set(null);
    this.#bodies = room && this.#createBodies(room);
  }

  /** What stands in the room, as it is needed from where one looks. */
  #followScene(room: SharedRoom | null): void {
    const { renderer } = this.#world;
    const { budget, pointSize } = this.#sceneController;
    this.#sceneController.follow(room);
    this.scene.follow(room?.doc?.things ?? noThings);
    if (!renderer.xr.isPresenting) this.#eye.updateMatrixWorld();
    this.scene.update(this.#eye, renderer, { points: pointsOf(budget), pointSize });
  }

  get #eye() {
    const { renderer, rig } = this.#world;
    return renderer.xr.isPresenting ? renderer.xr.getCamera() : rig.camera;
  }

  /** The ground at a place, from a height on downwards; 0 where there is none. */
  #heightAt(x: number, z: number, belowY: number): number {
    return this.ground.query(x, z, belowY, this.#hit) ? this.#hit.height : 0;
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
    this.#findPlace(room);
    room.send(person, writeFaceWeights(face.values, this.#face));
    this.controller.pointAt(this.#myPointing(reader.joints), clock.nowSeconds);
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
    voice.step(earsOf(this.#world, this.#camera.isOn ? null : (this.#mine()?.head ?? null)), hidden);
    if (voice.isOn) this.#world.face.voices.add(voice);
    else this.#world.face.voices.delete(voice);
  }

  /** Whoever is new stands where nobody else does. */
  #findPlace({ me, doc, role }: SharedRoom): void {
    if (me === null || me === this.#placedAs || !doc?.actors[me]) return;
    this.#placedAs = me;
    const index = Object.keys(doc.actors).indexOf(me);
    if (index >= 1 && role !== 'watcher') this.#standAt(index);
  }

  #standAt(index: number): void {
    const { x, z, yaw } = placeOfComer(index);
    this.#landing = { at: new Vector3(x, this.#heightAt(x, z, STEP), z), yaw };
    // The view that was behind the start is behind them.
    const { rig } = this.#world;
    const carry = (point: Vector3) =>
      point
        .clone()
        .applyAxisAngle(up, yaw)
        .add(new Vector3(x, 0, z))
        .toArray();
    rig.goTo(carry(rig.camera.position), carry(rig.controls.target));
  }

  #myPointing({ jointPoses }: JointFrame): Pointing | null {
    if (!this.controller.isPointing) return null;
    const { renderer, things } = this.#world;
    const isWorn = renderer.xr.isPresenting || things.isReal;
    if (isWorn && Number.isFinite(jointPoses[pointNumber.rightHand * POSE_SIZE])) return { hand: 'right' };
    const ray = this.#pointer.ray;
    if (!ray) return null;
    const met = this.scene.pick(ray.origin, ray.direction)?.point ?? null;
    const { at, on } = hitOf(ray, this.#standing(true), 0, met);
    return { at: [at.x, at.y, at.z], on };
  }

  #goAndFollow(): void {
    const { controller } = this;
    const { followed } = controller;
    const goal = controller.takeGoal();
    if (goal !== null) this.#goTo(goal);
    this.#goToMark();
    const person = this.#people().find(({ id }) => id === followed);
    const standing = person?.actor.isThere ? standingOf(person.id, person.actor, person.actor.scale) : null;
    const isWorn = this.#world.renderer.xr.isPresenting;
    this.#camera.set(isWorn ? null : standing);
    if (!isWorn || !standing || followed === null) return;
    const mine = this.#mine()?.head;
    if (mine && mine.distanceTo(standing.head) > FAR) this.#goTo(followed);
  }

  /** Beside somebody, face to face, from where one comes. */
  #goTo(id: ActorId): void {
    const actor = this.#people().find((one) => one.id === id)?.actor;
    const standing = actor?.isThere ? standingOf(id, actor, actor.scale) : null;
    if (!standing) return;
    const way = (this.#mine()?.head ?? new Vector3()).clone().sub(standing.head).setY(0);
    if (way.lengthSq() < 1e-4) way.set(0, 0, 1);
    way.setLength(BESIDE);
    const at = standing.feet.clone().add(way);
    at.setY(this.#heightAt(at.x, at.z, standing.feet.y + STEP));
    this.#landing = { at, yaw: Math.atan2(-way.x, -way.z) };
  }

  /** Before a measurement or a note: the view, and in a headset its wearer. */
  #goToMark(): void {
    const view = this.#measures.takeView();
    if (!view) return;
    const { at, middle } = view;
    const { rig, renderer } = this.#world;
    this.controller.follow(null);
    if (!renderer.xr.isPresenting && rig.mode !== 'eyes') {
      const raised = at.clone().setY(Math.max(0.3, middle.y + LOOK_DOWN * at.distanceTo(middle)));
      rig.goTo(raised.toArray(), middle.toArray());
    } else {
      at.setY(this.#heightAt(at.x, at.z, middle.y + STEP));
      this.#landing = { at, yaw: Math.atan2(middle.x - at.x, middle.z - at.z) };
    }
  }

  /** The nearest of the scene and the floor that a ray meets: people are not measured. */
  #placeOn(ray: Ray): Vector3 | null {
    const onScene = this.scene.pick(ray.origin, ray.direction)?.point ?? null;
    const onFloor = ray.intersectPlane(floor, new Vector3());
    const isFloor = onFloor && onFloor.distanceTo(ray.origin) < FLOOR_REACH;
    if (!onScene) return isFloor ? onFloor : null;
    return isFloor && onFloor.distanceTo(ray.origin) < onScene.distanceTo(ray.origin) ? onFloor : onScene;
  }

  #actorColour(id: ActorId): string | null {
    const actor = this.#room?.doc?.actors[id];
    return actor ? colourOf(actor) : null;
  }

  /** Others whose tablet is open; one's own is the panel itself. */
  #tabletHolders(): readonly (TabletHolder & { readonly name: string })[] {
    return this.#shown().flatMap(({ id, actor, name }) => {
      const settings = this.#room?.doc?.actors[id]?.settings;
      const hand = placeOfJoint(actor, 'leftHand', actor.scale);
      const head = placeOfJoint(actor, 'head', actor.scale);
      if (settings?.tablet !== true || !hand || !head) return [];
      return [{ name, hand, head, scale: actor.scale, colour: this.#actorColour(id) ?? '' }];
    });
  }

  #shown(): readonly ShownPerson[] {
    return this.#people().filter(({ actor, isHidden }) => actor.isThere && !isHidden);
  }

  /** Of the room, and of the recorded one. */
  #people(): readonly ShownPerson[] {
    return [this.#bodies, this.#recorded].flatMap((bodies) => [...(bodies?.people.values() ?? [])]);
  }

  #shownBody(name: string): Omit<MeetingBody, 'id'> | null {
    const actor = this.#shown().find((one) => one.name === name)?.actor;
    const pose = actor && (this.#hands.shownAs(actor.id) ?? actor.pose);
    return actor && pose ? { skeleton: actor.skeleton, pose, scale: actor.scale } : null;
  }

  #myself(): Omit<MeetingBody, 'id'> | null {
    const { body, person } = this.#world;
    const pose = this.#shownPose;
    return body && pose && { skeleton: body.avatar.skeleton, pose, scale: person.scale.x };
  }

  #mine(): Standing | null {
    const { body, person } = this.#world;
    return (
      body && standingOf(this.#room?.me ?? '', { skeleton: body.avatar.skeleton, pose: body.pose }, person.scale.x)
    );
  }

  /** Whom rays may meet. */
  #standing(isMine: boolean): readonly Standing[] {
    const others = this.#shown().map(({ id, actor }) => standingOf(id, actor, actor.scale));
    return [...others, isMine ? null : this.#mine()].filter((one) => one !== null);
  }

  #names(): readonly StageLabel[] {
    return this.#shown().flatMap(({ id, actor, name }): StageLabel[] => {
      const at = standingOf(id, actor, actor.scale)?.head;
      at?.setY(at.y + NAME_ABOVE * actor.scale);
      const speaks = this.controller.voice.isSpeaking(id);
      return at ? [{ text: name, at, kind: 'figure', align: 'middle', speaks }] : [];
    });
  }

  /** Everybody's ray, one's own as the others see it. */
  #pointings(): readonly PointingRay[] {
    const actors = { ...this.#room?.doc?.actors, ...this.#replay?.doc.actors };
    const me = this.#room?.me ?? null;
    const { body, person } = this.#world;
    const rays = this.#shown().flatMap(({ id, actor }) => this.#rayOf(actors, id, actor, actor.scale) ?? []);
    const mine =
      me !== null &&
      body &&
      this.#rayOf(actors, me, { skeleton: body.avatar.skeleton, pose: body.pose }, person.scale.x);
    return mine ? [...rays, mine] : rays;
  }

  #rayOf(
    actors: Readonly<Record<ActorId, ActorDoc>>,
    id: ActorId,
    posed: Parameters<typeof rayOfHand>[0],
    scale: number,
  ): PointingRay | null {
    const actor = actors[id];
    const pointing = readPointing(actor?.settings.points);
    if (!pointing) return null;
    const ray = rayOfHand(posed, 'hand' in pointing ? pointing.hand : 'right', scale);
    if (!ray) return null;
    const people = [...this.#standing(true), this.#mine()].filter((one) => one !== null && one.id !== id);
    const hit =
      'hand' in pointing
        ? hitOf(ray, people as readonly Standing[], 0, this.#sceneRays.met(id, ray))
        : { at: new Vector3(...pointing.at), on: pointing.on };
    // Somebody of the recording points at another one by the id that they had.
    const on = hit.on !== null && isReplayedId(id) && !isReplayedId(hit.on) ? replayedId(hit.on) : hit.on;
    const what = on === null ? null : nameOf(actors[on]);
    return { name: nameOf(actor), from: ray.origin, to: hit.at, what, colour: colourOf(actor) };
  }
}

interface PointingRay extends ShownRay {
  readonly name: string;
  /** Whom it meets. */
  readonly what: string | null;
}

function labelOf({ name, what, to }: PointingRay): StageLabel {
  return {
    text: what === null ? `${name} points here` : `${name} points at ${what}`,
    at: to,
    kind: 'thing',
    align: 'start',
  };
}

/** The stage's actors of one of the two. */
function only({ actors, doc }: Pick<Stage, 'actors' | 'doc'>, isOfReplay: boolean): Pick<Stage, 'actors' | 'doc'> {
  return { doc, actors: new Map([...actors].filter(([id]) => isReplayedId(id) === isOfReplay)) };
}

const up = new Vector3(0, 1, 0);
const turn = new Quaternion();
const ahead = new Vector3();

/** Which way a tracked head looks, radians from +Z. */
function headingOf({ jointPoses }: JointFrame): number {
  turn.fromArray(jointPoses, pointNumber.head * POSE_SIZE + 3);
  ahead.set(0, 0, 1).applyQuaternion(turn);
  return Math.atan2(ahead.x, ahead.z);
}

export function createTogetherScene(world: World, settings: TogetherStore, host: RoomSceneHost): RoomScene {
  return new TogetherScene(world, settings, host);
}
