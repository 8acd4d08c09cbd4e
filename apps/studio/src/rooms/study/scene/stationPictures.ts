import { type PerspectiveCamera, Vector4, type WebGLRenderer } from 'three';

/** CSS pixels of a small picture. */
export const PICTURE_SIZE = { width: 150, height: 112 } as const;
/** One picture after the other, each so often. */
const EVERY_SECONDS = 0.25;

/** Small pictures of stations, one drawn after the other into a corner of the page's own before that is drawn. */
export class StationPictures {
  readonly #canvases = new Map<string, HTMLCanvasElement>();
  #seconds = EVERY_SECONDS;
  #last = -1;

  /** Of a station, for the page to put where it likes. */
  of(id: string): HTMLCanvasElement {
    const known = this.#canvases.get(id);
    if (known) return known;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, PICTURE_SIZE);
    this.#canvases.set(id, canvas);
    return canvas;
  }

  /** The station whose turn it is; null where none is due. */
  next(ids: readonly string[], dtSeconds: number): string | null {
    for (const id of this.#canvases.keys()) if (!ids.includes(id)) this.#canvases.delete(id);
    this.#seconds += dtSeconds;
    if (ids.length === 0 || this.#seconds < EVERY_SECONDS / ids.length) return null;
    this.#seconds = 0;
    this.#last = (this.#last + 1) % ids.length;
    return ids[this.#last];
  }

  /** @param render draws the scene as it is to be seen */
  draw(id: string, renderer: WebGLRenderer, camera: PerspectiveCamera, render: () => void): void {
    const { width, height } = PICTURE_SIZE;
    const whole = renderer.getViewport(new Vector4());
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    renderer.setScissorTest(true);
    renderer.setScissor(0, 0, width, height);
    renderer.setViewport(0, 0, width, height);
    render();
    renderer.setScissorTest(false);
    renderer.setViewport(whole);
    const { domElement: from } = renderer;
    const ratio = renderer.getPixelRatio();
    const [w, h] = [width * ratio, height * ratio];
    // The page's picture begins at its lower left.
    this.of(id)
      .getContext('2d')
      ?.drawImage(from, 0, from.height - h, w, h, 0, 0, width, height);
  }
}
