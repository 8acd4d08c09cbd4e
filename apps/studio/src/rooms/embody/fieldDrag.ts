import type { MagneticField } from '@leib/embody';
import { type createFieldsView, wayInChest } from '@leib/three';
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { SettingsStore } from '../../files/settingsStore.js';
import type { World } from '../../world/world.js';
import type { embodyShape } from './embodyShape.js';

type FieldsView = ReturnType<typeof createFieldsView>;

/** What a finger hits around a field's centre, metres. */
const GRASP_RADIUS = 0.04;

/** Moves magnetic fields by dragging their centres in the picture. A field and its mirror image are one setting. */
export class FieldDrag {
  readonly #world: World;
  readonly #view: FieldsView;
  readonly #settings: SettingsStore<typeof embodyShape>;
  readonly #listening = new AbortController();
  readonly #raycaster = new Raycaster();
  readonly #pointer = new Vector2();
  readonly #plane = new Plane();
  readonly #point = new Vector3();
  readonly #from = new Vector3();
  /** The fields as they were when the drag began, and which sphere is held. */
  #fields: readonly MagneticField[] = [];
  #held = -1;

  constructor(world: World, view: FieldsView, settings: SettingsStore<typeof embodyShape>) {
    this.#world = world;
    this.#view = view;
    this.#settings = settings;
    const canvas = world.renderer.domElement;
    const first = { signal: this.#listening.signal, capture: true };
    canvas.addEventListener('pointerdown', (event) => this.#grab(event, canvas), first);
    canvas.addEventListener('pointermove', (event) => this.#drag(event, canvas), first);
    canvas.addEventListener('pointerup', () => this.#letGo(), first);
    canvas.addEventListener('pointercancel', () => this.#letGo(), first);
  }

  dispose(): void {
    this.#letGo();
    this.#listening.abort();
  }

  #grab(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const embody = this.#world.body?.person?.embody;
    if (event.button !== 0 || !this.#view.root.visible || !embody) return;
    this.#aim(event, canvas);
    this.#held = this.#sphereUnderPointer();
    if (this.#held < 0) return;
    event.stopImmediatePropagation();
    canvas.setPointerCapture(event.pointerId);
    this.#world.rig.controls.enabled = false;
    this.#fields = embody.model.settings.arms.magnets.fields;
    this.#view.setHeld(this.#held);
    this.#readCentre(this.#held, this.#point);
    this.#world.rig.camera.getWorldDirection(this.#from);
    this.#plane.setFromNormalAndCoplanarPoint(this.#from, this.#point);
    this.#raycaster.ray.intersectPlane(this.#plane, this.#from);
  }

  #drag(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const embody = this.#world.body?.person?.embody;
    if (this.#held < 0 || !embody) return;
    event.stopImmediatePropagation();
    this.#aim(event, canvas);
    if (!this.#raycaster.ray.intersectPlane(this.#plane, this.#point)) return;
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
    if (this.#held < 0) return;
    this.#held = -1;
    this.#view.setHeld(-1);
    this.#settings.endGesture();
    this.#world.rig.controls.enabled = this.#world.rig.mode !== 'eyes';
  }

  #sphereUnderPointer(): number {
    let nearest = -1;
    let nearestDistance = GRASP_RADIUS * this.#world.person.scale.x;
    for (let sphere = 0; sphere < this.#view.count; sphere++) {
      const distance = this.#raycaster.ray.distanceToPoint(this.#readCentre(sphere, this.#point));
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

  #aim(event: PointerEvent, canvas: HTMLCanvasElement): void {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    this.#pointer.set(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#raycaster.setFromCamera(this.#pointer, this.#world.rig.camera);
  }
}
