import type { PuppetModel } from '@leib/puppet';
import { createPuppetView, type DrawnSkin, type PuppetView } from '@leib/three';
import { Group, type Material, MeshStandardMaterial } from 'three';
import type { Clock } from '../../../time/clock.js';
import { placeColoursOf } from './partColours.js';

export type SurfaceLook = 'own' | 'parts' | 'glass';

/** The puppet's surface: drawn anew where the model is another one, in one of three looks. */
export class PuppetSurface {
  readonly root = new Group();
  readonly #clock: Clock;
  readonly #glass = new MeshStandardMaterial({
    color: '#9fb4c8',
    roughness: 0.4,
    transparent: true,
    opacity: 0.22,
    depthWrite: false,
  });
  #view: PuppetView | null = null;
  #model: PuppetModel | null = null;
  /** The model whose parts colour the surface; null: its own colours. */
  #coloured: PuppetModel | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The drawn surface; null while it is made. */
  get view(): PuppetView | null {
    return this.#view;
  }

  update(model: PuppetModel, skin: DrawnSkin, isColoured: boolean): void {
    if (!this.#isDrawn(model)) void this.#make(model);
    if (!this.#view || this.#view.root.userData.mesh !== model.mesh) return;
    this.#view.update(skin);
    const wanted = isColoured ? model : null;
    if (wanted === this.#coloured) return;
    this.#coloured = wanted;
    this.#view.setColours(wanted && placeColoursOf(wanted));
  }

  /** Draws something while the surface is see-through. */
  asGlass(draw: () => void): void {
    const surfaces = this.#view?.surfaces ?? [];
    const looks = surfaces.map(({ material }) => material as Material);
    for (const surface of surfaces) surface.material = this.#glass;
    draw();
    surfaces.forEach((surface, i) => {
      surface.material = looks[i];
    });
  }

  dispose(): void {
    this.#model = null;
    this.#view?.dispose();
    this.#glass.dispose();
  }

  /** Another mesh is another surface; other layers are another fur. */
  #isDrawn({ mesh, file }: PuppetModel): boolean {
    return mesh === this.#model?.mesh && file.skin.layers === this.#model.file.skin.layers;
  }

  async #make(model: PuppetModel): Promise<void> {
    this.#model = model;
    const release = this.#clock.hold();
    const view = await createPuppetView(model);
    release();
    if (this.#model !== model) {
      view.dispose();
      return;
    }
    this.#view?.dispose();
    view.root.userData.mesh = model.mesh;
    this.#view = view;
    this.#coloured = null;
    this.root.add(view.root);
  }
}
