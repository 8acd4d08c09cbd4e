import { type Camera, Vector3 } from 'three';
import { type LabelBox, separateLabels } from './separateLabels.js';
import './stageLabels.css';

/** A text over the picture at a point of the stage. */
export interface StageLabel {
  readonly text: string;
  /** World, metres. */
  readonly at: Vector3;
  /** How it looks: the name of a figure or of a thing, of a body that is seen, of one that is guessed, of one that is lost. */
  readonly kind: 'figure' | 'thing' | 'seen' | 'guessed' | 'lost';
  /** Which part of the text is at the point. */
  readonly align: 'start' | 'middle' | 'end';
}

/** How far the text is moved, in shares of its own width, and away from the point. */
const shifts = {
  start: 'translate(9px, -50%)',
  middle: 'translate(-50%, -50%)',
  end: 'translate(calc(-100% - 9px), -50%)',
};

/** About the size of a text of one line, pixels: measuring it in every frame would cost a layout. */
const CHARACTER_WIDTH = 7;
const PADDING = 22;
const LINE_HEIGHT = 23;

interface LabelView {
  readonly element: HTMLElement;
  label: StageLabel | null;
}

/** Texts over the picture and under the panels. */
export class StageLabels {
  readonly #root = document.createElement('div');
  readonly #views: LabelView[] = [];
  readonly #point = new Vector3();

  constructor(canvas: HTMLCanvasElement) {
    this.#root.className = 'stage-labels';
    canvas.after(this.#root);
  }

  /** Shows these labels and no others. `isApart`: those that would overlap are moved down. */
  update(labels: readonly StageLabel[], camera: Camera, canvas: HTMLCanvasElement, isApart = false): void {
    const boxes: (LabelBox & { readonly view: LabelView })[] = [];
    for (let i = this.#views.length; i < labels.length; i++) this.#add();
    for (let i = 0; i < this.#views.length; i++) {
      const view = this.#views[i];
      const label = labels[i] ?? null;
      const { x, y, z } = label ? this.#point.copy(label.at).project(camera) : this.#point.set(0, 0, 2);
      view.element.hidden = z >= 1;
      if (!label || z >= 1) continue;
      if (view.label?.text !== label.text) view.element.textContent = label.text;
      if (view.label?.kind !== label.kind) view.element.dataset.kind = label.kind;
      view.label = label;
      const left = ((x + 1) / 2) * canvas.clientWidth;
      const top = ((1 - y) / 2) * canvas.clientHeight;
      boxes.push({ view, x: left, y: top, width: CHARACTER_WIDTH * label.text.length + PADDING, height: LINE_HEIGHT });
    }
    if (isApart) separateLabels(boxes);
    for (const { view, x, y } of boxes) {
      const shift = shifts[view.label?.align ?? 'middle'];
      view.element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${shift}`;
    }
  }

  dispose(): void {
    this.#root.remove();
  }

  #add(): void {
    const element = document.createElement('span');
    this.#root.append(element);
    this.#views.push({ element, label: null });
  }
}
