import { type Camera, Vector3 } from 'three';
import './stageLabels.css';

/** A text over the picture at a point of the stage. */
export interface StageLabel {
  readonly text: string;
  /** World, metres. */
  readonly at: Vector3;
  /** How it looks: the name of a figure, of a body that is seen, of one that is guessed, of one that is lost. */
  readonly kind: 'figure' | 'seen' | 'guessed' | 'lost';
  /** Which part of the text is at the point. */
  readonly align: 'start' | 'middle' | 'end';
}

/** How far the text is moved, in shares of its own width, and away from the point. */
const shifts = {
  start: 'translate(9px, -50%)',
  middle: 'translate(-50%, -50%)',
  end: 'translate(calc(-100% - 9px), -50%)',
};

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

  /** Shows these labels and no others. */
  update(labels: readonly StageLabel[], camera: Camera, canvas: HTMLCanvasElement): void {
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
      const left = (((x + 1) / 2) * canvas.clientWidth).toFixed(1);
      const top = (((1 - y) / 2) * canvas.clientHeight).toFixed(1);
      view.element.style.transform = `translate(${left}px, ${top}px) ${shifts[label.align]}`;
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
