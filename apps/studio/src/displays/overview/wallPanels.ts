import { type DisplayStatus, type HeadPose, type Wall, type WallsFile, wallPictures } from '@leib/net';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  HalfFloatType,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Scene,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { createWallCamera, type WallCamera } from '../wallCamera.js';
import { wallStateLook, worstState } from './wallStateLook.js';

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
export class WallPanels {
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
      this.root.remove(frame, picture);
      frame.geometry.dispose();
      frame.material.dispose();
      picture.geometry.dispose();
      picture.material.dispose();
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
