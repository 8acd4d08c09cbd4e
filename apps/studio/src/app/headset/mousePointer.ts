import { createRayPointer, type Pointer } from '@pmndrs/pointer-events';
import { Group, type Object3D, type PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';

/** On the screen: the mouse presses the panel of an emulated headset, by a ray from the camera. */
export class MousePointer {
  readonly #canvas: HTMLCanvasElement;
  readonly #camera: PerspectiveCamera;
  readonly #space = new Group();
  readonly #pointer: Pointer;
  readonly #raycaster = new Raycaster();
  readonly #listening = new AbortController();
  readonly #scene: () => Object3D | null;
  #timeMs = 0;

  /** @param scene what can be pressed; null while nothing is shown */
  constructor(canvas: HTMLCanvasElement, camera: PerspectiveCamera, scene: () => Object3D | null) {
    this.#canvas = canvas;
    this.#camera = camera;
    this.#scene = scene;
    this.#pointer = createRayPointer(() => camera, { current: this.#space }, {}, { clickThresholdMs: 4000 }, 'mouse');
    // On the window, in the capturing phase: before the handles of the emulated person hear of it.
    const options = { signal: this.#listening.signal, capture: true };
    addEventListener('pointerdown', (event) => this.#press(event), options);
    addEventListener('pointermove', (event) => this.#move(event), options);
    addEventListener('pointerup', (event) => this.#release(event), options);
  }

  dispose(): void {
    this.#listening.abort();
    this.#pointer.exit(this.#event());
  }

  #move(event: PointerEvent): void {
    if (event.target === this.#canvas) this.#aim(event);
  }

  #press(event: PointerEvent): void {
    if (event.target !== this.#canvas || event.button !== 0 || !this.#aim(event)) return;
    event.stopImmediatePropagation();
    this.#pointer.down(this.#event());
  }

  #release(event: PointerEvent): void {
    if (!this.#pointer.getButtonsDown().has(0)) return;
    this.#aim(event);
    event.stopImmediatePropagation();
    this.#pointer.up(this.#event());
  }

  /** Returns whether the mouse is over the panel. */
  #aim(event: PointerEvent): boolean {
    const scene = this.#scene();
    if (!scene) {
      this.#pointer.exit(this.#event());
      return false;
    }
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    this.#raycaster.setFromCamera(at, this.#camera);
    const { origin, direction } = this.#raycaster.ray;
    this.#space.position.copy(origin);
    this.#space.quaternion.setFromUnitVectors(new Vector3(0, 0, -1), direction);
    this.#space.updateMatrixWorld();
    this.#pointer.move(scene, this.#event());
    const hit = this.#pointer.getIntersection();
    return hit !== undefined && !(hit.object as { isVoidObject?: boolean }).isVoidObject;
  }

  #event(): { timeStamp: number; button: number } {
    this.#timeMs += 1;
    return { timeStamp: this.#timeMs, button: 0 };
  }
}
