import type { PuppetModel, PuppetState } from '@leib/puppet';
import { disposeTree } from '@leib/three';
import { type Camera, Group, Mesh, MeshBasicMaterial, TorusGeometry } from 'three';
import { effectorPointOf, placeOfEffector } from './effectorPoints.js';

const COLOUR = { rest: '#4ccbb5', near: '#9fe8da', held: '#ffb454' } as const;
/** Radius of a ring in shares of the puppet's size; an end effector's is larger. */
const RADIUS = { end: 0.045, inner: 0.03 } as const;

/** Rings on what can be dragged: large ones at the ends of chains, small ones within. They face the camera. */
export class EffectorRings {
  readonly root = new Group();
  /** Effectors that are held, and those that a pointer or hand would take. */
  held: ReadonlySet<number> = new Set();
  near: ReadonlySet<number> = new Set();
  #model: PuppetModel | null = null;

  update(model: PuppetModel, state: PuppetState, size: number, camera: Camera): void {
    if (model !== this.#model) this.#build(model, size);
    for (const [effector, child] of this.root.children.entries()) {
      child.visible = placeOfEffector(model, state, effector, child.position) !== null;
      child.quaternion.copy(camera.quaternion);
      const look = this.held.has(effector) ? 'held' : this.near.has(effector) ? 'near' : 'rest';
      (child as Mesh<TorusGeometry, MeshBasicMaterial>).material.color.set(COLOUR[look]);
    }
  }

  dispose(): void {
    disposeTree(this.root);
  }

  #build(model: PuppetModel, size: number): void {
    this.#model = model;
    for (const child of [...this.root.children]) disposeTree(child);
    for (const effector of model.file.effectors) {
      const radius = size * (effectorPointOf(model.file, effector)?.isEnd ? RADIUS.end : RADIUS.inner);
      const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.85 });
      const ring = new Mesh(new TorusGeometry(radius, radius * 0.16, 10, 36), material);
      ring.renderOrder = 8;
      this.root.add(ring);
    }
  }
}
