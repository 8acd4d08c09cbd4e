import { InputError } from '@leib/core';
import { rangeSourceOf, readSplatsAbout, type SplatsAbout, type SplatUp } from '@leib/formats/scan';
import { SparkRenderer, SplatFileType, SplatMesh } from '@sparkjsdev/spark';
import { type Camera, Group, Raycaster, type Scene, type Vector3, type WebGLRenderer } from 'three';
import type { ScanDetail, SceneItem, SceneStream } from './sharedScene.js';

/** From so many on, a file is made to levels of detail, which takes 3 s for each million (beside the page, in a worker). */
const LEVELS_FROM = 200_000;
/** A ray goes through what is fainter than this. */
const LEAST_OPACITY = 0.5;
/** This share of the splats lies below the floor, at most: noise of the capture. */
const BELOW_FLOOR = 0.02;
/** The floor is looked for among so many. */
const FLOOR_SAMPLES = 50_000;

const fileTypes: Readonly<Record<SplatsAbout['kind'], SplatFileType>> = {
  PLY: SplatFileType.PLY,
  SPZ: SplatFileType.SPZ,
  splat: SplatFileType.SPLAT,
};

/** Gaussian splats of one file. Spark draws them; there is nothing to stand on in them. */
class SplatItem implements SceneItem, SceneStream {
  readonly root = new Group();
  readonly ground = null;
  readonly unit = 'splats';
  readonly problem = null;
  readonly progress = 1;
  readonly #mesh: SplatMesh;
  readonly #drawing: SplatDrawing;
  #floor: { readonly up: SplatUp; readonly y: number } | null = null;
  #up: SplatUp = 'y';

  constructor(mesh: SplatMesh, drawing: SplatDrawing) {
    this.#mesh = mesh;
    this.#drawing = drawing;
    this.root.add(mesh);
    drawing.add(this);
  }

  get stream(): SceneStream {
    return this;
  }

  get pointCount(): number {
    return this.#mesh.numSplats;
  }

  /** Looked for when somebody asks: it goes through all splats. */
  get floorY(): number {
    if (this.#floor?.up !== this.#up) this.#floor = { up: this.#up, y: this.#findFloor() };
    return this.#floor.y;
  }

  setUp(up: SplatUp): void {
    this.#up = up;
    this.#mesh.rotation.x = up === 'y' ? 0 : up === 'z' ? -Math.PI / 2 : Math.PI;
  }

  update(camera: Camera, _renderer: WebGLRenderer, { points }: ScanDetail): void {
    this.#drawing.lookFrom(camera, points);
  }

  pick(origin: Vector3, direction: Vector3) {
    this.root.updateWorldMatrix(true, true);
    const [hit] = new Raycaster(origin, direction).intersectObject(this.#mesh);
    return hit ? { point: hit.point, normal: null } : null;
  }

  dispose(): void {
    this.#drawing.remove(this);
    this.#mesh.dispose();
  }

  #findFloor(): number {
    this.#mesh.updateMatrix();
    // A file with levels of detail has its splats there alone.
    const splats = this.#mesh.extSplats?.lodSplats ?? this.#mesh.splats;
    const step = Math.ceil((splats?.getNumSplats() ?? 0) / FLOOR_SAMPLES);
    const heights: number[] = [];
    splats?.forEachSplat((index, centre, _scales, _turn, opacity) => {
      if (index % step === 0 && opacity >= LEAST_OPACITY) heights.push(centre.applyMatrix4(this.#mesh.matrix).y);
    });
    heights.sort((a, b) => a - b);
    return heights[Math.floor(heights.length * BELOW_FLOOR)] ?? 0;
  }
}

/** What draws the splats of a scene, all together: they are sorted among each other. */
export class SplatDrawing {
  readonly #renderer: WebGLRenderer;
  readonly #parent: Group;
  readonly #items = new Set<SplatItem>();
  #spark: EyeSpark | null = null;

  /** @param parent in the scene that is drawn */
  constructor(renderer: WebGLRenderer, parent: Group) {
    this.#renderer = renderer;
    this.#parent = parent;
  }

  /** Reads a file. Throws InputError with what is wrong with it. */
  async open(name: string, bytes: Uint8Array): Promise<SceneItem> {
    const { kind, count } = await readSplatsAbout(rangeSourceOf(name, bytes));
    const mesh = new SplatMesh({
      fileBytes: bytes,
      fileType: fileTypes[kind],
      // Half numbers would round places to a hundredth at some ten metres: too coarse to measure.
      extSplats: true,
      lod: count >= LEVELS_FROM,
      minRaycastOpacity: LEAST_OPACITY,
      editable: false,
    });
    try {
      await mesh.initialized;
    } catch (error) {
      mesh.dispose();
      // Its reader throws texts.
      throw new InputError(name, `its splats cannot be read: ${error instanceof Error ? error.message : error}`);
    }
    return new SplatItem(mesh, this);
  }

  add(item: SplatItem): void {
    this.#items.add(item);
    if (this.#spark) return;
    // Rays meet what is drawn; a tenth of it, which Spark has for them, would be half a metre off.
    this.#spark = new EyeSpark({ renderer: this.#renderer, lodRaycast: 0 });
    this.#parent.add(this.#spark);
  }

  remove(item: SplatItem): void {
    this.#items.delete(item);
    if (this.#items.size > 0) return;
    void this.#spark?.end();
    this.#spark = null;
  }

  /** @param splats in the picture at most, of each item */
  lookFrom(eye: Camera, splats: number): void {
    if (!this.#spark) return;
    this.#spark.eye = eye;
    this.#spark.lodSplatCount = splats * this.#items.size;
  }
}

/** Sorts for the eye of the visitor alone: each mirror would have it sorted anew, for both in each frame. */
class EyeSpark extends SparkRenderer {
  eye: Camera | null = null;

  override onBeforeRender(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    const isEye =
      camera === this.eye || (renderer.xr.isPresenting && renderer.xr.getCamera().cameras.includes(camera as never));
    this.autoUpdate = isEye;
    super.onBeforeRender(renderer, scene, camera);
    // What is drawn inside a frame counts as one: the eye's own is yet to come.
    if (!isEye) this.lastFrame = -1;
  }

  /** Takes it away. What its workers have begun is finished first: it would fail in nobody's hands. */
  async end(): Promise<void> {
    this.removeFromParent();
    clearTimeout(this.updateTimeoutId);
    await this.lodWorker?.exclusive(async () => {});
    if (this.sorting) {
      await new Promise<void>((done) => {
        this.dirty = false;
        this.onDirty = () => {
          this.sortDirty = false;
          done();
        };
      });
    }
    super.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}
