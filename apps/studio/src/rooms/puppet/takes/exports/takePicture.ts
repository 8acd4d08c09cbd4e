import type { PuppetModel } from '@leib/puppet';
import { createPuppetView, type DrawnSkin, type PuppetView } from '@leib/three/puppet';
import { DirectionalLight, HemisphereLight, type PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import type { Background } from '../../../../world/background.js';

export interface PictureOptions {
  readonly width: number;
  readonly height: number;
  readonly background: Background;
  /** Where it is seen from: the main view's. */
  readonly camera: PerspectiveCamera;
}

/** Draws a puppet off the page: only itself, as large as wanted, from where the main view looks. */
export class TakePicture {
  readonly canvas = document.createElement('canvas');
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera: PerspectiveCamera;
  readonly #view: PuppetView;

  private constructor(view: PuppetView, floor: number, options: PictureOptions) {
    const { width, height, background, camera } = options;
    const { canvas } = this;
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.setSize(width, height, false);
    const { colour, opacity } = background;
    this.#renderer.setClearColor(colour, opacity);
    this.#camera = camera.clone();
    camera.matrixWorld.decompose(this.#camera.position, this.#camera.quaternion, this.#camera.scale);
    this.#camera.clearViewOffset();
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    const sun = new DirectionalLight('#fff4e6', 2.2);
    sun.position.set(1.5, 3, 2.5);
    view.root.position.y = -floor;
    this.#view = view;
    this.#scene.add(view.root, sun, new HemisphereLight('#eef4ff', '#6b645c', 1.6));
  }

  static async create(model: PuppetModel, options: PictureOptions): Promise<TakePicture> {
    return new TakePicture(await createPuppetView(model), model.file.stage.floor, options);
  }

  draw(skin: DrawnSkin): void {
    this.#view.update(skin);
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** The drawn picture as PNG. */
  async png(): Promise<Blob> {
    const blob = await new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('this browser made no picture; choose a smaller size');
    return blob;
  }

  dispose(): void {
    this.#view.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}
