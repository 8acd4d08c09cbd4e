import type { MagneticField } from '@leib/embody';
import { type FieldsView, wayInChest } from '@leib/three';
import { Vector3 } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import { PictureDrag } from '../../world/pictureDrag.js';
import type { World } from '../../world/world.js';
import type { embodyShape } from './embodyShape.js';

/** What a finger hits around a field's centre, metres. */
const GRASP_RADIUS = 0.04;

/** Moves magnetic fields by dragging their centres in the picture. A field and its mirror image are one setting. */
export class FieldDrag {
  readonly #world: World;
  readonly #view: FieldsView;
  readonly #settings: SettingsStore<typeof embodyShape>;
  readonly #drag: PictureDrag;
  readonly #point = new Vector3();
  readonly #from = new Vector3();
  /** The fields as they were when the drag began, and which sphere is held. */
  #fields: readonly MagneticField[] = [];
  #held = -1;

  constructor(world: World, view: FieldsView, settings: SettingsStore<typeof embodyShape>) {
    this.#world = world;
    this.#view = view;
    this.#settings = settings;
    this.#drag = new PictureDrag(world, {
      take: () => this.#take(),
      move: () => this.#move(),
      end: () => this.#letGo(),
    });
  }

  dispose(): void {
    this.#drag.dispose();
  }

  #take(): boolean {
    const embody = this.#world.body?.person?.embody;
    if (!this.#view.root.visible || !embody) return false;
    this.#held = this.#sphereUnderPointer();
    if (this.#held < 0) return false;
    this.#fields = embody.model.settings.arms.magnets.fields;
    this.#view.setHeld(this.#held);
    this.#readCentre(this.#held, this.#point);
    this.#drag.facePlane(this.#point);
    this.#drag.meetPlane(this.#from);
    return true;
  }

  #move(): void {
    const embody = this.#world.body?.person?.embody;
    if (!embody || !this.#drag.meetPlane(this.#point)) return;
    this.#point.sub(this.#from).divideScalar(this.#world.person.scale.x);
    // Spheres are numbered left arm first; a body with one arm has only its own.
    const index = this.#held % this.#fields.length;
    const side = embody.model.arms.arms[0] === null || this.#held >= this.#fields.length ? 1 : 0;
    const field = this.#fields[index];
    const way = wayInChest(embody.state.arms, side, [this.#point.x, this.#point.y, this.#point.z]);
    // Settings are written for a body of reference size; the drawn radius tells how much larger this one is.
    const size = this.#view.spheres[this.#held * 4 + 3] / field.radius;
    const mirror = side === 0 ? 1 : -1;
    const centre = [
      field.centre[0] + (mirror * way[0]) / size,
      field.centre[1] + way[1] / size,
      field.centre[2] + way[2] / size,
    ] as const;
    this.#settings.set('fields', this.#fields.with(index, { ...field, centre }));
  }

  #letGo(): void {
    this.#held = -1;
    this.#view.setHeld(-1);
    this.#settings.endGesture();
  }

  #sphereUnderPointer(): number {
    let nearest = -1;
    let nearestDistance = GRASP_RADIUS * this.#world.person.scale.x;
    for (let sphere = 0; sphere < this.#view.count; sphere++) {
      const distance = this.#drag.raycaster.ray.distanceToPoint(this.#readCentre(sphere, this.#point));
      if (distance >= nearestDistance) continue;
      nearest = sphere;
      nearestDistance = distance;
    }
    return nearest;
  }

  #readCentre(sphere: number, out: Vector3): Vector3 {
    out.fromArray(this.#view.spheres, sphere * 4);
    return out.multiplyScalar(this.#world.person.scale.x);
  }
}
