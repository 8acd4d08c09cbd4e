import type { ActorId } from '@leib/stage';
import { type Ray, Vector3 } from 'three';
import type { SharedScene } from './sharedScene.js';

/**
 * Where rays of hands meet the scene. To look goes through all triangles or points near the ray, so that in each frame it is done for one ray,
 * in turns, and at once for a new one; the others keep their length meanwhile.
 */
export class SceneRays {
  readonly #scene: Pick<SharedScene, 'pick'>;
  /** Infinity: nothing is met. Who was looked at the longest ago comes first. */
  readonly #metres = new Map<ActorId, number>();
  readonly #asked = new Set<ActorId>();
  #due: ActorId | null = null;

  constructor(scene: Pick<SharedScene, 'pick'>) {
    this.#scene = scene;
  }

  beginFrame(): void {
    for (const id of this.#metres.keys()) if (!this.#asked.has(id)) this.#metres.delete(id);
    this.#asked.clear();
    this.#due = this.#metres.keys().next().value ?? null;
  }

  /** Null where somebody's ray meets nothing of the scene. */
  met(id: ActorId, ray: Ray): Vector3 | null {
    this.#asked.add(id);
    const metres = id === this.#due ? undefined : this.#metres.get(id);
    const away = metres ?? this.#look(id, ray);
    return away < Number.POSITIVE_INFINITY ? ray.at(away, new Vector3()) : null;
  }

  #look(id: ActorId, { origin, direction }: Ray): number {
    const metres = this.#scene.pick(origin, direction)?.point.distanceTo(origin) ?? Number.POSITIVE_INFINITY;
    if (id === this.#due) this.#due = null;
    this.#metres.delete(id);
    this.#metres.set(id, metres);
    return metres;
  }
}
