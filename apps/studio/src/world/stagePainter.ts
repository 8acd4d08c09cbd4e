import type { createMirror, createScenery } from '@leib/three';
import type { Group, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { backgroundOf, drawOn } from './background.js';
import type { CameraRig } from './cameraRig.js';
import type { PictureSpace } from './pictureSpace.js';
import type { RoomPicture, RoomScene } from './roomScene.js';
import type { StageSettings } from './stageSections.js';

/** What is drawn, and on what. */
export interface PaintedStage {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly rig: CameraRig;
  readonly stage: ReturnType<typeof createScenery>;
  readonly mirror: ReturnType<typeof createMirror>;
  /** Handles of the person: not part of a clean picture. */
  readonly tracked: Group;
  settings(): StageSettings;
  room(): RoomScene;
}

/** Draws the stage: on the page, into another window, as a picture of any size. */
export class StagePainter {
  /** Pictures drawn on the page so far. */
  frameCount = 0;
  /** The page shows nothing but the picture: no handles either. */
  isClean = false;
  /** Where texts over the picture may stand; null: everywhere. */
  labelSpace: PictureSpace | null = null;
  readonly #parts: PaintedStage;
  readonly #picture: RoomPicture;
  /** A picture of another size than the page's is being made. */
  #isResized = false;

  constructor(parts: PaintedStage) {
    this.#parts = parts;
    const { renderer, scene, rig, stage } = parts;
    this.#picture = { renderer, scene, camera: rig.camera, showScenery: (shown) => stage.showScenery(shown) };
  }

  get canvas(): HTMLCanvasElement {
    return this.#parts.renderer.domElement;
  }

  /** False while a picture of another size is made: the page's own size has to wait. */
  get isOfThePage(): boolean {
    return !this.#isResized;
  }

  /** Draws on the page, or into the headset. */
  paint(): void {
    const { renderer, rig, scene } = this.#parts;
    const room = this.#parts.room();
    const { isPresenting } = renderer.xr;
    this.#drawOn(renderer, this.isClean || this.#isResized, () => {
      if (room.draw && !isPresenting) room.draw(this.#picture);
      else renderer.render(scene, rig.camera);
    });
    this.frameCount++;
  }

  /** Draws a clean picture with another renderer. */
  paintInto(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    this.#drawOn(renderer, true, () => renderer.render(this.#parts.scene, camera));
  }

  /** Makes the picture clean and of another size while work goes on; null: as large as on the page. */
  async atSize<Result>(size: readonly [width: number, height: number] | null, work: () => Promise<Result>) {
    const { renderer, rig } = this.#parts;
    const [width, height] = size ?? [this.canvas.clientWidth, this.canvas.clientHeight];
    this.#isResized = true;
    // Shown on the page meanwhile, with its own proportions.
    this.canvas.style.objectFit = 'contain';
    renderer.setPixelRatio(size ? 1 : devicePixelRatio);
    renderer.setSize(width, height, false);
    rig.resize(width, height, { top: 0, right: 0, bottom: 0 });
    try {
      return await work();
    } finally {
      this.canvas.style.objectFit = '';
      this.#isResized = false;
    }
  }

  /** Draws, and returns the picture as PNG. */
  async png(): Promise<Blob> {
    this.paint();
    const blob = await new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('this browser made no picture; choose a smaller size');
    return blob;
  }

  #drawOn(renderer: WebGLRenderer, isClean: boolean, draw: () => void): void {
    const { mirror, tracked } = this.#parts;
    const background = renderer.xr.isPresenting ? null : backgroundOf(this.#parts.settings());
    const showScenery = this.#picture.showScenery;
    const usual = this.#parts.room().hasFloor ? 'backdrop' : 'all';
    drawOn(background, isClean, { renderer, showScenery, usual, glass: mirror.root, aids: tracked }, draw);
  }
}
