import type { DisplayFrame, DisplayScene, DisplayStatus, WallsFile } from '@leib/net';
import { configureRenderer, type StageTheme } from '@leib/three';
import {
  BoxGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  SphereGeometry,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { DrawQuality } from '../../world/drawQuality.js';
import { AgentsScene, type AgentsSceneEvents } from '../agentsScene.js';
import { headOf } from '../wallCamera.js';
import { WallPanels } from './wallPanels.js';

/** How often the walls' pictures are drawn, milliseconds. */
const PICTURES_EVERY_MS = 100;

/** Sizes as in overview.css, pixels: the panel is beside the picture on wide screens, a sheet below it on others. */
const WIDE_SCREEN = 760;
const PANEL_WIDTH = 354;
const SHEET_SHARE = 0.52;

/** The room from outside: walls with their pictures, the viewer's head, the agents. */
export class RoomView {
  readonly #renderer: WebGLRenderer;
  readonly #camera = new PerspectiveCamera(40, 1, 0.05, 80);
  readonly #controls: OrbitControls;
  readonly #agents: AgentsScene;
  readonly #panels = new WallPanels();
  readonly #head = createHead();
  readonly #maxPixelRatio: number;
  #walls: WallsFile | null = null;
  #scene: DisplayScene | null = null;
  #frame: DisplayFrame | null = null;
  #isStale = true;
  #picturesMs = Number.NEGATIVE_INFINITY;

  /** @param events what is heard of the bodies besides */
  constructor(
    canvas: HTMLCanvasElement,
    quality: DrawQuality,
    theme: StageTheme,
    events: Omit<AgentsSceneEvents, 'onReady'>,
  ) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: quality.antialias });
    configureRenderer(this.#renderer);
    this.#maxPixelRatio = quality.maxPixelRatio;
    this.#agents = new AgentsScene(theme, quality.shadowSize, { ...events, onReady: () => this.#redraw() });
    this.#agents.scene.add(this.#panels.root, this.#head);
    this.#camera.position.set(3.4, 3.3, 4.9);
    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.target.set(0, 0.9, -0.4);
    this.#controls.maxDistance = 25;
    this.#controls.maxPolarAngle = Math.PI * 0.52;
    this.#controls.addEventListener('change', () => this.#redraw());
    this.#controls.update();
    new ResizeObserver(() => this.#resize(canvas)).observe(canvas);
    this.#renderer.setAnimationLoop((timeMs) => this.#onFrame(timeMs));
  }

  setTheme(theme: StageTheme): void {
    this.#agents.setTheme(theme);
    this.#redraw();
  }

  setWalls(walls: WallsFile): void {
    this.#walls = walls;
    this.#panels.setWalls(walls);
    this.#redraw();
  }

  setScene(scene: DisplayScene): void {
    this.#scene = scene;
    this.#agents.setScene(scene);
  }

  setFrame(frame: DisplayFrame): void {
    this.#frame = frame;
    this.#isStale = true;
  }

  setStatus(status: DisplayStatus): void {
    this.#panels.setStatus(status);
    this.#isStale = true;
  }

  #redraw(): void {
    this.#isStale = true;
    this.#picturesMs = Number.NEGATIVE_INFINITY;
  }

  #onFrame(timeMs: number): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    if (this.#frame) this.#agents.setFrame(this.#frame, this.#renderer);
    const firstWall = this.#walls?.walls[0];
    if (firstWall) {
      const { positionWorld, rotationWorld } = headOf(firstWall, this.#scene, this.#frame);
      this.#head.position.set(positionWorld[0], positionWorld[1], positionWorld[2]);
      this.#head.quaternion.set(rotationWorld[0], rotationWorld[1], rotationWorld[2], rotationWorld[3]);
    }
    if (timeMs - this.#picturesMs >= PICTURES_EVERY_MS) {
      this.#picturesMs = timeMs;
      this.#panels.root.visible = this.#head.visible = false;
      this.#panels.draw(this.#renderer, this.#agents.scene, (wall) => headOf(wall, this.#scene, this.#frame));
      this.#panels.root.visible = this.#head.visible = true;
    }
    this.#renderer.render(this.#agents.scene, this.#camera);
  }

  #resize({ clientWidth, clientHeight }: HTMLCanvasElement): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, this.#maxPixelRatio));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / Math.max(1, clientHeight);
    // The room is in the middle of what the panel leaves free: beside it, or above it on small screens.
    const isWide = clientWidth >= WIDE_SCREEN;
    const [x, y] = isWide ? [PANEL_WIDTH / 2, 0] : [0, (clientHeight * SHEET_SHARE) / 2];
    this.#camera.setViewOffset(clientWidth, clientHeight, x, y, clientWidth, clientHeight);
    this.#redraw();
  }
}

/** The viewer's head: it looks along -Z. */
function createHead(): Group {
  const head = new Group();
  const skin = new MeshStandardMaterial({ color: '#d9b79a', roughness: 0.8 });
  const glass = new MeshStandardMaterial({ color: '#22303c', roughness: 0.4 });
  const glasses = new Mesh(new BoxGeometry(0.16, 0.05, 0.05), glass);
  glasses.position.z = -0.085;
  head.add(new Mesh(new SphereGeometry(0.105, 24, 16), skin), glasses);
  return head;
}
