import { Vector3 } from 'three';
import { type LabelBox, separateLabels } from './separateLabels.js';
import type { World } from './world.js';
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

/** How far the text is moved away from the point, pixels, and by which share of its own width. */
const shifts = {
  start: { pixels: 9, share: 0 },
  middle: { pixels: 0, share: -0.5 },
  end: { pixels: -9, share: -1 },
} as const;

/** Around a text, pixels: those that are moved apart keep this distance from cards, and twice as much from each other. */
const MARGIN = { x: 4, y: 1 } as const;

interface LabelView {
  readonly element: HTMLElement;
  label: StageLabel | null;
  /** Of its text, pixels; measured when the text or its look changes: in every frame it would cost a layout. */
  width: number;
  height: number;
}

interface PlacedLabel extends LabelBox {
  readonly view: LabelView;
  /** The point that it names. */
  readonly atX: number;
  readonly atY: number;
}

/** Texts over the picture: beside the panels, and beside the cards on the picture. */
export class StageLabels {
  readonly #world: World;
  readonly #root = document.createElement('div');
  readonly #views: LabelView[] = [];
  readonly #point = new Vector3();

  constructor(world: World) {
    this.#world = world;
    this.#root.className = 'stage-labels';
    world.renderer.domElement.after(this.#root);
  }

  /** Shows these labels and no others. `isApart`: those that would overlap each other or a card are moved. */
  update(labels: readonly StageLabel[], isApart = false): void {
    const { rig, renderer, painter } = this.#world;
    const { clientWidth, clientHeight } = renderer.domElement;
    const shown: { readonly view: LabelView; readonly atX: number; readonly atY: number }[] = [];
    for (let i = this.#views.length; i < labels.length; i++) this.#add();
    for (let i = 0; i < this.#views.length; i++) {
      const view = this.#views[i];
      const label = labels[i] ?? null;
      const { x, y, z } = label ? this.#point.copy(label.at).project(rig.camera) : this.#point.set(0, 0, 2);
      // What is out of the window has no name at its edge.
      const isShown = label !== null && z < 1 && Math.abs(x) <= 1 && Math.abs(y) <= 1;
      view.element.hidden = !isShown;
      if (!isShown) continue;
      if (view.label?.text !== label.text || view.label.kind !== label.kind) {
        view.element.textContent = label.text;
        view.element.dataset.kind = label.kind;
        view.width = 0;
      }
      view.label = label;
      shown.push({ view, atX: ((x + 1) / 2) * clientWidth, atY: ((1 - y) / 2) * clientHeight });
    }
    // After all texts are written: one layout for all of them.
    const placed = shown.map(({ view, atX, atY }) => placeAt(view, atX, atY));
    const before = placed.map(({ x, y }) => ({ x, y }));
    if (isApart) separateLabels(placed, painter.labelSpace);
    placed.forEach(({ view, atX, atY, x, y }, i) => {
      const { pixels, share } = shifts[view.label?.align ?? 'middle'];
      const left = atX + pixels + x - before[i].x;
      const top = atY + y - before[i].y;
      view.element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) translate(${100 * share}%, -50%)`;
    });
  }

  dispose(): void {
    this.#root.remove();
  }

  #add(): void {
    const element = document.createElement('span');
    this.#root.append(element);
    this.#views.push({ element, label: null, width: 0, height: 0 });
  }
}

function placeAt(view: LabelView, atX: number, atY: number): PlacedLabel {
  if (view.width === 0) {
    view.width = view.element.offsetWidth;
    view.height = view.element.offsetHeight;
  }
  const { width, height } = view;
  const { pixels, share } = shifts[view.label?.align ?? 'middle'];
  return {
    view,
    atX,
    atY,
    x: atX + pixels + share * width - MARGIN.x,
    y: atY - height / 2 - MARGIN.y,
    width: width + 2 * MARGIN.x,
    height: height + 2 * MARGIN.y,
  };
}
