import standInUrl from '@leib/body/leib-neutral.vrm?url';
import { faceParameterNames } from '@leib/core/pack';
import { carryHeadTo } from '@leib/embody';
import type { ActorDoc, ActorId } from '@leib/stage';
import { writeFaceWeights } from '@leib/three';
import { OtherBodies, type ShownPerson } from '@leib/three/together';
import type { SharedRoom } from '@leib/together';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { Group, Quaternion, Vector3 } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import { explainError } from '../../ui/explainError.js';
import { pagePriorWeights } from '../../world/priorWeights.js';
import type { RoomActs, RoomDoc, RoomScene } from '../../world/roomScene.js';
import { type StageLabel, StageLabels } from '../../world/stageLabels.js';
import type { World } from '../../world/world.js';
import type { RoomSceneHost } from '../room.js';
import { FollowCamera } from './followCamera.js';
import { NameSigns } from './nameSigns.js';
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
import { colourOf, nameOf, TogetherController } from './togetherController.js';

/** One stands so far from whom one goes to, metres; farther than the second, one who follows in a headset goes after them. */
const BESIDE = 1.1;
const FAR = 3;
/** Names stand above heads, metres. */
const NAME_ABOVE = 0.27;
const noOthers: RoomDoc = { actors: {} };

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
  readonly #pointer: PicturePointer;
  readonly #camera: FollowCamera;
  readonly #own: OwnBody;
  readonly #face = new Float64Array(faceParameterNames.length);
  readonly #endings: readonly (() => void)[];
  #bodies: OtherBodies | null = null;
  /** Whose bodies they are. */
  #room: SharedRoom | null = null;
  #doc = noOthers;
  /** Where the person is to be at once, the world's metres. */
  #landing: { readonly at: Vector3; readonly yaw: number } | null = null;
  /** As whom one has found one's place in the room. */
  #placedAs: ActorId | null = null;

  constructor(world: World, settings: SettingsStore, { wardrobe }: RoomSceneHost) {
    this.#world = world;
    this.controller = new TogetherController({
      get address() {
        return location.href;
      },
      setAddress: (address) => history.replaceState(null, '', address),
      notify: (kind, text) => world.onNotice(kind, text),
    });
    const { controller } = this;
    this.acts = {
      actions: () => controller.actions(),
      card: () => controller.card(),
      undo: () => controller.undo(),
    };
    this.kinds = {
      remote: {
        create: (doc, id) => {
          if (!this.#bodies) throw new Error('expected a room of people that is open');
          return this.#bodies.kind.create(doc, id);
        },
      },
    };
    this.#labels = new StageLabels(world);
    this.#pointer = new PicturePointer(world, () => controller.isPointing);
    this.#camera = new FollowCamera(world.rig);
    this.#own = new OwnBody(wardrobe);
    this.root.add(this.#rays.root, this.#signs.root);
    this.#endings = [settings.store.subscribe(() => controller.noteSettings())];
    const people = peopleOfAddress(location.href);
    if (people !== null) controller.join(people);
  }

  /** The others, and the view that goes with one of them. */
  get doc(): RoomDoc {
    this.#followRoom();
    const actors = this.#bodies?.actors ?? noOthers.actors;
    const camera = this.#camera.isOn ? 'thing' : undefined;
    if (actors !== this.#doc.actors || camera !== this.#doc.view?.camera)
      this.#doc = { actors, ...(camera && { view: { camera } }) };
    return this.#doc;
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

  /** "Ada rightHand", the joint of somebody by their name; "Ada points", what their ray meets. */
  thingPlace(name: string): readonly [number, number, number] | null {
    const [what = '', ...words] = name.split(' ').reverse();
    const who = words.reverse().join(' ');
    const scale = this.#world.person.scale.x;
    if (what === 'points') {
      const to = this.#pointings().find((one) => one.name === who)?.to;
      return to ? [to.x / scale, to.y / scale, to.z / scale] : null;
    }
    const shown = this.#shown().find((one) => one.name === who);
    const place =
      shown && placeOfJoint(shown.actor, what as Parameters<typeof placeOfJoint>[1], shown.actor.scale / scale);
    return place ? [place.x, place.y, place.z] : null;
  }

  update(dtSeconds: number): void {
    const { controller } = this;
    const room = this.#room;
    if (room) this.#tellOthers(room);
    this.#bodies?.show(this.#world.stage, dtSeconds);
    for (const [id, person] of this.#bodies?.people ?? []) person.isHidden = controller.hidden.has(id);
    this.#goAndFollow();
    const pointings = this.#pointings();
    this.#rays.update(pointings);
    const isWorn = this.#world.renderer.xr.isPresenting;
    const labels = [...this.#names(), ...pointings.map(labelOf)];
    this.#labels.update(isWorn ? [] : labels, true);
    this.#signs.update(isWorn ? labels : []);
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.controller.leave();
    for (const part of [this.#own, this.#labels, this.#signs, this.#rays, this.#pointer]) part.dispose();
    this.#bodies?.dispose();
  }

  /** Another room of people, or none. */
  #followRoom(): void {
    const { room } = this.controller;
    if (room === this.#room) return;
    this.#bodies?.dispose();
    this.#room = room;
    this.#placedAs = null;
    this.#camera.set(null);
    this.#bodies =
      room &&
      new OtherBodies(room, {
        scene: this.root,
        standIn: standInUrl,
        prior: pagePriorWeights,
        onProblem: (reason) => this.#world.onNotice('error', `Somebody’s avatar cannot be shown: ${reason}`),
      });
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

  /** Whoever is new stands where nobody else does. */
  #findPlace({ me, doc, role }: SharedRoom): void {
    if (me === null || me === this.#placedAs || !doc?.actors[me]) return;
    this.#placedAs = me;
    const index = Object.keys(doc.actors).indexOf(me);
    if (index < 1 || role === 'watcher') return;
    const { x, z, yaw } = placeOfComer(index);
    this.#landing = { at: new Vector3(x, 0, z), yaw };
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
    const { at, on } = hitOf(ray, this.#standing(true), 0);
    return { at: [at.x, at.y, at.z], on };
  }

  #goAndFollow(): void {
    const { controller } = this;
    const { followed } = controller;
    const goal = controller.takeGoal();
    if (goal !== null) this.#goTo(goal);
    const person = followed === null ? undefined : this.#bodies?.people.get(followed);
    const standing = person?.actor.isThere ? standingOf(person.id, person.actor, person.actor.scale) : null;
    const isWorn = this.#world.renderer.xr.isPresenting;
    this.#camera.set(isWorn ? null : standing);
    if (!isWorn || !standing || followed === null) return;
    const mine = this.#mine()?.head;
    if (mine && mine.distanceTo(standing.head) > FAR) this.#goTo(followed);
  }

  /** Beside somebody, face to face, from where one comes. */
  #goTo(id: ActorId): void {
    const actor = this.#bodies?.people.get(id)?.actor;
    const standing = actor?.isThere ? standingOf(id, actor, actor.scale) : null;
    if (!standing) return;
    const way = (this.#mine()?.head ?? new Vector3()).clone().sub(standing.head).setY(0);
    if (way.lengthSq() < 1e-4) way.set(0, 0, 1);
    way.setLength(BESIDE);
    const at = standing.feet.clone().add(way).setY(0);
    this.#landing = { at, yaw: Math.atan2(-way.x, -way.z) };
  }

  #shown(): readonly ShownPerson[] {
    return [...(this.#bodies?.people.values() ?? [])].filter(({ actor, isHidden }) => actor.isThere && !isHidden);
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
      return at ? [{ text: name, at, kind: 'figure', align: 'middle' }] : [];
    });
  }

  /** Everybody's ray, one's own as the others see it. */
  #pointings(): readonly PointingRay[] {
    const room = this.#room;
    const doc = room?.doc;
    if (!room || !doc) return [];
    const { body, person } = this.#world;
    const rays = this.#shown().flatMap(({ id, actor }) => this.#rayOf(doc.actors, id, actor, actor.scale) ?? []);
    const mine =
      room.me !== null &&
      body &&
      this.#rayOf(doc.actors, room.me, { skeleton: body.avatar.skeleton, pose: body.pose }, person.scale.x);
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
        ? hitOf(ray, people as readonly Standing[], 0)
        : { at: new Vector3(...pointing.at), on: pointing.on };
    const what = hit.on === null ? null : nameOf(actors[hit.on]);
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

const up = new Vector3(0, 1, 0);
const turn = new Quaternion();
const ahead = new Vector3();

/** Which way a tracked head looks, radians from +Z. */
function headingOf({ jointPoses }: JointFrame): number {
  turn.fromArray(jointPoses, pointNumber.head * POSE_SIZE + 3);
  ahead.set(0, 0, 1).applyQuaternion(turn);
  return Math.atan2(ahead.x, ahead.z);
}

export function createTogetherScene(world: World, settings: SettingsStore, host: RoomSceneHost): RoomScene {
  return new TogetherScene(world, settings, host);
}
