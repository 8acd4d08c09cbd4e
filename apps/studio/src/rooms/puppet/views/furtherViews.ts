import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { RoomPicture } from '../../../world/roomScene.js';
import type { FurtherView, PuppetSettings } from '../puppetShape.js';
import type { MeshBounds } from '../scene/puppetPoints.js';

/** Settings of the further views, in their order. */
export const viewSlots = ['view1', 'view2', 'view3'] as const;
export type ViewSlot = (typeof viewSlots)[number];

const FOV_DEG = 36;
/** From the front, a little from the side and from above. */
const WAY = new Vector3(0.45, 0.25, 1).normalize();

interface OneView {
  readonly element: HTMLElement;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
}

/** Views beside the main one: each in an element of the page over the picture, with a camera of its own. */
export class FurtherViews {
  /** Share of the picture that all of them take, 0..1: across on wide screens, up on others. */
  share = 0;
  /** Pixels of the lower edge that other cards cover. */
  below = 0;
  readonly #views = new Map<ViewSlot, OneView>();
  #bounds: { readonly bounds: MeshBounds; readonly lift: number } | null = null;

  /** Draws a view into this element from now on, until the returned function is called. */
  attach(slot: ViewSlot, element: HTMLElement): () => void {
    const camera = new PerspectiveCamera(FOV_DEG, 1, 0.02, 60);
    const controls = new OrbitControls(camera, element);
    controls.enablePan = false;
    const view = { element, camera, controls };
    this.#views.set(slot, view);
    this.#frame(view);
    return () => {
      controls.dispose();
      if (this.#views.get(slot) === view) this.#views.delete(slot);
    };
  }

  /** All views look at a puppet of this size again; `lift` is how far its model space is raised on the stage. */
  frame(bounds: MeshBounds, lift: number): void {
    this.#bounds = { bounds, lift };
    for (const view of this.#views.values()) this.#frame(view);
  }

  /** Draws every open view over the picture; `show` shows what belongs to a kind of view and draws. */
  draw(
    { renderer }: RoomPicture,
    settings: PuppetSettings,
    show: (kind: FurtherView, camera: PerspectiveCamera) => void,
  ) {
    if (this.#views.size === 0) return;
    const canvas = renderer.domElement.getBoundingClientRect();
    renderer.shadowMap.autoUpdate = false;
    renderer.setScissorTest(true);
    for (const [slot, { element, camera, controls }] of this.#views) {
      const kind = settings[slot];
      const { left, bottom, width, height } = element.getBoundingClientRect();
      if (kind === 'none' || width < 2 || height < 2) continue;
      controls.update();
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      renderer.setViewport(left - canvas.left, canvas.bottom - bottom, width, height);
      renderer.setScissor(left - canvas.left, canvas.bottom - bottom, width, height);
      show(kind, camera);
    }
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, canvas.width, canvas.height);
    renderer.shadowMap.autoUpdate = true;
  }

  dispose(): void {
    for (const { controls } of this.#views.values()) controls.dispose();
    this.#views.clear();
  }

  #frame({ camera, controls }: OneView): void {
    if (!this.#bounds) return;
    const { bounds, lift } = this.#bounds;
    const away = (0.62 * bounds.half.length()) / Math.tan((FOV_DEG * Math.PI) / 360);
    controls.target.copy(bounds.centre);
    controls.target.y += lift;
    camera.position.copy(controls.target).addScaledVector(WAY, away * 1.9);
    controls.minDistance = away * 0.4;
    controls.maxDistance = away * 6;
    controls.update();
  }
}

/** Further views stand below the puppet instead of beside it: as in viewCards.css. */
export const narrowScreen = '(max-width: 759px), (max-width: 1023px) and (orientation: portrait)';
/** The panel is a sheet over the lower half: as in styles/smallScreens.css. */
export const sheetScreen = '(max-width: 759px)';
