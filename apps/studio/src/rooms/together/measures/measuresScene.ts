import type { ActorId, SceneMark } from '@leib/stage';
import { valueOfMeasure } from '@leib/stage';
import { Group, Vector3 } from 'three';
import type { StageLabel } from '../../../world/stageLabels.js';
import type { World } from '../../../world/world.js';
import type { ShownRay } from '../raysView.js';
import { viewOf } from './measureAim.js';
import { MeasureInput, type PickPlace } from './measureInput.js';
import type { MeasuresController } from './measuresController.js';
import { labelPlaceOf, MeasuresView, type ShownMark } from './measuresView.js';
import { NoteCards } from './noteCards.js';
import type { NotePictures } from './notePictures.js';

/** Values that are written in the scene at a time: the nearest, and what is chosen. */
const MOST_LABELS = 40;
/** A note's words in a label. */
const MOST_LETTERS = 32;
/** Of what is placed before it has an author, and of authors who have left. */
const COLOUR = { aim: '#ffffff', gone: '#c3ccd6' } as const;

/** What the room's controller has of them. */
interface MeasuringRoom {
  readonly measures: MeasuresController;
  readonly pictures: NotePictures;
  saveNote(text: string, hasPicture: boolean): Promise<void>;
}

/** Measurements and notes of a room in the picture: drawn, placed, gone to. */
export class MeasuresScene {
  readonly root = new Group();
  readonly #world: World;
  readonly #measures: MeasuresController;
  readonly #pictures: NotePictures;
  readonly #colourOf: (author: ActorId) => string | null;
  readonly #view = new MeasuresView();
  readonly #cards: NoteCards;
  readonly #input: MeasureInput;
  #onCards: ReadonlySet<string> = new Set();

  /** @param colourOf of somebody's marks; null where they have left */
  constructor(world: World, room: MeasuringRoom, colourOf: (author: ActorId) => string | null, pick: PickPlace) {
    this.#world = world;
    this.#measures = room.measures;
    this.#pictures = room.pictures;
    this.#colourOf = colourOf;
    this.#cards = new NoteCards((hash) => room.pictures.urlOf(hash));
    this.#input = new MeasureInput(world, room.measures, pick, () => void room.saveNote('', true));
    this.root.add(this.#view.root, this.#cards.root);
  }

  /** One frame. `isOpen`: the room is connected. */
  update(isOpen: boolean): void {
    const measures = this.#measures;
    const { camera } = this.#world.rig;
    this.#input.update();
    measures.step(this.#world.clock.nowSeconds);
    this.#pictures.follow(isOpen, () =>
      measures.marks.flatMap((mark) => (mark.kind === 'note' && mark.picture ? [mark.picture] : [])),
    );
    this.#view.update(this.#shown(), camera);
    this.#onCards = this.#cards.update(measures.marks, measures.chosenId, camera);
  }

  /** What is written at marks: values, and the first words of notes that are no cards. */
  get labels(): readonly StageLabel[] {
    const { chosenId, marks, drafts } = this.#measures;
    const eye = this.#world.rig.camera.getWorldPosition(new Vector3());
    const label = (text: string, at: Vector3): StageLabel => ({ text, at, kind: 'thing', align: 'middle' });
    const written = marks
      .filter(({ id }) => !this.#onCards.has(id))
      .map((mark) => ({ mark, at: labelPlaceOf(shapeOf(mark)) }))
      .map(({ mark, at }) => ({ mark, at, away: mark.id === chosenId ? -1 : at.distanceTo(eye) }))
      .toSorted((a, b) => a.away - b.away)
      .slice(0, MOST_LABELS)
      .map(({ mark, at }) => label(wordsOf(mark, mark.id === chosenId), at));
    return [...written, ...drafts.map((draft) => label(valueOfMeasure(draft).text, labelPlaceOf(draft)))];
  }

  /** From one's own hand in a headset to where its next point would be. */
  get ray(): ShownRay | null {
    const { ray } = this.#input;
    return ray && { ...ray, colour: COLOUR.aim };
  }

  /** Where one wants to stand and what to look at, told once; null: one stays. */
  takeView(): ReturnType<typeof viewOf> | null {
    const goal = this.#measures.takeGoal();
    return goal && viewOf(goal.points, this.#world.rig.camera.getWorldPosition(new Vector3()));
  }

  /** "Distance 1 start", "Distance 1 end": its first and last point. */
  placeOf(name: string): Vector3 | null {
    const [, called, which] = /^(.*) (start|end)$/.exec(name) ?? [];
    const points = this.#measures.marks.find((mark) => mark.name === called)?.points;
    const point = which === 'start' ? points?.[0] : points?.at(-1);
    return point ? new Vector3(...point) : null;
  }

  dispose(): void {
    for (const part of [this.#input, this.#view, this.#cards]) part.dispose();
    this.root.removeFromParent();
  }

  #shown(): readonly ShownMark[] {
    const { chosenId, marks, drafts, aim, placed, noteAt } = this.#measures;
    const colour = (author: ActorId) => this.#colourOf(author) ?? COLOUR.gone;
    const made = marks.map((mark) => ({
      ...shapeOf(mark),
      colour: colour(mark.author),
      isChosen: mark.id === chosenId,
    }));
    const making = drafts.map(({ what, points, author }) => ({ what, points, colour: colour(author), isChosen: true }));
    // Of what is being made on a phone there is no place that one aims at: the points alone.
    const loose = [...placed, ...(aim ? [aim] : []), ...(noteAt ? [noteAt] : [])];
    const points = loose.map((point) => ({
      what: 'note' as const,
      points: [point],
      colour: COLOUR.aim,
      isChosen: false,
    }));
    return [...made, ...making, ...points];
  }
}

function shapeOf(mark: SceneMark): Pick<ShownMark, 'what' | 'points'> {
  return { what: mark.kind === 'note' ? 'note' : mark.what, points: mark.points };
}

function wordsOf(mark: SceneMark, isChosen: boolean): string {
  const { name } = mark;
  if (mark.kind === 'measure') return isChosen ? `${name}: ${valueOfMeasure(mark).text}` : valueOfMeasure(mark).text;
  const words = mark.text.length > MOST_LETTERS ? `${mark.text.slice(0, MOST_LETTERS)}…` : mark.text;
  return words === '' ? name : words;
}
