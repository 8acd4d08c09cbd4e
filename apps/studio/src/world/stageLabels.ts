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

/** About the size of a text of one line, pixels: measuring it in every frame would cost a layout. */
const CHARACTER_WIDTH = 7;
const PADDING = 22;
const LINE_HEIGHT = 23;

interface LabelView {
  readonly element: HTMLElement;
  label: StageLabel | null;
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
    const placed: PlacedLabel[] = [];
    for (let i = this.#views.length; i < labels.length; i++) this.#add();
    for (let i = 0; i < this.#views.length; i++) {
      const view = this.#views[i];
      const label = labels[i] ?? null;
      const { x, y, z } = label ? this.#point.copy(label.at).project(rig.camera) : this.#point.set(0, 0, 2);
      // What is out of the window has no name at its edge.
      const isShown = label !== null && z < 1 && Math.abs(x) <= 1 && Math.abs(y) <= 1;
      view.element.hidden = !isShown;
      if (!isShown) continue;
      if (view.label?.text !== label.text) view.element.textContent = label.text;
      if (view.label?.kind !== label.kind) view.element.dataset.kind = label.kind;
      view.label = label;
      placed.push(placeAt(view, label, ((x + 1) / 2) * clientWidth, ((1 - y) / 2) * clientHeight));
    }
    const before = placed.map(({ x, y }) => ({ x, y }));
    if (isApart) separateLabels(placed, painter.labelSpace);
    placed.forEach(({ view, atX, atY, x, y }, i) => {
      const { pixels, share } = shifts[view.label?.align ?? 'middle'];
      // By shares of its real width: the one that is known here is about right.
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
    this.#views.push({ element, label: null });
  }
}

function placeAt(view: LabelView, { text, align }: StageLabel, atX: number, atY: number): PlacedLabel {
  const width = CHARACTER_WIDTH * text.length + PADDING;
  const { pixels, share } = shifts[align];
  return { view, atX, atY, x: atX + pixels + share * width, y: atY - LINE_HEIGHT / 2, width, height: LINE_HEIGHT };
}
