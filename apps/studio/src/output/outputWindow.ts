import { configureRenderer, THIRD_PERSON_LAYER } from '@leib/three';
import { PerspectiveCamera, WebGLRenderer } from 'three';
import type { World } from '../world/world.js';

const FIRST_SIZE = { width: 1280, height: 720 };

/**
 * The clean picture in a window of its own, for streaming programs that capture windows. It shows the same body from where
 * the page looks, in its own size, and goes on while the page is hidden. In virtual reality the view stays where it was.
 */
export class OutputWindow {
  readonly #world: World;
  readonly #page: Window;
  readonly #renderer: WebGLRenderer;
  readonly #camera = new PerspectiveCamera();
  readonly #frames: OutputFrames;

  private constructor(world: World, page: Window) {
    this.#world = world;
    this.#page = page;
    this.#frames = new OutputFrames(world, performance.now() / 1000);
    const { document } = page;
    document.title = 'Leib output';
    document.body.style.cssText = 'margin:0;overflow:hidden;background:transparent';
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'display:block;width:100vw;height:100vh';
    document.body.replaceChildren(canvas);
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    configureRenderer(this.#renderer);
    this.#camera.layers.enable(THIRD_PERSON_LAYER);
    this.#resize();
    page.addEventListener('resize', () => this.#resize());
    page.addEventListener('pagehide', () => this.#dispose());
    // It would show a body that stands still for ever.
    addEventListener('pagehide', () => page.close());
    this.#next();
  }

  /** Throws an Error in one sentence where the browser opens no window. */
  static open(world: World): OutputWindow {
    const { width, height } = FIRST_SIZE;
    const page = globalThis.open('', 'leib-output', `popup,width=${width},height=${height}`);
    if (!page)
      throw new Error('The output window was blocked: allow pop-ups of this page in the browser’s address bar.');
    return new OutputWindow(world, page);
  }

  #next(): void {
    if (!this.#page.closed) this.#page.requestAnimationFrame(() => this.#frame());
  }

  #frame(): void {
    const { painter, rig, renderer } = this.#world;
    this.#frames.step(performance.now() / 1000);
    if (!renderer.xr.isPresenting) {
      this.#camera.position.setFromMatrixPosition(rig.camera.matrixWorld);
      this.#camera.quaternion.setFromRotationMatrix(rig.camera.matrixWorld);
    }
    painter.paintInto(this.#renderer, this.#camera);
    this.#next();
  }

  #resize(): void {
    const { innerWidth, innerHeight, devicePixelRatio } = this.#page;
    this.#renderer.setPixelRatio(devicePixelRatio);
    this.#renderer.setSize(innerWidth, innerHeight, false);
    this.#camera.aspect = innerWidth / Math.max(1, innerHeight);
    this.#camera.near = this.#world.rig.camera.near;
    this.#camera.far = this.#world.rig.camera.far;
    this.#camera.fov = fovFor(this.#camera.aspect);
    this.#camera.updateProjectionMatrix();
  }

  #dispose(): void {
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

/** Vertical angle, degrees: that of the page's camera, wider where the window is so narrow that a person would not fit. */
function fovFor(aspect: number): number {
  const [upright, across] = [40, 30].map((degrees) => Math.tan((degrees * Math.PI) / 360));
  return (Math.atan(Math.max(upright, across / aspect)) * 360) / Math.PI;
}

/** Without a frame of the page for this long, the window makes them: the page is hidden, seconds. */
const PAGE_RESTS_SECONDS = 0.1;

/** What the frames of the window ask of the world. */
interface SteppedWorld {
  readonly loop: Pick<World['loop'], 'isResting' | 'stepBy'>;
  readonly clock: Pick<World['clock'], 'isManual'>;
  readonly painter: Pick<World['painter'], 'frameCount'>;
}

/** Frames of a second window: the world goes on by them while the page, which is hidden, makes none. */
export class OutputFrames {
  readonly #world: SteppedWorld;
  #lastFrameCount: number;
  #lastSeconds: number;
  /** The page makes no frames: this window does. */
  #isPageResting = false;

  constructor(world: SteppedWorld, nowSeconds: number) {
    this.#world = world;
    this.#lastFrameCount = world.painter.frameCount;
    this.#lastSeconds = nowSeconds;
  }

  /** Called in every frame of the window, before it is drawn. */
  step(nowSeconds: number): void {
    const { painter, clock, loop } = this.#world;
    if (painter.frameCount !== this.#lastFrameCount) {
      this.#lastFrameCount = painter.frameCount;
      this.#lastSeconds = nowSeconds;
      this.#isPageResting = false;
    } else if (clock.isManual || loop.isResting) {
      // Others step it: a test, or the export of a video.
      this.#lastSeconds = nowSeconds;
    } else if (this.#isPageResting || nowSeconds - this.#lastSeconds > PAGE_RESTS_SECONDS) {
      this.#isPageResting = true;
      loop.stepBy(nowSeconds - this.#lastSeconds);
      this.#lastSeconds = nowSeconds;
    }
  }
}
