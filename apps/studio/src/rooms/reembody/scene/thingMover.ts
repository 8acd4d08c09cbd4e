import { Vector3 } from 'three';
import { PictureDrag } from '../../../world/pictureDrag.js';
import type { World } from '../../../world/world.js';
import type { ReembodyStore } from '../settings/reembodyShape.js';
import { movedThing, thingsOf, withThing } from '../settings/roomThings.js';
import type { ObjectsView } from './objectsView.js';

const UP = new Vector3(0, 1, 0);

/**
 * Moves the thing that is being edited with the mouse or a finger: along the floor, with Shift up and down. A drag is one step of
 * undo; Escape leaves the thing where it was.
 */
export class ThingMover {
  readonly #world: World;
  readonly #things: ObjectsView;
  readonly #settings: ReembodyStore;
  readonly #edited: () => number;
  readonly #pointer: PictureDrag;
  readonly #hit = new Vector3();
  readonly #grasped = new Vector3();
  readonly #place = new Vector3();
  #drag: { readonly number: number; readonly from: Vector3; isUpright: boolean } | null = null;

  /** @param edited number of the thing that can be moved now, or -1 */
  constructor(world: World, things: ObjectsView, settings: ReembodyStore, edited: () => number) {
    this.#world = world;
    this.#things = things;
    this.#settings = settings;
    this.#edited = edited;
    this.#pointer = new PictureDrag(world, {
      take: (event) => this.#begin(event),
      move: (event) => this.#move(event),
      end: (isCancelled) => this.#end(isCancelled),
    });
  }

  dispose(): void {
    this.#pointer.dispose();
  }

  #begin(event: PointerEvent): boolean {
    const number = this.#edited();
    const thing = thingsOf(this.#settings.values().things)[number];
    if (!thing || thing.kind === 'floor' || this.#world.renderer.xr.isPresenting) return false;
    const picked = this.#things.pick(this.#pointer.raycaster);
    if (picked?.object !== number) return false;
    this.#grasped.copy(picked.point);
    this.#drag = { number, from: new Vector3(...thing.position), isUpright: event.shiftKey };
    this.#setPlane(event.shiftKey);
    return true;
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    if (event.shiftKey !== drag.isUpright) {
      drag.isUpright = event.shiftKey;
      this.#setPlane(event.shiftKey);
    }
    if (!this.#pointer.meetPlane(this.#hit)) return;
    const way = this.#hit.sub(this.#grasped).divideScalar(this.#world.person.scale.x);
    if (drag.isUpright) way.set(0, way.y, 0);
    else way.y = 0;
    this.#place.copy(drag.from).add(way);
    this.#things.preview(drag.number, this.#place);
  }

  #end(isCancelled: boolean): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null;
    this.#things.preview(drag.number, null);
    const things = thingsOf(this.#settings.values().things);
    const thing = things[drag.number];
    if (isCancelled || !thing || this.#place.distanceTo(drag.from) < 1e-3) return;
    const round = (metres: number) => Number(metres.toFixed(3));
    const place = [round(this.#place.x), round(this.#place.y), round(this.#place.z)] as const;
    this.#settings.endGesture();
    this.#settings.set('things', withThing(things, drag.number, movedThing(thing, place)));
    this.#settings.endGesture();
  }

  /** Along the floor, or upright and facing the view. */
  #setPlane(isUpright: boolean): void {
    const normal = isUpright ? this.#world.rig.camera.getWorldDirection(new Vector3()).setY(0).normalize() : UP;
    this.#pointer.plane.setFromNormalAndCoplanarPoint(normal, this.#grasped);
  }
}
