import { type Ray, Vector3 } from 'three';
import { nearestAngle, type Pixel } from '../../../../world/nearestAngle.js';
import type { PictureRays } from '../../drag/pictureRays.js';
import { type EditHandle, type HandleValue, placeOfMotion } from '../handles/editHandle.js';
import type { RestFrame } from './restFrame.js';

/** With Shift held a pointer moves a handle by this share of its way. */
const FINE = 0.2;

/** One handle from press to release. */
export class HandleDrag {
  readonly handle: EditHandle;
  readonly frame: RestFrame;
  readonly #rays: PictureRays;
  readonly #taken: Vector3;
  /** From the pointer to the handle when it was taken, pixels. */
  readonly #offset: Pixel;
  #last: Pixel;
  /** Where the pointer would be without Shift. */
  readonly #virtual: Pixel;
  #angle: number;

  constructor(handle: EditHandle, frame: RestFrame, rays: PictureRays, at: Pixel) {
    this.handle = handle;
    this.frame = frame;
    this.#rays = rays;
    this.#taken = frame.toPuppet(placeOfMotion(handle.motion));
    const seen = rays.pixelOf(this.#taken) ?? at;
    this.#offset = { x: seen.x - at.x, y: seen.y - at.y };
    this.#last = { ...at };
    this.#virtual = { ...at };
    this.#angle = handle.motion.kind === 'circle' ? handle.motion.angle : 0;
  }

  /** Where the handle is now: a point, a distance or an angle of the model at rest. */
  move(at: Pixel, isFine: boolean): HandleValue {
    const share = isFine ? FINE : 1;
    this.#virtual.x += (at.x - this.#last.x) * share;
    this.#virtual.y += (at.y - this.#last.y) * share;
    this.#last = { ...at };
    const goal = { x: this.#virtual.x + this.#offset.x, y: this.#virtual.y + this.#offset.y };
    const { motion } = this.handle;
    if (motion.kind === 'free') {
      const point = this.#rays.onPlane(goal, this.#taken);
      return point ? this.frame.toRest(point) : motion.at;
    }
    if (motion.kind === 'line') return this.#alongLine(goal);
    const pixelAt = (angle: number, out: Pixel) => {
      const seen = this.#rays.pixelOf(this.frame.toPuppet(motion.pointAt(angle)));
      out.x = seen?.x ?? Infinity;
      out.y = seen?.y ?? Infinity;
    };
    this.#angle = nearestAngle(pixelAt, goal, this.#angle, motion.least, motion.most);
    return this.#angle;
  }

  #alongLine(goal: Pixel): number {
    const { motion } = this.handle;
    if (motion.kind !== 'line') return 0;
    const origin = this.frame.toPuppet(motion.origin);
    const tip = this.frame.toPuppet(placeOfMotion({ ...motion, distance: 1 }));
    const ray = this.#rays.rayAt(goal);
    return alongLine(origin, tip.sub(origin), ray) ?? motion.distance;
  }
}

/** How far along a line its point nearest to a ray lies; null where they are parallel. */
export function alongLine(origin: Vector3, direction: Vector3, { origin: eye, direction: look }: Ray): number | null {
  const across = new Vector3().crossVectors(direction, look);
  const lengthSq = across.lengthSq();
  if (lengthSq < 1e-9 * direction.lengthSq()) return null;
  return eye.clone().sub(origin).cross(look).dot(across) / lengthSq;
}
