import standInUrl from '@leib/body/leib-neutral.vrm?url';
import type { Pose } from '@leib/core';
import { jointOfBone } from '@leib/core';
import type { Actor, ActorDoc, ActorId } from '@leib/stage';
import { OtherBodies } from '@leib/three/together';
import { Group, PerspectiveCamera, Quaternion, Vector3, Vector4 } from 'three';
import { pagePriorWeights } from '../../../world/priorWeights.js';
import type { RoomDoc, RoomPicture } from '../../../world/roomScene.js';
import type { World } from '../../../world/world.js';
import { NameSigns } from '../../together/nameSigns.js';
import type { OperatorLink, Station } from '../station/operatorLink.js';
import type { StudyController } from '../studyController.js';
import { ReachedPoses } from './reachedPose.js';
import { StationPictures } from './stationPictures.js';
import { StudyThings } from './studyThings.js';

const nobody: RoomDoc = { actors: {}, view: { avatarShows: null } };
/** Of the window's width: what the participant sees stands at the picture's lower left, beside the guide and above the play bar, pixels. */
const SHARE = 0.2;
const BESIDE_GUIDE = 348;
const ABOVE_BAR = 78;
/** A narrower window has its guide in a sheet. */
const NARROW = 900;
/** From the head's joint to the eyes, metres: up and ahead. */
const EYES = [0.08, 0.1] as const;

/** What the operator sees of a station: the participant's body and the boxes around it, and from their eyes. */
export class OperatorPicture {
  readonly #world: World;
  readonly #controller: () => StudyController;
  readonly #root = new Group();
  readonly #things = new StudyThings();
  readonly #numbers = new NameSigns();
  readonly #eyes = new PerspectiveCamera(75, 4 / 3, 0.05, 50);
  /** Before whoever is pictured. */
  readonly #before = new PerspectiveCamera(40, 4 / 3, 0.05, 50);
  readonly pictures = new StationPictures();
  readonly #reached = new ReachedPoses();
  #due: string | null = null;
  #link: OperatorLink | null = null;
  #bodies: OtherBodies | null = null;
  #doc = nobody;
  #hasEyes = false;

  constructor(world: World, root: Group, controller: () => StudyController) {
    this.#world = world;
    this.#controller = controller;
    this.#root.add(this.#things.root, this.#numbers.root);
    root.add(this.#root);
  }

  createRemote(doc: ActorDoc, id: ActorId): Actor | Promise<Actor> {
    if (!this.#bodies) throw new Error('expected a room of people that is open');
    return this.#bodies.kind.create(doc, id);
  }

  /** Those who take part; other operators have no body here. */
  get doc(): RoomDoc {
    this.#follow();
    const stations = new Set(
      this.#controller()
        .stations()
        .map(({ id }) => id),
    );
    const actors = Object.fromEntries(Object.entries(this.#bodies?.actors ?? {}).filter(([id]) => stations.has(id)));
    const isSame = Object.keys(actors).length === Object.keys(this.#doc.actors).length;
    if (!isSame || Object.entries(actors).some(([id, doc]) => this.#doc.actors[id] !== doc))
      this.#doc = { ...nobody, actors };
    return this.#doc;
  }

  update(dtSeconds: number): void {
    const { chosen } = this.#controller();
    const stations = this.#controller().stations();
    // Now and then another one is drawn for its small picture, before the chosen one has the large one.
    this.#due ??= this.pictures.next(
      stations.map(({ id }) => id),
      dtSeconds,
    );
    for (const person of this.#bodies?.people.values() ?? []) person.isHidden = false;
    this.#bodies?.show(this.#world.stage, dtSeconds, (id) => this.#seenPose(stations.find((one) => one.id === id)));
    this.#showOnly(chosen);
    const person = chosen && this.#bodies?.people.get(chosen.id);
    this.#hasEyes = person?.actor.isThere === true && this.#placeEyes(person.actor, this.#seenPose(chosen));
  }

  /** The picture of whose turn it is, by drawing the stage with nobody else on it. */
  drawSmall({ renderer, scene }: RoomPicture): void {
    const station = this.#controller()
      .stations()
      .find(({ id }) => id === this.#due);
    const person = station && this.#bodies?.people.get(station.id);
    this.#due = null;
    if (!station || !person?.actor.isThere) return;
    this.#showOnly(station);
    const [x, , z] = person.actor.pose.rootPosition;
    const { scale } = person.actor;
    this.#before.position.set(x * scale, 1.3, z * scale + 2.8);
    this.#before.lookAt(x * scale, 0.95, z * scale);
    this.#before.updateMatrixWorld();
    this.pictures.draw(station.id, renderer, this.#before, () => renderer.render(scene, this.#before));
    this.#showOnly(this.#controller().chosen);
  }

  /** Null where that is the tracked one. */
  #seenPose(station: Station | null | undefined): Pose | null {
    const person = station && this.#bodies?.people.get(station.id);
    return person ? this.#reached.of(station.id, station.reached, person.actor) : null;
  }

  #showOnly(station: Station | null): void {
    for (const [id, person] of this.#bodies?.people ?? []) {
      person.isHidden = id !== station?.id;
      person.avatar.root.visible = !person.isHidden && person.actor.isThere;
    }
    this.#things.show(station?.things ?? [], station?.now.view);
    this.#numbers.update(this.#things.labels(station?.now.view));
    const person = station && this.#bodies?.people.get(station.id);
    this.#root.scale.setScalar(person?.actor.scale ?? 1);
  }

  /** The participant's own view, in a corner of the picture. */
  drawFirstPerson({ renderer, scene }: RoomPicture): void {
    if (!this.#hasEyes) return;
    const whole = renderer.getViewport(new Vector4());
    const width = Math.round(whole.z * SHARE);
    const height = Math.round((width * 3) / 4);
    const left = whole.z < NARROW ? 12 : BESIDE_GUIDE;
    renderer.setScissorTest(true);
    renderer.setScissor(left, ABOVE_BAR, width, height);
    renderer.setViewport(left, ABOVE_BAR, width, height);
    renderer.render(scene, this.#eyes);
    renderer.setScissorTest(false);
    renderer.setViewport(whole);
  }

  /** The participant's head, as the operator's page has it: "ID head". */
  placeOf(name: string): readonly [number, number, number] | null {
    const [who, what] = name.split(' ');
    const person = [...(this.#bodies?.people.values() ?? [])].find((one) => one.name === who);
    if (!person?.actor.isThere || what !== 'head') return null;
    const at = jointOfBone(person.actor.skeleton, 'head') * 3;
    const [x, y, z] = person.actor.pose.worldPositions.subarray(at, at + 3);
    return [x, y, z];
  }

  dispose(): void {
    this.#bodies?.dispose();
    this.#things.dispose();
    this.#numbers.dispose();
    this.#root.removeFromParent();
  }

  #follow(): void {
    const { operator } = this.#controller();
    if (operator === this.#link) return;
    this.#bodies?.dispose();
    this.#link = operator;
    this.#bodies =
      operator &&
      new OtherBodies(operator.room, {
        scene: this.#root.parent ?? this.#root,
        standIn: standInUrl,
        prior: pagePriorWeights,
        onProblem: (reason) => this.#world.onNotice('error', `The participant’s avatar cannot be shown: ${reason}`),
      });
  }

  #placeEyes({ skeleton, pose: tracked, scale }: Actor & { readonly scale: number }, seen: Pose | null): boolean {
    const pose = seen ?? tracked;
    const head = jointOfBone(skeleton, 'head');
    if (head < 0) return false;
    const turn = new Quaternion().fromArray(pose.worldRotations, head * 4);
    const at = new Vector3().fromArray(pose.worldPositions, head * 3);
    at.add(new Vector3(0, EYES[0], EYES[1]).applyQuaternion(turn)).multiplyScalar(scale);
    this.#eyes.position.copy(at);
    // The body looks along +z, a camera along -z.
    this.#eyes.quaternion.copy(turn).multiply(new Quaternion(0, 1, 0, 0));
    this.#eyes.updateMatrixWorld();
    return true;
  }
}
