import './tapeLabels.css';
import { heatColour, heatScale, type MeasureName, measureIndex } from '@leib/body';
import { disposeTree, type StageTheme } from '@leib/three';
import type { JointFrame } from '@leib/tracking';
import { Group, Object3D, Vector3 } from 'three';
import type { RoomActs, RoomCard, RoomDoc, RoomScene } from '../../../world/roomScene.js';
import { type StageLabel, StageLabels } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';
import type { RoomHost } from '../../RoomHost.js';
import { bodyActions } from '../bodyActions.js';
import { BodyController, type BodyStore } from '../bodyController.js';
import { givenOf, measuresOfTake } from '../bodySpec.js';
import { measureLabel, meterWords, showMeasure, unitOf } from '../measureWords.js';
import type { BodySpaceInfo, OtherResult, ShownBody, ShownLine, ShownOther } from '../worker/bodyServiceTypes.js';
import { BodyFigure, BodyMarks, DressedFigure, halfWidthOf, OtherBody } from './bodyFigure.js';
import { TapeLabels } from './tapeLabels.js';
import { TapeLines } from './tapeLines.js';
import { loadingWords, WaitingFigure } from './waitingFigure.js';
import { WearerMeasuring } from './wearerMeasuring.js';

/** Gap between two bodies side by side, metres. */
const GAP = 0.16;
/** Half-life of the distance when the bodies move apart, seconds. */
const MOVE_HALF_LIFE = 0.07;
/** Distance of the body from the wearer of a headset, metres. */
const BEFORE_WEARER = 1.6;
/** Half of the width that the camera leaves for the first and the last body (viewWithCompany). */
const PICTURED_HALF_WIDTH = 0.35;
/** Room at both ends of a row, metres: its bodies have depth, too. */
const ROW_MARGIN = 0.1;
const GHOST_OPACITY = 0.45;
/** In a picture that is narrower, pixels, the labels of all tapes would cover the body. */
const NARROW = 560;

const tapeColours: Readonly<Record<StageTheme, { readonly usual: string; readonly strong: string }>> = {
  dark: { usual: '#f2efe6', strong: '#4ccbb5' },
  light: { usual: '#20303a', strong: '#0b9c84' },
};

/** Scene of the room "Body": a body and those that it is compared with, and the tapes on the first. */
class BodyScene implements RoomScene {
  readonly root = new Group();
  readonly personRoot = new Object3D();
  readonly #world: World;
  readonly #wardrobe: RoomHost['wardrobe'];
  readonly controller: BodyController;
  readonly acts: RoomActs = {
    actions: () => bodyActions(this.controller, this.#wardrobe),
    card: () => this.#card(),
    openFile: (file) => this.controller.openFile(file),
  };
  readonly #settings: BodyStore;
  readonly #place = new Group();
  readonly #figure = new BodyFigure('body');
  readonly #marks = new BodyMarks();
  #others: OtherBody[] = [];
  readonly #dressed = new DressedFigure();
  readonly #tapes = new TapeLines();
  readonly #waiting: WaitingFigure;
  readonly #labels: TapeLabels;
  readonly #names: BodyNames;
  /** Panels leave too little of the picture for labels. */
  #isNarrow = false;
  readonly #stopListening: readonly (() => void)[];
  #shownBody: ShownBody | null = null;
  #shownOthers: readonly OtherResult[] = [];
  #halfWidth = 0.5;
  /** Where the first body is going, metres: bodies stand in a row from the left edge of the picture. */
  #goalX = 0;
  /** What is to be in the picture beside the first body, metres to its side; 0 where none stands there. */
  #rowEnd = 0;
  #doc: RoomDoc = { actors: {} };
  readonly #measuring: WearerMeasuring;

  constructor(world: World, settings: BodyStore, wardrobe: RoomHost['wardrobe']) {
    this.#wardrobe = wardrobe;
    this.#world = world;
    this.#settings = settings;
    this.#names = new BodyNames(world);
    this.#waiting = new WaitingFigure(world);
    this.#place.add(this.#waiting.root, this.#figure.mesh, this.#dressed.root, this.#tapes.root, this.#marks.root);
    this.root.add(this.#place);
    // Before the listeners, which read it: on a second visit there is a body already.
    this.controller = new BodyController(settings);
    this.#labels = new TapeLabels(world, (name) => this.controller.pointAt(name));
    this.#measuring = new WearerMeasuring(this.controller);
    this.#stopListening = [
      this.controller.state.subscribe(() => this.#refresh()),
      settings.store.subscribe(() => this.#refresh()),
    ];
    this.#refresh();
  }

  setTheme(theme: StageTheme): void {
    this.#tapes.setColours(tapeColours[theme].usual, tapeColours[theme].strong);
  }

  /** Bodies beside the first are to be in the picture. */
  get doc(): RoomDoc {
    const companyX = this.#rowEnd / this.#world.person.scale.x;
    if (companyX !== this.#doc.view?.companyX) this.#doc = { actors: {}, view: { companyX } };
    return this.#doc;
  }

  travel(_joints: JointFrame, dtSeconds: number): void {
    const { things, reader, scales, renderer } = this.#world;
    const isWorn = things.isReal || renderer.xr.isPresenting;
    this.#measuring.step(isWorn ? reader.tracked : null, scales.wearer, dtSeconds);
  }

  #card(): RoomCard {
    const { meter } = this.controller.state.getState();
    const title = this.controller.body.name;
    if (meter) return { title, text: meterWords(meter), figure: [], progress: meter.progress, warning: '' };
    const text = 'The body stands before you: choose one and wear it, or let yourself be measured.';
    return { title, text, figure: [], progress: null, warning: '' };
  }

  update(dtSeconds: number): void {
    // In virtual reality the body stands before the wearer and looks at them.
    const isWorn = this.#world.renderer.xr.isPresenting;
    this.root.position.z = isWorn ? BEFORE_WEARER : 0;
    this.root.rotation.y = isWorn ? Math.PI : 0;
    const wasMorphing = this.#figure.isMorphing;
    this.#figure.step(dtSeconds);
    const amount = 1 - 2 ** (-dtSeconds / MOVE_HALF_LIFE);
    this.#place.position.x += amount * (this.#goalX - this.#place.position.x);
    for (const { figure, place, goalX } of this.#others) {
      figure.step(dtSeconds);
      place.position.x += amount * (goalX - place.position.x);
    }
    this.#place.updateMatrixWorld();
    this.#waiting.update(this.#waitingWords());
    if (!this.#shownBody) return;
    const { positions } = this.#figure;
    this.#tapes.update(positions, wasMorphing);
    const isNarrow = this.#world.rig.freeRect.width < NARROW;
    if (isNarrow !== this.#isNarrow) {
      this.#isNarrow = isNarrow;
      this.#refresh();
    }
    this.#labels.update(this.#place, positions, this.#halfWidth);
    this.#names.update(isWorn ? [] : this.#namedBodies());
  }

  dispose(): void {
    for (const stop of this.#stopListening) stop();
    this.controller.dispose();
    for (const part of [this.#labels, this.#names, this.#waiting]) part.dispose();
    disposeTree(this.root);
  }

  /** Those in a row; one alone needs no name. */
  #namedBodies(): NamedBody[] {
    if (this.#rowEnd === 0) return [];
    const others = this.#shownOthers.flatMap(({ shown }, i) =>
      shown ? [{ name: shown.name, place: this.#others[i].place }] : [],
    );
    return [{ name: this.controller.body.name, place: this.#place }, ...others];
  }

  /** What is going on until the first body is there; null: it is, or it cannot come. */
  #waitingWords(): string | null {
    const { loading } = this.controller.state.getState();
    if (this.#shownBody || loading.kind === 'failed') return null;
    return loading.kind === 'ready' ? 'Building your body' : loadingWords(loading.loadedBytes, loading.totalBytes);
  }

  /** Called after settings or bodies change, not per frame. */
  #refresh(): void {
    const { body, info, shown, figure, dressed, selected } = this.controller.state.getState();
    if (!info || !body) return;
    if (body !== this.#shownBody) {
      this.#shownBody = body;
      this.#figure.show(body.own?.triangles ?? info.triangles, body.positions, body.normals);
      this.#halfWidth = halfWidthOf(body.positions);
    }
    this.#showOthers(shown?.others ?? this.#shownOthers, info);
    // The bare figure stays until the clothes are there; models of the user's have none.
    const isDressed = figure === 'dressed' && dressed !== null && body.own === null;
    this.#dressed.show(isDressed ? dressed : null);
    this.#figure.mesh.visible = !isDressed;
    this.#paint(body.own?.suit ?? info.suit, this.#shownOthers[selected]?.shown ?? null);
    this.#showTapes(body, isDressed);
    this.#showMarks(body);
  }

  /** Puts the other bodies in a row beside the first, or over it. */
  #showOthers(results: readonly OtherResult[], info: BodySpaceInfo): void {
    this.#shownOthers = results;
    for (const { place } of this.#others.splice(results.length)) disposeTree(place);
    while (this.#others.length < results.length) {
      const other = new OtherBody(`other body ${this.#others.length + 1}`);
      this.#others.push(other);
      this.root.add(other.place);
    }
    const isBeside = this.#settings.values().arrangement === 'side';
    const hasRow = isBeside && results.some(({ shown }) => shown !== null);
    this.#goalX = hasRow ? this.#halfWidth - PICTURED_HALF_WIDTH + ROW_MARGIN : 0;
    this.#rowEnd = 0;
    let edge = this.#goalX + this.#halfWidth;
    results.forEach(({ shown }, i) => {
      const other = this.#others[i];
      other.place.visible = shown !== null;
      if (!shown) return;
      other.show(shown, info, isBeside ? 1 : GHOST_OPACITY);
      other.goalX = isBeside ? edge + GAP + other.halfWidth : 0;
      edge = other.goalX + other.halfWidth;
      if (isBeside) this.#rowEnd = edge - PICTURED_HALF_WIDTH + 2 * ROW_MARGIN;
    });
  }

  #showMarks(body: ShownBody): void {
    const { boxes, dots } = this.#settings.values();
    const { comparison } = this.controller.state.getState();
    // Bodies that could not be found are not in the comparison.
    const found = this.#shownOthers.flatMap(({ shown }, i) => (shown ? [{ shown, other: this.#others[i] }] : []));
    this.#marks.show(body.positions, boxes && found.length > 0, dots ? (comparison?.dots[0] ?? null) : null);
    found.forEach(({ shown, other }, i) => {
      other.marks.show(shown.positions, boxes, dots ? (comparison?.dots[i + 1] ?? null) : null);
    });
  }

  #paint(suit: Float32Array, other: ShownOther | null): void {
    const distances = this.#settings.values().heatMap ? (other?.distances ?? null) : null;
    if (!other || !distances) {
      this.#figure.paint(suit, '#ffffff');
      return;
    }
    const scale = heatScale(other.maxDistance);
    const colours = new Float32Array(distances.length * 3);
    for (let vertex = 0; vertex < distances.length; vertex++)
      heatColour(distances[vertex] / scale, colours, vertex * 3);
    this.#figure.paint(colours, '#ffffff');
  }

  /** Tapes lie on the skin: a dressed body has none. */
  #showTapes(body: ShownBody, isDressed: boolean): void {
    const { tapes, labels, units } = this.#settings.values();
    const { pointedAt } = this.controller.state.getState();
    const names = isDressed ? [] : this.#namesOf(tapes);
    // Plumb lines run inside the body and would crowd between the legs: only their labels are shown.
    const isShown = ({ name, anchors }: ShownLine) => names.includes(name) && anchors !== null;
    const isPointedAt = ({ name }: ShownLine) => name === pointedAt && !isDressed;
    const labelLines = body.lines.filter((line) => names.includes(line.name) || isPointedAt(line));
    const lines = body.lines.filter((line) => isShown(line) || isPointedAt(line));
    this.#tapes.show(lines, pointedAt);
    // No room for labels beside a second body, on a phone, or beside the panel on a tablet.
    const hasRoom = this.#shownOthers.length === 0 && !this.#isNarrow;
    const labelled = labels && hasRoom ? labelLines : labelLines.filter(({ name }) => name === pointedAt);
    const textOf = ({ name }: ShownLine) =>
      `${measureLabel(name)} ${showMeasure(name, body.measured[measureIndex(name)], units)} ${unitOf(name, units)}`;
    this.#labels.show(
      labelled.map((line) => ({ line, text: textOf(line) })),
      pointedAt,
    );
  }

  #namesOf(tapes: 'none' | 'given' | 'all'): readonly MeasureName[] {
    if (tapes === 'none') return [];
    if (tapes === 'all') return measuresOfTake('any');
    const { body } = this.controller;
    if (body.take !== 'any') return measuresOfTake(body.take);
    return measuresOfTake('any').filter((name) => givenOf(body)[name] !== undefined);
  }
}

export function createBodyScene(world: World, settings: BodyStore, wardrobe: RoomHost['wardrobe']): RoomScene {
  return new BodyScene(world, settings, wardrobe);
}

/** A body that has a name in the picture. */
interface NamedBody {
  readonly name: string;
  readonly place: Object3D;
}

/** Before the toes, metres. */
const AHEAD = 0.22;
/** Longer names are cut: they stand in full in the panel. */
const MOST_CHARACTERS = 22;

/** Names at the feet of bodies in a row: which one is which. */
export class BodyNames {
  readonly #world: World;
  #labels: StageLabels | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  update(bodies: readonly NamedBody[]): void {
    if (bodies.length > 0) this.#labels ??= new StageLabels(this.#world);
    this.#labels?.update(bodies.map(labelOf), true);
  }

  dispose(): void {
    this.#labels?.dispose();
  }
}

function labelOf({ name, place }: NamedBody): StageLabel {
  return { text: shortened(name), at: place.localToWorld(new Vector3(0, 0, AHEAD)), kind: 'figure', align: 'middle' };
}

/** The end of a name tells more than its middle: "scan of a…6, alignment". */
export function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MOST_CHARACTERS) return name;
  const half = (MOST_CHARACTERS - 1) / 2;
  const [start, end] = [characters.slice(0, Math.floor(half)), characters.slice(-Math.ceil(half))];
  return `${start.join('').trimEnd()}…${end.join('').trimStart()}`;
}
