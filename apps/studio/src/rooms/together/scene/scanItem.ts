import { createGridGround, type Ground } from '@leib/embody';
import { decodeGroundGrid, decodeScanAbout, findStart, scanFiles } from '@leib/formats/scan';
import { TilesRenderer } from '3d-tiles-renderer';
import { GLTFExtensionsPlugin } from '3d-tiles-renderer/plugins';
import { type Camera, Group, type Object3D, Points, PointsMaterial, type Vector3, type WebGLRenderer } from 'three';
import { MeshoptDecoder } from 'three/examples/jsm/libs/meshopt_decoder.module.js';
import { pickPoint } from './pickPoint.js';
import type { ScanDetail, SceneItem, SceneStream } from './sharedScene.js';

/** Files of a scan: by an address, or by what somebody has in memory. */
export interface ScanFilesSource {
  readonly url: string;
  /** Null: by an address. */
  readonly files: ReadonlyMap<string, Uint8Array> | null;
  /** Of an address, what the server wants to see. */
  readonly token: string | null;
}

/** Bytes of a point as three.js has it: a position of three and a colour of four numbers of 16 bits. */
const POINT_BYTES = 14;
/** A tile is divided where its points would be farther apart than this, pixels. */
const GAP = 2.5;
/** ...but farther apart, up to this, where all tiles of the view would be more points than there may be; and by so much a frame. */
const MOST_GAP = 400;
const GAP_STEP = 1.05;
/** Below this share of them, tiles become finer again. */
const FREE_SHARE = 0.6;
/** A point near by is so much larger than the gap to the next, and no larger than so many pixels. */
const NEAR_SHARE = 1.5;
const MOST_PIXELS = 40;
/** Size of points with which that is so, pixels. */
const USUAL_SIZE = 2;

/** Tiles as they are, without its warning about each tileset of version 1.1: what Leib writes of that, glTF as content, it knows. */
class QuietTiles extends TilesRenderer {
  preprocessTileset(json: { asset: { version: string } }, ...rest: readonly unknown[]): unknown {
    json.asset.version = '1.0';
    const base = TilesRenderer.prototype as unknown as { preprocessTileset(...all: readonly unknown[]): unknown };
    return base.preprocessTileset.call(this, json, ...rest);
  }
}

/** A scan that is streamed as the camera needs it. */
export class ScanItem implements SceneItem, SceneStream {
  readonly root = new Group();
  readonly unit = 'points';
  ground: Ground | null = null;
  floorY: number | null = null;
  problem: string | null = null;
  /** When it is known what there is to stand on. */
  readonly whenGround: Promise<void>;
  readonly #tiles: TilesRenderer;
  readonly #material: PointsMaterial;
  /** From a point to the next, metres; 0 where it is not known. */
  #spacing = 0;
  /** What a point near by is as large as: metres, times pixels of the picture in one of the page. */
  readonly #nearSize = { value: 0 };
  readonly #pointsOf = new Map<Object3D, number>();
  readonly #ends = new AbortController();

  constructor(source: ScanFilesSource) {
    const base = new URL(source.url);
    this.#material = createPointMaterial(this.#nearSize);
    this.#tiles = new QuietTiles(new URL(scanFiles.tileset, base).href);
    const tiles = this.#tiles;
    // Tilesets have Z up.
    tiles.group.rotation.x = -Math.PI / 2;
    tiles.errorTarget = GAP;
    tiles.registerPlugin(new GLTFExtensionsPlugin({ meshoptDecoder: MeshoptDecoder }));
    tiles.registerPlugin({
      name: 'LEIB_FILES',
      preprocessURL: (address: string) => withToken(address, source.token),
      fetchData: (address: string, { signal }: RequestInit = {}) => answerOf(address, base, source.files, signal),
    });
    tiles.addEventListener('load-model', ({ scene }) => this.#take(scene));
    tiles.addEventListener('dispose-model', ({ scene }) => this.#pointsOf.delete(scene));
    tiles.addEventListener('load-error', ({ error, tile }) => {
      if (!tile) this.problem = 'it could not be loaded';
      else console.warn(error);
    });
    this.root.add(tiles.group);
    this.whenGround = this.#loadGround(source, base);
    void this.#loadSpacing(source, base);
  }

  get stream(): SceneStream {
    return this;
  }

  get pointCount(): number {
    let sum = 0;
    for (const count of this.#pointsOf.values()) sum += count;
    return sum;
  }

  get progress(): number {
    // Before the first tile came there is nothing that would be left to load.
    return this.#pointsOf.size > 0 ? this.#tiles.loadProgress : 0;
  }

  update(camera: Camera, renderer: WebGLRenderer, { points, pointSize }: ScanDetail): void {
    const tiles = this.#tiles;
    tiles.lruCache.maxBytesSize = points * POINT_BYTES;
    tiles.lruCache.minBytesSize = points * POINT_BYTES * 0.8;
    // The cache only drops what no view needs: what the view needs has to become less.
    if (this.pointCount > points) tiles.errorTarget = Math.min(MOST_GAP, tiles.errorTarget * GAP_STEP);
    else if (this.pointCount < points * FREE_SHARE) tiles.errorTarget = Math.max(GAP, tiles.errorTarget / GAP_STEP);
    this.#material.size = pointSize;
    this.#nearSize.value = (this.#spacing * pointSize * renderer.getPixelRatio()) / USUAL_SIZE;
    if (!tiles.hasCamera(camera)) {
      for (const other of [...tiles.cameras]) tiles.deleteCamera(other);
      tiles.setCamera(camera);
    }
    tiles.setResolutionFromRenderer(camera, renderer);
    this.root.updateWorldMatrix(true, true);
    tiles.update();
  }

  pick(origin: Vector3, direction: Vector3) {
    const point = pickPoint(this.#tiles.group, origin, direction);
    return point && { point, normal: null };
  }

  dispose(): void {
    this.#ends.abort();
    this.#tiles.dispose();
    this.#material.dispose();
  }

  #take(scene: Object3D): void {
    let count = 0;
    scene.traverse((node) => {
      if (!(node instanceof Points)) return;
      node.material = this.#material;
      count += node.geometry.getAttribute('position').count;
    });
    this.#pointsOf.set(scene, count);
  }

  /** Near by, points are as large as the gaps between them; tilesets of others keep theirs small. */
  async #loadSpacing({ files, token }: ScanFilesSource, base: URL): Promise<void> {
    const address = withToken(new URL(scanFiles.about, base).href, token);
    const response = await answerOf(address, base, files, this.#ends.signal).catch(() => null);
    const about = response?.ok ? decodeScanAbout(await response.text()) : null;
    if (about?.ok) this.#spacing = about.value.spacing;
  }

  async #loadGround({ files, token }: ScanFilesSource, base: URL): Promise<void> {
    try {
      const address = withToken(new URL(scanFiles.ground, base).href, token);
      const response = await answerOf(address, base, files, this.#ends.signal);
      // Tilesets of others have none: people walk on the floor of the stage.
      if (!response.ok) return;
      const grid = decodeGroundGrid(new Uint8Array(await response.arrayBuffer()));
      this.ground = createGridGround(grid);
      this.floorY = findStart(grid)?.[1] ?? null;
    } catch (error) {
      if (!this.#ends.signal.aborted) this.problem = `its ground cannot be read: ${(error as Error).message}`;
    }
  }
}

/** Points of a fixed size in the picture, and larger where they are so near that one would see between them. */
function createPointMaterial(nearSize: { value: number }): PointsMaterial {
  const material = new PointsMaterial({ vertexColors: true, sizeAttenuation: true });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.nearMetres = nearSize;
    shader.vertexShader = shader.vertexShader
      .replace('uniform float size;', 'uniform float size;\nuniform float nearMetres;')
      .replace(
        'if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );',
        // `scale` is half the picture's height in pixels.
        `float nearSize = nearMetres * ${NEAR_SHARE.toFixed(2)} * scale * projectionMatrix[1][1] / max(0.05, - mvPosition.z);
        if ( isPerspective ) gl_PointSize = clamp(nearSize, gl_PointSize, max(gl_PointSize, ${MOST_PIXELS.toFixed(1)}));`,
      );
  };
  return material;
}

function withToken(address: string, token: string | null): string {
  if (token === null) return address;
  const url = new URL(address);
  url.searchParams.set('token', token);
  return url.href;
}

/** What is in memory, as if it had been fetched; null: it is fetched. */
async function answerOf(
  address: string,
  base: URL,
  files: ScanFilesSource['files'],
  signal: AbortSignal | null = null,
): Promise<Response> {
  if (!files) return fetch(address, { signal });
  const name = new URL(address).pathname.slice(new URL('.', base).pathname.length);
  const bytes = files.get(name);
  return bytes ? new Response(bytes as Uint8Array<ArrayBuffer>) : new Response(null, { status: 404 });
}
