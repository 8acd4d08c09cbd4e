import {
  type DisplayFrame,
  type DisplayScene,
  type DisplayStatus,
  type HeadPose,
  type Wall,
  type WallsFile,
  wallPictures,
} from '@leib/net';
import { configureRenderer, disposeTree, type StageTheme } from '@leib/three';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  HalfFloatType,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  type Scene,
  SphereGeometry,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { DrawQuality } from '../../world/drawQuality.js';
import { AgentsScene, type AgentsSceneEvents } from '../agentsScene.js';
import { createWallCamera, headOf, type WallCamera } from '../wallCamera.js';
import { wallStateLook, worstState } from './wallStateLook.js';

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

/** Longest side of a wall's small picture, pixels. */
const PICTURE_SIZE = 320;

/** A rectangle of the room with what it shows; displays of the same rectangle (one per eye) share it. */
interface Panel {
  readonly walls: readonly Wall[];
  readonly camera: WallCamera;
  readonly target: WebGLRenderTarget;
  readonly frame: LineLoop<BufferGeometry, LineBasicMaterial>;
  readonly picture: Mesh<BufferGeometry, MeshBasicMaterial>;
}

/** The walls as frames in the room, each with the picture that it shows. */
class WallPanels {
  readonly root: Object3D = new Group();
  #walls: WallsFile | null = null;
  #panels: readonly Panel[] = [];

  setWalls(walls: WallsFile): void {
    this.dispose();
    this.#walls = walls;
    const byCorners = new Map<string, Wall[]>();
    for (const wall of walls.walls) {
      const corners = [wall.lowerLeft, wall.lowerRight, wall.upperLeft].join();
      byCorners.set(corners, [...(byCorners.get(corners) ?? []), wall]);
    }
    this.#panels = [...byCorners.values()].map(createPanel);
    for (const { frame, picture } of this.#panels) this.root.add(picture, frame);
  }

  /** Colours the frames by how the walls are. */
  setStatus({ walls }: DisplayStatus): void {
    for (const panel of this.#panels) {
      const states = walls
        .filter(({ name }) => panel.walls.some((wall) => wall.name === name))
        .map(({ state }) => state);
      panel.frame.material.color.set(wallStateLook[worstState(states)].color);
    }
  }

  /** Draws what each wall shows to a head; nothing of the overview itself is in the pictures. */
  draw(renderer: WebGLRenderer, scene: Scene, headOf: (wall: Wall) => HeadPose): void {
    if (this.#walls === null) return;
    const target = renderer.getRenderTarget();
    for (const {
      walls: [wall],
      camera,
      target: picture,
    } of this.#panels) {
      camera.aim(this.#walls, wall, wallPictures(wall)[0].eye, headOf(wall));
      renderer.setRenderTarget(picture);
      renderer.clear();
      renderer.render(scene, camera.camera);
    }
    renderer.setRenderTarget(target);
  }

  dispose(): void {
    for (const { frame, picture, target } of this.#panels) {
      for (const part of [frame, picture]) disposeTree(part);
      target.dispose();
    }
    this.#panels = [];
  }
}

function createPanel(walls: readonly Wall[]): Panel {
  const [{ lowerLeft, lowerRight, upperLeft, resolution }] = walls;
  const upperRight = lowerRight.map((value, i) => value + upperLeft[i] - lowerLeft[i]);
  const corners = new BufferAttribute(Float32Array.of(...lowerLeft, ...lowerRight, ...upperRight, ...upperLeft), 3);
  const outline = new BufferGeometry();
  outline.setAttribute('position', corners);
  const surface = new BufferGeometry();
  surface.setAttribute('position', corners);
  surface.setAttribute('uv', new BufferAttribute(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1), 2));
  surface.setIndex([0, 1, 2, 0, 2, 3]);
  const shrink = PICTURE_SIZE / Math.max(...resolution);
  const [width, height] = resolution.map((pixels) => Math.max(1, Math.round(pixels * Math.min(1, shrink))));
  const target = new WebGLRenderTarget(width, height, { type: HalfFloatType });
  return {
    walls,
    camera: createWallCamera(),
    target,
    frame: new LineLoop(outline, new LineBasicMaterial({ color: wallStateLook.missing.color })),
    picture: new Mesh(
      surface,
      new MeshBasicMaterial({ map: target.texture, side: DoubleSide, transparent: true, opacity: 0.92 }),
    ),
  };
}
