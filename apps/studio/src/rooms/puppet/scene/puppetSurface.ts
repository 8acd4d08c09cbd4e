import type { PuppetModel } from '@leib/puppet';
import { createPuppetView, type DrawnSkin, type PuppetView } from '@leib/three/puppet';
import { Group, type Material, MeshStandardMaterial } from 'three';
import type { Clock } from '../../../time/clock.js';

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
  /** Colours that are shown, sRGB of each place; null: its own. */
  #coloured: Float32Array | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The drawn surface; null while it is made. */
  get view(): PuppetView | null {
    return this.#view;
  }

  /** @param colours sRGB of each place instead of its own, the same array until they change; null: its own */
  update(model: PuppetModel, skin: DrawnSkin, colours: Float32Array | null): void {
    if (!this.#isDrawn(model)) void this.#make(model);
    if (!this.#view || this.#view.root.userData.mesh !== model.mesh) return;
    this.#view.update(skin);
    if (colours === this.#coloured) return;
    this.#coloured = colours;
    this.#view.setColours(colours);
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
