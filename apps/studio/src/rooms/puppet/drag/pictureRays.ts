import { type PuppetModel, type PuppetState, pivotOf } from '@leib/puppet';
import { type Object3D, Plane, Quaternion, type Ray, Raycaster, Vector2, Vector3 } from 'three';
import type { Pixel } from '../../../world/nearestAngle.js';
import type { World } from '../../../world/world.js';
import { type Point, pointFrom } from '../editor/handles/editHandle.js';
import { pointOfPart } from '../scene/puppetPoints.js';

/** From pixels of the page to the puppet's space and back, as the camera sees it now. */
export class PictureRays {
  readonly #world: World;
  readonly #space: Object3D;
  readonly #caster = new Raycaster();

  /** @param space the puppet's space */
  constructor(world: World, space: Object3D) {
    this.#world = world;
    this.#space = space;
  }

  /** Where a point is seen; null behind the camera. */
  pixelOf(point: Vector3): Pixel | null {
    const { x, y, z } = this.#space.localToWorld(point.clone()).project(this.#world.rig.camera);
    if (z >= 1) return null;
    const { left, top, width, height } = this.#world.renderer.domElement.getBoundingClientRect();
    return { x: left + ((x + 1) / 2) * width, y: top + ((1 - y) / 2) * height };
  }

  /** The ray through a pixel. */
  rayAt({ x, y }: Pixel): Ray {
    const { left, top, width, height } = this.#world.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
    this.#caster.setFromCamera(at, this.#world.rig.camera);
    return this.#caster.ray.clone().applyMatrix4(this.#space.matrixWorld.clone().invert());
  }

  /** Where a pixel's ray meets the plane that faces the viewer, through a point. */
  onPlane(pixel: Pixel, through: Vector3): Vector3 | null {
    const plane = new Plane().setFromNormalAndCoplanarPoint(this.forward, through);
    return this.rayAt(pixel).intersectPlane(plane, new Vector3());
  }

  /** Where the camera looks, puppet's space. */
  get forward(): Vector3 {
    return this.#world.rig.camera
      .getWorldDirection(new Vector3())
      .transformDirection(this.#space.matrixWorld.clone().invert());
  }

  get camera() {
    return this.#world.rig.camera;
  }

  /** Metres at a point that one pixel covers. */
  pixelSize(point: Vector3): number {
    const { camera } = this.#world.rig;
    const depth = this.#space
      .localToWorld(point.clone())
      .sub(camera.position)
      .dot(camera.getWorldDirection(new Vector3()));
    const { height } = this.#world.renderer.domElement.getBoundingClientRect();
    return (2 * Math.max(depth, 0.01) * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(height, 1);
  }
}

/** From a pixel to the line between two others; Infinity where one of them is not seen. */
export function pixelsToLine({ x, y }: Pixel, from: Pixel | null, to: Pixel | null): number {
  if (!from || !to) return Infinity;
  const [alongX, alongY] = [to.x - from.x, to.y - from.y];
  const lengthSq = alongX * alongX + alongY * alongY;
  const along = lengthSq === 0 ? 0 : ((x - from.x) * alongX + (y - from.y) * alongY) / lengthSq;
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(from.x + share * alongX - x, from.y + share * alongY - y);
}

/** From the model at rest to the puppet as it stands now, for what goes with one part, and back. */
export interface RestFrame {
  toPuppet(rest: Point): Vector3;
  toRest(puppet: Vector3): [number, number, number];
}

/** Of a part, or of what it is linked to. A part that is not built yet stands as the whole puppet does. */
export function restFrameOf(model: PuppetModel, state: PuppetState, name: string, rides: 'part' | 'parent'): RestFrame {
  const own = model.file.parts.findIndex((part) => part.name === name);
  const part = rides === 'part' || own < 0 ? own : model.skeleton.parents[own + 1] - 1;
  const pivot = part < 0 ? ([0, 0, 0] as const) : pivotOf(model.file.parts[part]);
  return {
    toPuppet: (rest) => pointOfPart(model, state, part, rest, new Vector3()),
    toRest(puppet) {
      const joint = part + 1;
      const turn = new Quaternion().fromArray(state.pose.worldRotations, joint * 4).invert();
      const at = puppet.clone().sub(new Vector3().fromArray(state.pose.worldPositions, joint * 3));
      return pointFrom(at.applyQuaternion(turn).add(new Vector3(...pivot)));
    },
  };
}
