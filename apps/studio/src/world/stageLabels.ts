import './stageLabels.css';
import { Vector3 } from 'three';
import type { Box, PictureSpace } from './pictureSpace.js';
import type { World } from './world.js';

/** A text over the picture at a point of the stage. */
export interface StageLabel {
  readonly text: string;
  /** World, metres. */
  readonly at: Vector3;
  /** How it looks: the name of a figure or of a thing, of a body that is seen, of one that is guessed, of one that is lost. */
  readonly kind: 'figure' | 'thing' | 'seen' | 'guessed' | 'lost';
  /** Which part of the text is at the point. */
  readonly align: 'start' | 'middle' | 'end';
  /** Bears the mark of somebody who speaks now. */
  readonly speaks?: boolean;
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
      view.element.toggleAttribute('data-speaks', label.speaks === true);
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

/** A text over the picture, pixels; x and y are its upper left corner. */
export interface LabelBox {
  x: number;
  y: number;
  readonly width: number;
  readonly height: number;
}

/** From one card a label may come to the next; where cards leave no room it stays. */
const MOST_MOVES = 4;

/** Two labels make way for each other sideways while they need at most this share of the narrower one for it. */
const MOST_ASIDE = 0.6;

/**
 * Moves labels into the frame and off the cards. Then no two of them overlap: two that stand beside each other step apart
 * where there is room for it, others go down, and the upper ones stay.
 */
export function separateLabels(labels: readonly LabelBox[], space: PictureSpace | null): void {
  if (space) for (const label of labels) moveOffCards(label, space);
  const placed: LabelBox[] = [];
  for (const label of labels.toSorted((a, b) => a.y - b.y)) {
    const beside = overlapped(label, placed);
    if (beside) stepApart(label, beside, placed, space);
    for (let other = overlapped(label, placed); other; other = overlapped(label, placed)) {
      label.y = other.y + other.height;
    }
    placed.push(label);
  }
}

/** Both go half of the way, unless the way down is much shorter or one of them would then be over something else. */
function stepApart(label: LabelBox, other: LabelBox, placed: readonly LabelBox[], space: PictureSpace | null): void {
  const isLeft = label.x + label.width / 2 < other.x + other.width / 2;
  const way = isLeft ? other.x - label.x - label.width : other.x + other.width - label.x;
  const down = other.y + other.height - label.y;
  if (Math.abs(way) > Math.min(3 * down, MOST_ASIDE * Math.min(label.width, other.width))) return;
  const others = placed.filter((each) => each !== other);
  const moved = [
    { ...label, x: label.x + way / 2 },
    { ...other, x: other.x - way / 2 },
  ];
  const isFree = (box: LabelBox) =>
    overlapped(box, others) === undefined &&
    (!space || (isInside(box.x, box.y, box, space.frame) && !space.cards.some((card) => isOver(box, card))));
  if (!moved.every(isFree)) return;
  label.x += way / 2;
  other.x -= way / 2;
}

/** The shortest way down or to a side, where the frame has room for it. */
function moveOffCards(label: LabelBox, { frame, cards }: PictureSpace): void {
  for (let move = 0; move < MOST_MOVES; move++) {
    label.x = Math.max(frame.left, Math.min(label.x, frame.right - label.width));
    label.y = Math.max(frame.top, Math.min(label.y, frame.bottom - label.height));
    const card = cards.find((each) => isOver(label, each));
    if (!card) return;
    const ways = [
      { x: card.right - label.x, y: 0 },
      { x: card.left - label.width - label.x, y: 0 },
      { x: 0, y: card.bottom - label.y },
    ].filter(({ x, y }) => isInside(label.x + x, label.y + y, label, frame));
    const way = ways.toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))[0];
    if (!way) return;
    label.x += way.x;
    label.y += way.y;
  }
}

function isOver({ x, y, width, height }: LabelBox, { left, top, right, bottom }: Box): boolean {
  return x < right - 1e-6 && left < x + width - 1e-6 && y < bottom - 1e-6 && top < y + height - 1e-6;
}

function isInside(x: number, y: number, { width, height }: LabelBox, frame: Box): boolean {
  return x >= frame.left && y >= frame.top && x + width <= frame.right && y + height <= frame.bottom;
}

function overlapped(box: LabelBox, others: readonly LabelBox[]): LabelBox | undefined {
  return others.find(({ x, y, width, height }) =>
    isOver(box, { left: x, top: y, right: x + width, bottom: y + height }),
  );
}
