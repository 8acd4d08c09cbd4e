import type { JointLimitsView, LimitHandle } from '@leib/three/reembody';
import { type Camera, Vector3 } from 'three';
import { boneLabel } from '../settings/boneLabel.js';
import './limitLabels.css';

const TO_DEGREES = 180 / Math.PI;
/** From a handle to its label, and from the topmost handle up to the joint's name, pixels. */
const AWAY = 18;
const NAME_ABOVE = 34;
/** Labels keep this far apart, pixels. */
const WIDTH = 46;
const HEIGHT = 19;
/** More joints than this have no labels: they would hide each other and the body. */
const MOST_LABELLED = 2;

interface Label {
  readonly element: HTMLElement;
  text: string;
  x: number;
  y: number;
  isInView: boolean;
}

/** Degrees beside the handles of limits, and how the joint is turned now beside its name. Over the picture, under the panels. */
export class LimitLabels {
  readonly #root = document.createElement('div');
  readonly #labels: Label[] = [];
  readonly #at = new Vector3();
  readonly #middle = new Vector3();
  #used = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#root.className = 'limit-labels';
    canvas.after(this.#root);
  }

  /** Labels these handles of a view; `held` is being dragged. */
  update(
    handles: readonly LimitHandle[],
    view: JointLimitsView,
    held: LimitHandle | null,
    camera: Camera,
    canvas: HTMLCanvasElement,
  ): void {
    if (handles.length === 0 && this.#labels.length === 0) return;
    this.#used = 0;
    const parts = new Set(handles.map(({ drive }) => drive.part));
    if (parts.size <= MOST_LABELLED) {
      for (const part of parts) {
        const own = handles.filter(({ drive }) => drive.part === part);
        this.#showJoint(view, own, held, camera, canvas);
      }
    }
    for (; this.#labels.length > this.#used; ) this.#labels.pop()?.element.remove();
    this.#spread();
    for (const { element, x, y, isInView } of this.#labels) {
      element.style.visibility = isInView ? 'visible' : 'hidden';
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  dispose(): void {
    this.#root.remove();
  }

  #showJoint(
    view: JointLimitsView,
    handles: readonly LimitHandle[],
    held: LimitHandle | null,
    camera: Camera,
    canvas: HTMLCanvasElement,
  ): void {
    let top = Number.POSITIVE_INFINITY;
    let sum = 0;
    for (const handle of handles) {
      this.#place(view, handle, camera, canvas);
      top = Math.min(top, this.#at.y);
      sum += this.#at.x;
      const isHeld = held !== null && isSame(handle, held);
      this.#show(`${degreesText(handle.angle)}°`, 'limit-label', handle.axis, isHeld);
    }
    this.#at.x = sum / handles.length;
    this.#at.y = top - NAME_ABOVE;
    this.#show(nowText(view, handles), 'limit-label needle', -1, false);
  }

  /** this.#at: where a handle's label goes, pixels: a little farther out than the handle. */
  #place(view: JointLimitsView, handle: LimitHandle, camera: Camera, canvas: HTMLCanvasElement): void {
    const { drive, k, angle } = handle;
    view.handlePoint(handle, (drive.low[k] + drive.high[k]) / 2, this.#middle);
    view.handlePoint(handle, angle, this.#at);
    toPixels(this.#middle, camera, canvas);
    toPixels(this.#at, camera, canvas);
    const [x, y] = [this.#at.x - this.#middle.x, this.#at.y - this.#middle.y];
    const length = Math.hypot(x, y) || 1;
    this.#at.x += (x / length) * AWAY;
    this.#at.y += (y / length) * AWAY;
  }

  #show(text: string, className: string, axis: number, isHeld: boolean): void {
    if (this.#used === this.#labels.length) {
      const element = document.createElement('span');
      this.#root.append(element);
      this.#labels.push({ element, text: '', x: 0, y: 0, isInView: false });
    }
    const label = this.#labels[this.#used++];
    const { element } = label;
    if (label.text !== text) element.textContent = text;
    label.text = text;
    label.x = this.#at.x;
    label.y = this.#at.y;
    label.isInView = this.#at.z < 1;
    element.className = className;
    element.dataset.axis = String(axis);
    element.dataset.held = String(isHeld);
  }

  /** Labels that would lie on one another go down, one after the other. */
  #spread(): void {
    const inOrder = this.#labels.toSorted((a, b) => a.y - b.y);
    for (const [i, label] of inOrder.entries()) {
      for (const above of inOrder.slice(0, i)) {
        if (Math.abs(label.x - above.x) < WIDTH && label.y - above.y < HEIGHT) label.y = above.y + HEIGHT;
      }
    }
  }
}

function toPixels(at: Vector3, camera: Camera, { clientWidth: width, clientHeight: height }: HTMLCanvasElement): void {
  at.project(camera);
  at.x = ((at.x + 1) / 2) * width;
  at.y = ((1 - at.y) / 2) * height;
}

function isSame(a: LimitHandle, b: LimitHandle): boolean {
  return a.drive.part === b.drive.part && a.axis === b.axis && a.end === b.end;
}

/** "Left hand: x 4°, y −12°" */
function nowText(view: JointLimitsView, handles: readonly LimitHandle[]): string {
  const { drive } = handles[0];
  const turns = Array.from(drive.axes, (axis) => `${'xyz'[axis]} ${degreesText(view.angleOf(drive.part, axis) ?? 0)}°`);
  return `${boneLabel(drive.bone)}: ${turns.join(', ')}`;
}

function degreesText(angle: number): string {
  return String(Math.round(angle * TO_DEGREES)).replace('-', '−');
}
