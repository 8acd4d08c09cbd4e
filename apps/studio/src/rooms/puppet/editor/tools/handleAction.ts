import { translatePart } from '@leib/puppet';
import { type Ray, Vector3 } from 'three';
import { fixedText } from '../../../../ui/fixedText.js';
import { nearestAngle, type Pixel } from '../../../../world/nearestAngle.js';
import { type PictureRays, type RestFrame, restFrameOf } from '../../drag/pictureRays.js';
import type { EditContext, PointerAction } from '../editContext.js';
import { type EditHandle, type HandleValue, placeOfMotion } from '../handles/editHandle.js';
import { isPoint } from '../handles/shapeHandles.js';

/** Drags one handle of a part, by its name; an empty one is the whole puppet. Limits act at once, and the part is shown at the limit; shapes are cut on release. */
export function dragHandle(context: EditContext, part: string, handle: EditHandle, at: Pixel): PointerAction {
  const { controller, rays } = context;
  const { model, state } = controller.player;
  const drag = new HandleDrag(handle, restFrameOf(model, state, part, handle.rides), rays, at);
  const before = controller.document.file;
  const isLimit = handle.rides === 'parent';
  const finish = () => {
    context.draft = null;
    context.reached = null;
    context.controller.show({ hint: null });
  };
  return {
    move(to, isFine) {
      const value = drag.move(to, isFine);
      context.draft = handle.apply(before, value);
      context.reached = handle.reach ? { part, turn: handle.reach(value) } : null;
      if (isLimit) controller.preview(context.draft);
      context.controller.show({ hint: wordsOf(handle, value) });
    },
    end() {
      const { draft } = context;
      finish();
      if (isLimit) controller.preview(null);
      if (draft) context.controller.edit(handle.label, () => draft);
    },
    cancel() {
      finish();
      if (isLimit) controller.preview(null);
    },
  };
}

/** What the pointer holds, and its value as the fields show it. */
function wordsOf({ label, look, motion }: EditHandle, value: HandleValue): string {
  if (isPoint(value)) return label;
  if (motion.kind === 'line') return `${label}: ${fixedText(value * 100, 1)} cm`;
  return `${label}: ${look === 'turn' ? 'by ' : ''}${fixedText((value * 180) / Math.PI, 0)}°`;
}

/** Moves a part, with all that hangs on it, in the plane that faces the viewer. */
export function dragPart(context: EditContext, name: string, at: Pixel): PointerAction {
  const before = context.controller.document.file;
  const part = before.parts.find((one) => one.name === name);
  const middle = part?.shape.kind === 'bone' ? part.shape.influence.centre : (part?.shape.centre ?? [0, 0, 0]);
  const whole: EditHandle = {
    id: 'move',
    label: `Move ${name}`,
    look: 'centre',
    rides: 'part',
    motion: { kind: 'free', at: middle },
    apply: (file, to) =>
      isPoint(to) ? translatePart(file, name, [to[0] - middle[0], to[1] - middle[1], to[2] - middle[2]]) : file,
  };
  return dragHandle(context, name, whole, at);
}

/** With Shift held a pointer moves a handle by this share of its way. */
const FINE = 0.2;

/** One handle from press to release. */
class HandleDrag {
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
