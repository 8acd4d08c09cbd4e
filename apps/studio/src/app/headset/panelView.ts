import { Container, Custom, Text } from '@pmndrs/uikit';
import { CanvasTexture, MeshBasicMaterial, type Object3D, SRGBColorSpace } from 'three';
import type { RoomCard } from '../../world/roomScene.js';
import type { Theme } from '../studioStore.js';
import { drawFigure, drawIcon, FIGURE_SIZE, ICON_SIZE, panelLetters } from './panelDrawing.js';
import { type PanelColours, panelColours, panelSizes as sizes } from './panelLook.js';
import type { PanelContent, PanelItem } from './panelPages.js';

type ButtonKind = 'tab' | 'item' | 'key' | 'bar';

/** A place for a button: what is on it changes, the place stays, so that a pointer that rests on it keeps resting. */
interface ButtonSlot {
  readonly root: Container;
  readonly label: Text;
  readonly icon: Custom;
  readonly texture: CanvasTexture<HTMLCanvasElement>;
  readonly kind: ButtonKind;
  item: PanelItem | null;
  /** What is drawn, as text: drawn anew only where it changes. */
  shown: string;
}

const slotCounts = { tab: 5, item: 8, key: 40, bar: 6 } as const;
const KEYS_IN_ROW = 10;
const KEY_GAP = 4;
/** Sides of icons and of pictures on buttons, millimetres. */
const ICON = 16;
const PICTURE = 34;
/** Picture elements per millimetre of figures and icons. */
const DENSITY = 4;

/** The panel as components of @pmndrs/uikit. Shows a PanelContent, and collects what is pressed. */
export class PanelView {
  readonly root: Container;
  readonly header: Container;
  readonly #title: Text;
  readonly #badge: Text;
  readonly #card: Container;
  readonly #picture: Custom;
  readonly #cardTitle: Text;
  readonly #cardText: Text;
  readonly #cardWarning: Text;
  readonly #track: Container;
  readonly #bar: Container;
  readonly #figure: CanvasTexture;
  readonly #note: Text;
  readonly #middle: Container;
  readonly #written: Text;
  readonly #keys: Container;
  readonly #slots: Readonly<Record<ButtonKind, readonly ButtonSlot[]>>;
  #colours: PanelColours = panelColours.dark;
  #content: PanelContent | null = null;
  #pressed: PanelItem[] = [];
  #shownCard = '';
  #shownNote = '';
  #shownHead = '';

  constructor() {
    const { width, height, padding, gap, radius } = sizes;
    this.root = new Container({
      width,
      height,
      padding,
      gap,
      borderRadius: radius + 4,
      flexDirection: 'column',
      pixelSize: 0.001,
      renderOrder: 20,
    });
    this.#slots = {
      tab: makeSlots('tab', slotCounts.tab),
      item: makeSlots('item', slotCounts.item),
      key: makeSlots('key', slotCounts.key),
      bar: makeSlots('bar', slotCounts.bar),
    };
    this.header = new Container({ height: 24, flexDirection: 'row', justifyContent: 'space-between' });
    this.#title = new Text({ fontSize: sizes.title, fontWeight: 'bold' });
    this.#badge = new Text({ fontSize: sizes.text, fontWeight: 'bold' });
    this.header.add(this.#title, this.#badge);
    const tabs = column(this.#slots.tab, { width: sizes.tabWidth });
    const figureCanvas = canvasOf(FIGURE_SIZE.width * 0.6, FIGURE_SIZE.height * 0.6);
    this.#figure = textureOf(figureCanvas);
    this.#cardTitle = new Text({ fontSize: sizes.text + 1, fontWeight: 'bold' });
    this.#cardText = new Text({ fontSize: sizes.text, whiteSpace: 'pre-line' });
    this.#cardWarning = new Text({ fontSize: sizes.text, display: 'none' });
    this.#bar = new Container({ height: 6, width: '0%', borderRadius: 3 });
    this.#track = new Container({ height: 6, borderRadius: 3, flexDirection: 'row' });
    this.#track.add(this.#bar);
    const words = new Container({ flexDirection: 'column', gap: 4, flexGrow: 1, flexShrink: 1 });
    words.add(this.#cardTitle, this.#cardText, this.#cardWarning, this.#track);
    this.#card = new Container({ flexDirection: 'row', gap: 8, display: 'none', flexShrink: 0 });
    this.#picture = makePicture(this.#figure, FIGURE_SIZE.width * 0.55, FIGURE_SIZE.height * 0.55);
    this.#card.add(this.#picture, words);
    this.#note = new Text({ fontSize: sizes.text, display: 'none' });
    const grid = new Container({ flexDirection: 'row', flexWrap: 'wrap', gap, alignContent: 'flex-start' });
    grid.add(...this.#slots.item.map(({ root }) => root));
    const page = new Container({ flexDirection: 'column', gap, flexGrow: 1, flexShrink: 1 });
    page.add(this.#card, this.#note, grid);
    this.#middle = new Container({ flexDirection: 'row', gap: gap + 4, flexGrow: 1, flexShrink: 1 });
    this.#middle.add(tabs, page);
    this.#written = new Text({ fontSize: sizes.text, lineHeight: '115%', height: 34, flexShrink: 0 });
    const rows = new Container({ flexDirection: 'row', flexWrap: 'wrap', gap: KEY_GAP, alignContent: 'flex-start' });
    rows.add(...this.#slots.key.map(({ root }) => root));
    this.#keys = new Container({ flexDirection: 'column', gap, flexGrow: 1, flexShrink: 1, display: 'none' });
    this.#keys.add(this.#written, rows);
    const foot = new Container({ flexDirection: 'row', gap });
    foot.add(...this.#slots.bar.map(({ root }) => root));
    this.root.add(this.header, this.#middle, this.#keys, foot);
    for (const slot of this.allSlots) slot.root.setProperties({ onClick: () => this.#press(slot) });
  }

  get allSlots(): readonly ButtonSlot[] {
    return [...this.#slots.tab, ...this.#slots.item, ...this.#slots.key, ...this.#slots.bar];
  }

  /** Resolves when letters can be drawn: fonts are loaded with the panel. */
  get fontsLoaded(): Promise<void> {
    const loaded = [this.#title, this.#cardText].map(
      ({ fontSignal }) =>
        new Promise<void>((resolve) => {
          fontSignal.subscribe((font) => font && resolve());
        }),
    );
    return Promise.all(loaded).then(() => {});
  }

  /** The button that an object belongs to; null where it is none, or is disabled. */
  itemAt(object: Object3D | null | undefined): PanelItem | null {
    for (let at = object ?? null; at; at = at.parent) {
      const slot = this.allSlots.find(({ root }) => root === at);
      if (slot) return slot.item && !slot.item.isDisabled ? slot.item : null;
    }
    return null;
  }

  /** What was pressed since the last call. Run it outside of a pointer's events: it may take the panel down. */
  takePressed(): readonly PanelItem[] {
    const pressed = this.#pressed;
    this.#pressed = [];
    return pressed;
  }

  /** What is shown; for measurements. */
  get content(): PanelContent | null {
    return this.#content;
  }

  setTheme(theme: Theme): void {
    this.#colours = panelColours[theme];
    for (const slot of this.allSlots) slot.shown = '';
    this.#shownCard = this.#shownNote = this.#shownHead = '';
    const { card, text, fill, accent, warning, danger } = this.#colours;
    this.root.setProperties({ backgroundColor: card, color: text });
    this.#track.setProperties({ backgroundColor: fill });
    this.#bar.setProperties({ backgroundColor: accent });
    this.#cardWarning.setProperties({ color: warning });
    this.#badge.setProperties({ color: danger });
    if (this.#content) this.show(this.#content);
  }

  show(content: PanelContent): void {
    this.#content = content;
    const head = `${content.title}\n${content.badge}`;
    if (head !== this.#shownHead) {
      this.#shownHead = head;
      this.#title.setProperties({ text: panelLetters(content.title) });
      this.#badge.setProperties({ text: content.badge });
    }
    this.#showCard(content.card);
    const isWriting = content.keys.length > 0;
    this.#middle.setProperties({ display: isWriting ? 'none' : 'flex' });
    this.#keys.setProperties({ display: isWriting ? 'flex' : 'none' });
    if (content.note !== this.#shownNote) {
      this.#shownNote = content.note;
      this.#written.setProperties({ text: panelLetters(content.note) });
      this.#note.setProperties({ text: panelLetters(content.note), display: content.note ? 'flex' : 'none' });
    }
    this.#fill('tab', content.tabs);
    this.#fill('item', content.items);
    this.#fill('key', content.keys);
    this.#fill('bar', content.bar);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.dispose();
    for (const { texture } of this.allSlots) texture.dispose();
    this.#figure.dispose();
  }

  #press({ item }: ButtonSlot): void {
    if (item && !item.isDisabled) this.#pressed.push(item);
  }

  #showCard(card: RoomCard | null): void {
    const shown = JSON.stringify(card);
    if (shown === this.#shownCard) return;
    this.#shownCard = shown;
    this.#card.setProperties({ display: card ? 'flex' : 'none' });
    if (!card) return;
    this.#cardTitle.setProperties({ text: panelLetters(card.title) });
    this.#cardText.setProperties({ text: panelLetters(card.text) });
    this.#cardWarning.setProperties({ text: panelLetters(card.warning), display: card.warning ? 'flex' : 'none' });
    this.#track.setProperties({ display: card.progress === null ? 'none' : 'flex' });
    this.#bar.setProperties({ width: `${Math.round((card.progress ?? 0) * 100)}%` });
    this.#picture.setProperties({ display: card.figure.length > 0 ? 'flex' : 'none' });
    drawFigure(this.#figure.image, card.figure, this.#colours);
    this.#figure.needsUpdate = true;
  }

  #fill(kind: ButtonKind, items: readonly PanelItem[]): void {
    for (const [i, slot] of this.#slots[kind].entries()) this.#showItem(slot, items[i] ?? null);
  }

  #showItem(slot: ButtonSlot, item: PanelItem | null): void {
    slot.item = item;
    const shown = item ? JSON.stringify(item) : 'none';
    if (shown === slot.shown) return;
    slot.shown = shown;
    slot.root.setProperties({ display: item ? 'flex' : 'none' });
    if (!item) return;
    const colours = this.#colours;
    const isStrong = item.isOn === true;
    const back = item.isDanger ? colours.danger : isStrong ? colours.accent : colours.fill;
    const front = item.isDanger ? colours.onDanger : isStrong ? colours.onAccent : colours.text;
    const text = item.isDisabled ? colours.muted : front;
    const canHover = !item.isDisabled && !isStrong && !item.isDanger;
    slot.root.setProperties({
      backgroundColor: item.isDisabled ? colours.card : back,
      borderColor: item.isDisabled ? colours.fill : colours.text,
      borderWidth: item.isDisabled ? 1 : 0,
      hover: item.isDisabled
        ? {}
        : { backgroundColor: canHover ? colours.hover : back, borderWidth: 2, borderColor: colours.text },
    });
    slot.label.setProperties({ text: panelLetters(item.label), color: text });
    const side = item.picture ? PICTURE : ICON;
    slot.icon.setProperties({ display: item.icon || item.picture ? 'flex' : 'none', width: side, height: side });
    if (item.picture) void showPicture(slot, item.picture);
    if (!item.icon) return;
    drawIcon(slot.texture.image, item.icon, text);
    slot.texture.needsUpdate = true;
  }
}

function makeSlots(kind: ButtonKind, count: number): readonly ButtonSlot[] {
  return Array.from({ length: count }, () => makeSlot(kind));
}

function makeSlot(kind: ButtonKind): ButtonSlot {
  const pageWidth = sizes.width - 2 * sizes.padding - sizes.tabWidth - sizes.gap - 4;
  // Whole millimetres: a row that is longer by rounding breaks before its last key.
  const keyWidth = Math.floor((sizes.width - 2 * sizes.padding - (KEYS_IN_ROW - 1) * KEY_GAP) / KEYS_IN_ROW);
  const widths = { tab: sizes.tabWidth, item: (pageWidth - sizes.gap) / 2, key: keyWidth, bar: undefined };
  const heights = { tab: 34, item: sizes.button, key: 33, bar: sizes.button };
  const isCentred = kind === 'bar' || kind === 'key';
  const root = new Container({
    width: widths[kind],
    height: heights[kind],
    flexGrow: kind === 'bar' ? 1 : 0,
    flexBasis: kind === 'bar' ? 0 : undefined,
    paddingX: isCentred ? 2 : 8,
    gap: 6,
    borderRadius: sizes.radius,
    flexDirection: 'row',
    alignItems: 'center',
    justifyContent: isCentred ? 'center' : 'flex-start',
    display: 'none',
  });
  const texture = textureOf(canvasOf(ICON_SIZE, ICON_SIZE));
  const icon = makePicture(texture, ICON, ICON);
  const label = new Text({
    fontSize: sizes.text,
    lineHeight: '115%',
    flexShrink: 1,
    wordBreak: 'break-word',
    pointerEvents: 'none',
  });
  root.add(icon, label);
  return { root, label, icon, texture, kind, item: null, shown: '' };
}

/** Draws a picture onto a button once it is loaded, if it is still the button's then. */
async function showPicture(slot: ButtonSlot, url: string): Promise<void> {
  const canvas = slot.texture.image;
  const context = canvas.getContext('2d');
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, canvas.width, canvas.height);
  slot.texture.needsUpdate = true;
  const image = new Image();
  image.src = url;
  // Without its picture a button still has its name.
  await image.decode().catch(() => {});
  if (slot.item?.picture !== url || !image.naturalWidth) return;
  const scale = Math.max(canvas.width / image.naturalWidth, canvas.height / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  context?.drawImage(image, (canvas.width - width) / 2, 0, width, height);
  slot.texture.needsUpdate = true;
}

/** A picture. Not uikit's Image: it calls what three.js has deprecated, and the console complains. */
function makePicture(map: CanvasTexture, width: number, height: number): Custom {
  const material = new MeshBasicMaterial({ map, transparent: true, toneMapped: false });
  return new Custom({ width, height, flexShrink: 0, pointerEvents: 'none' }, undefined, { material });
}

function column(slots: readonly ButtonSlot[], properties: { readonly width: number }): Container {
  const made = new Container({ ...properties, flexDirection: 'column', gap: sizes.gap, flexShrink: 0 });
  made.add(...slots.map(({ root }) => root));
  return made;
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * DENSITY);
  canvas.height = Math.round(height * DENSITY);
  return canvas;
}

function textureOf(canvas: HTMLCanvasElement): CanvasTexture<HTMLCanvasElement> {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
