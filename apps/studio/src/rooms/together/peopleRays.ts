import type { ActorId } from '@leib/stage';
import { isReplayedId, replayedId } from '@leib/together';
import { type JointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { Plane, type Ray, Vector3 } from 'three';
import type { StageLabel } from '../../world/stageLabels.js';
import type { World } from '../../world/world.js';
import { PicturePointer } from './picturePointer.js';
import { hitOf, type Pointing, rayOfHand, readPointing, type Standing, standingOf } from './pointing.js';
import type { ShownRay } from './raysView.js';
import type { RoomPeople } from './roomPeople.js';
import { SceneRays } from './scene/sceneRays.js';
import type { SharedScene } from './scene/sharedScene.js';
import { colourOf, nameOf, type TogetherController } from './togetherController.js';

/** The floor is met so far away, metres. */
const FLOOR_REACH = 60;
const floor = new Plane(new Vector3(0, 1, 0), 0);

export interface PointingRay extends ShownRay {
  readonly name: string;
  /** Whom it meets. */
  readonly what: string | null;
}

interface PeopleRaysParts {
  readonly world: World;
  readonly controller: TogetherController;
  readonly people: RoomPeople;
  readonly scene: SharedScene;
  /** Where one stands oneself. */
  readonly mine: () => Standing | null;
}

/** Where everybody points, and what rays meet: people, what stands in the room, the floor. */
export class PeopleRays {
  readonly #parts: PeopleRaysParts;
  readonly #pointer: PicturePointer;
  readonly #sceneRays: SceneRays;

  constructor(parts: PeopleRaysParts) {
    this.#parts = parts;
    this.#pointer = new PicturePointer(parts.world, () => parts.controller.isPointing);
    this.#sceneRays = new SceneRays(parts.scene);
  }

  beginFrame(): void {
    this.#sceneRays.beginFrame();
  }

  /** Everybody's ray, one's own as the others see it. */
  get shown(): readonly PointingRay[] {
    const { people, world } = this.#parts;
    const me = people.room?.me ?? null;
    const { body, person } = world;
    const rays = people.shown.flatMap(({ id, actor }) => this.#rayOf(id, actor, actor.scale) ?? []);
    const mine =
      me !== null && body && this.#rayOf(me, { skeleton: body.avatar.skeleton, pose: body.pose }, person.scale.x);
    return mine ? [...rays, mine] : rays;
  }

  /** Where one points oneself. */
  mine({ jointPoses }: JointFrame): Pointing | null {
    const { controller, world, scene } = this.#parts;
    if (!controller.isPointing) return null;
    const isWorn = world.renderer.xr.isPresenting || world.things.isReal;
    if (isWorn && Number.isFinite(jointPoses[pointNumber.rightHand * POSE_SIZE])) return { hand: 'right' };
    const ray = this.#pointer.ray;
    if (!ray) return null;
    const met = scene.pick(ray.origin, ray.direction)?.point ?? null;
    const { at, on } = hitOf(ray, this.#others(), 0, met);
    return { at: [at.x, at.y, at.z], on };
  }

  /** The nearest of the scene and the floor that a ray meets: people are not measured. */
  placeOn(ray: Ray): Vector3 | null {
    const onScene = this.#parts.scene.pick(ray.origin, ray.direction)?.point ?? null;
    const onFloor = ray.intersectPlane(floor, new Vector3());
    const isFloor = onFloor && onFloor.distanceTo(ray.origin) < FLOOR_REACH;
    if (!onScene) return isFloor ? onFloor : null;
    return isFloor && onFloor.distanceTo(ray.origin) < onScene.distanceTo(ray.origin) ? onFloor : onScene;
  }

  dispose(): void {
    this.#pointer.dispose();
  }

  #others(): readonly Standing[] {
    const standing = this.#parts.people.shown.map(({ id, actor }) => standingOf(id, actor, actor.scale));
    return standing.filter((one) => one !== null);
  }

  #rayOf(id: ActorId, posed: Parameters<typeof rayOfHand>[0], scale: number): PointingRay | null {
    const { people, mine } = this.#parts;
    const actors = people.docs;
    const actor = actors[id];
    const pointing = readPointing(actor?.settings.points);
    if (!pointing) return null;
    const ray = rayOfHand(posed, 'hand' in pointing ? pointing.hand : 'right', scale);
    if (!ray) return null;
    const met = [...this.#others(), mine()].filter((one) => one !== null && one.id !== id);
    const hit =
      'hand' in pointing
        ? hitOf(ray, met as readonly Standing[], 0, this.#sceneRays.met(id, ray))
        : { at: new Vector3(...pointing.at), on: pointing.on };
    // Somebody of the recording points at another one by the id that they had.
    const on = hit.on !== null && isReplayedId(id) && !isReplayedId(hit.on) ? replayedId(hit.on) : hit.on;
    const what = on === null ? null : nameOf(actors[on]);
    return { name: nameOf(actor), from: ray.origin, to: hit.at, what, colour: colourOf(actor) };
  }
}

export function labelOfRay({ name, what, to }: PointingRay): StageLabel {
  return {
    text: what === null ? `${name} points here` : `${name} points at ${what}`,
    at: to,
    kind: 'thing',
    align: 'start',
  };
}
