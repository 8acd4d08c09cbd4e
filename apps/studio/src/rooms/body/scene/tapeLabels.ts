import type { MeasureName } from '@leib/body';
import { type Camera, type Object3D, Vector3 } from 'three';
import type { PictureSpace } from '../../../world/pictureSpace.js';
import type { World } from '../../../world/world.js';
import type { ShownLine } from '../worker/bodyServiceTypes.js';
import { placePoint, pointCount } from './tapeLines.js';

/** Distance between the middles of labels, from the body to their column, and from edges and cards, pixels. */
const PITCH = 25;
const FROM_BODY = 26;
const EDGE = 16;

interface TapeLabel {
  readonly line: ShownLine;
  readonly text: string;
}

/** From the body's space to pixels. */
interface Projection {
  readonly camera: Camera;
  readonly body: Object3D;
  /** Size of the canvas, pixels. */
  readonly width: number;
  readonly height: number;
  /** Where labels may stand. */
  readonly space: PictureSpace;
}

interface LabelView {
  readonly element: HTMLButtonElement;
  readonly leader: SVGPolylineElement;
  label: TapeLabel;
  /** Heights and lengths are on the left of the body, girths on the right. */
  isLeft: boolean;
  /** Position of its line, and height of the label, pixels. */
  anchorX: number;
  anchorY: number;
  y: number;
  width: number;
}

/** Names and values beside the body, each with a leader to its tape. Beside the panels, and below the cards on the picture. */
export class TapeLabels {
  readonly #world: World;
  readonly #pointAt: (name: MeasureName | null) => void;
  readonly #root = document.createElement('div');
  readonly #leaders = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #views = new Map<MeasureName, LabelView>();
  readonly #point = new Vector3();
  readonly #placed = new Float32Array(3);
  readonly #left: LabelView[] = [];
  readonly #right: LabelView[] = [];

  /** @param pointAt is called with the measure that the pointer is on */
  constructor(world: World, pointAt: (name: MeasureName | null) => void) {
    this.#world = world;
    this.#pointAt = pointAt;
    this.#root.className = 'tape-labels';
    this.#root.append(this.#leaders);
    world.renderer.domElement.after(this.#root);
  }

  show(labels: readonly TapeLabel[], pointedAt: MeasureName | null): void {
    const wanted = new Set(labels.map(({ line }) => line.name));
    for (const [name, { element, leader }] of this.#views) {
      if (wanted.has(name)) continue;
      element.remove();
      leader.remove();
      this.#views.delete(name);
    }
    for (const label of labels) {
      const view = this.#views.get(label.line.name) ?? this.#addView(label);
      view.label = label;
      view.isLeft = !label.line.isClosed;
      if (view.element.textContent !== label.text) {
        view.element.textContent = label.text;
        view.width = view.element.offsetWidth;
      }
      view.element.dataset.pointed = String(label.line.name === pointedAt);
      view.leader.dataset.pointed = String(label.line.name === pointedAt);
    }
    this.#left.length = 0;
    this.#right.length = 0;
    for (const view of this.#views.values()) (view.isLeft ? this.#left : this.#right).push(view);
  }

  /**
   * Moves the labels to where the tapes are in the picture.
   * @param halfWidth of the body, metres: the columns are outside of it
   */
  update(body: Object3D, positions: Float32Array, halfWidth: number): void {
    if (this.#views.size === 0) return;
    const { rig, renderer, painter } = this.#world;
    const { clientWidth: width, clientHeight: height } = renderer.domElement;
    const space = painter.labelSpace ?? { frame: { left: 0, top: 0, right: width, bottom: height }, cards: [] };
    const projection = { camera: rig.camera, body, width, height, space };
    for (const view of this.#views.values()) this.#findAnchor(view, positions, projection);
    this.#layOut(this.#left, -1, halfWidth, projection);
    this.#layOut(this.#right, 1, halfWidth, projection);
  }

  dispose(): void {
    this.#root.remove();
  }

  #addView(label: TapeLabel): LabelView {
    const element = document.createElement('button');
    const leader = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
    element.type = 'button';
    element.className = 'tape-label';
    element.tabIndex = -1;
    element.addEventListener('pointerenter', () => this.#pointAt(label.line.name));
    element.addEventListener('pointerleave', () => this.#pointAt(null));
    const view: LabelView = { element, leader, label, isLeft: false, anchorX: 0, anchorY: 0, y: 0, width: 0 };
    this.#root.append(element);
    this.#leaders.append(leader);
    this.#views.set(label.line.name, view);
    return view;
  }

  /** The outermost point of its line on the label's side. */
  #findAnchor(view: LabelView, positions: Float32Array, projection: Projection): void {
    const { line } = view.label;
    const sign = view.isLeft ? -1 : 1;
    let best = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < pointCount(line); k++) {
      placePoint(line, k, positions, this.#placed, 0);
      this.#project(projection);
      // Upright lines: the upper end.
      const outwards = line.isClosed ? sign * this.#point.x : -this.#point.y;
      if (outwards <= best) continue;
      best = outwards;
      view.anchorX = this.#point.x;
      view.anchorY = this.#point.y;
    }
  }

  #layOut(views: LabelView[], sign: 1 | -1, halfWidth: number, projection: Projection): void {
    const { frame, cards } = projection.space;
    this.#placed[0] = sign * halfWidth;
    this.#placed[1] = 0.9;
    this.#placed[2] = 0;
    this.#project(projection);
    const wanted = this.#point.x + sign * FROM_BODY;
    const own = Math.max(0, ...views.map(({ width }) => width));
    const left = sign < 0 ? Math.max(frame.left, wanted - own) : Math.min(wanted, frame.right - own);
    const top = topOfColumn({ frame, cards }, left, left + own);
    spreadLabels(views, PITCH, top + EDGE, frame.bottom - EDGE);
    for (let i = 0; i < views.length; i++) {
      const { element, leader, anchorX, anchorY, y, width } = views[i];
      const column = sign < 0 ? Math.max(frame.left + width, wanted) : Math.min(frame.right - width, wanted);
      const shift = sign < 0 ? '-100%' : '0';
      element.style.transform = `translate(${column.toFixed(1)}px, ${y.toFixed(1)}px) translate(${shift}, -50%)`;
      const near = column - sign * 3;
      leader.setAttribute(
        'points',
        `${near.toFixed(1)},${y.toFixed(1)} ${(near - sign * 14).toFixed(1)},${y.toFixed(1)} ${anchorX.toFixed(1)},${anchorY.toFixed(1)}`,
      );
    }
  }

  /** Projects this.#placed, metres in the body's space, to this.#point, pixels. */
  #project({ camera, body, width, height }: Projection): void {
    this.#point.fromArray(this.#placed).applyMatrix4(body.matrixWorld).project(camera);
    this.#point.x = ((this.#point.x + 1) / 2) * width;
    this.#point.y = ((1 - this.#point.y) / 2) * height;
  }
}

/** Below the cards in the upper half of the frame that reach into a column, pixels. */
export function topOfColumn({ frame, cards }: PictureSpace, left: number, right: number): number {
  const middle = (frame.top + frame.bottom) / 2;
  const above = cards.filter((card) => card.left < right && card.right > left && card.bottom < middle);
  return Math.max(frame.top, ...above.map(({ bottom }) => bottom));
}

/** A label in a column, placed near the height of its anchor. */
interface Spreadable {
  readonly anchorY: number;
  y: number;
}

const byAnchor = (a: Spreadable, b: Spreadable) => a.anchorY - b.anchorY;

/** Places labels near their anchors, at least `pitch` apart, between top and bottom. Sorts in place. */
export function spreadLabels(labels: Spreadable[], pitch: number, top: number, bottom: number): void {
  labels.sort(byAnchor);
  let least = top;
  for (let i = 0; i < labels.length; i++) {
    labels[i].y = Math.max(least, labels[i].anchorY);
    least = labels[i].y + pitch;
  }
  let most = bottom;
  for (let i = labels.length - 1; i >= 0; i--) {
    labels[i].y = Math.min(most, labels[i].y);
    most = labels[i].y - pitch;
  }
}
