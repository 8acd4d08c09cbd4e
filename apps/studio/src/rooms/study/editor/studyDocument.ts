import {
  change,
  createHistory,
  endGesture,
  type History,
  InputError,
  isRecord,
  parseJson,
  redo,
  undo,
} from '@leib/core';
import { decodeQuestionnaire, type StudySetup } from '@leib/study';
import {
  blankStudy,
  type DraftProblem,
  draftOfText,
  draftOfValue,
  type FlowEdit,
  fillTexts,
  placeOfStep,
  problemAt,
  type StepPath,
  type StudyDraft,
  type StudyValue,
  stepAt,
  stepPaths,
  type ValuePath,
  withValueAt,
} from '@leib/study/editor';
import { createStore } from 'zustand/vanilla';
import type { VisitorStorage } from '../../../files/visitorStorage.js';
import { exampleFiles, type StudyFiles, setupOf } from '../station/studyFiles.js';

/** One state of what is written. */
interface StudyVersion {
  readonly draft: StudyDraft;
  /** Of one's own, by their ids. */
  readonly questionnaires: StudyFiles['questionnaires'];
}

export interface EditorState {
  readonly edits: History<StudyVersion>;
  /** Which step the form and the preview show. */
  readonly selected: StepPath;
  /** The study with its questionnaires; null while something is wrong, or is read. */
  readonly setup: StudySetup | null;
  readonly problem: DraftProblem | null;
}

const KEY = 'leib-study-editor';

/** The study that is written in this browser: text and form of one document, with undo; kept with every change. */
export class StudyDocument {
  readonly store;
  readonly #storage: VisitorStorage;

  constructor(storage: VisitorStorage) {
    this.#storage = storage;
    const first = readKept(storage) ?? { draft: draftOfValue(blankStudy()), questionnaires: {} };
    this.store = createStore<EditorState>(() => ({
      edits: createHistory(first),
      selected: [0],
      setup: null,
      problem: first.draft.problem,
    }));
    this.#check();
  }

  /** Whether something was written here, now or before the page was loaded. */
  get isBegun(): boolean {
    return readKept(this.#storage) !== null;
  }

  get now(): StudyVersion {
    return this.store.getState().edits.present;
  }

  get value(): StudyValue {
    return this.now.draft.value;
  }

  /** As files that a station begins with. */
  files(): StudyFiles {
    const { draft, questionnaires } = this.now;
    return { protocol: draft.text, questionnaires };
  }

  /** Sets a member of the form; undefined takes it away. Changes of the same member are one step until endGesture(). */
  set(path: ValuePath, value: unknown): void {
    this.#change({ draft: draftOfValue(withValueAt(this.value, path, value) as StudyValue) }, `form ${path.join('.')}`);
  }

  /** Texts that lack a language get those of the first one. */
  fillTexts(): void {
    this.#change({ draft: draftOfValue(fillTexts(this.value)) }, null);
  }

  /** An edit of the tree; null is none. */
  editFlow(edit: FlowEdit | null): void {
    if (edit === null) return;
    this.#change({ draft: draftOfValue(edit.study) }, null);
    this.select(edit.at);
  }

  /** What was typed. @param gesture what belongs together is undone together */
  setText(text: string, gesture: string | null): void {
    this.#change({ draft: draftOfText(text, this.value) }, gesture);
  }

  /** Gives up a text that is no study for the last one that was. */
  takeLastGood(): void {
    this.#change({ draft: draftOfValue(this.value) }, null);
  }

  async openExample(name: string): Promise<void> {
    this.open(await exampleFiles(name));
  }

  openBlank(): void {
    this.#change({ draft: draftOfValue(blankStudy()), questionnaires: {} }, null);
    this.select([0]);
  }

  /** Another study takes the place of this one; undo brings it back. */
  open({ protocol, questionnaires }: StudyFiles): void {
    this.#change({ draft: draftOfText(protocol, this.value), questionnaires }, null);
    this.select([0]);
  }

  /** Files of one's own: questionnaires are added, a study takes the place of the one that is open. */
  async openFiles(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const text = await file.text();
      const decoded = decodeQuestionnaire(text);
      if (decoded.ok) this.#change({ questionnaires: { ...this.now.questionnaires, [decoded.value.id]: text } }, null);
      else this.open({ protocol: text, questionnaires: this.now.questionnaires });
    }
  }

  removeQuestionnaire(id: string): void {
    const { [id]: _, ...questionnaires } = this.now.questionnaires;
    this.#change({ questionnaires }, null);
  }

  select(selected: StepPath): void {
    this.store.setState({ selected });
  }

  endGesture(): void {
    this.store.setState(({ edits }) => ({ edits: endGesture(edits) }));
  }

  undo(): void {
    this.#take(undo(this.store.getState().edits));
  }

  redo(): void {
    this.#take(redo(this.store.getState().edits));
  }

  #change(changes: Partial<StudyVersion>, gesture: string | null): void {
    this.#take(change(this.store.getState().edits, { ...this.now, ...changes }, gesture));
  }

  #take(edits: History<StudyVersion>): void {
    const { draft, questionnaires } = edits.present;
    const { selected } = this.store.getState();
    const isThere = stepAt(draft.value, selected) !== null;
    this.store.setState({ edits, ...(!isThere && { selected: stepPaths(draft.value)[0] ?? [] }) });
    const { text, value, isAhead } = draft;
    this.#storage.setItem(KEY, JSON.stringify({ text, value, isAhead, questionnaires }));
    this.#check();
  }

  /** Reads the questionnaires that are asked. What was read for an older state is forgotten. */
  #check(): void {
    const version = this.now;
    const { problem, text } = version.draft;
    if (problem !== null) {
      this.store.setState({ problem, setup: null });
      return;
    }
    const tell = (state: Partial<EditorState>) => this.now === version && this.store.setState(state);
    setupOf(this.files()).then(
      (setup) => tell({ setup, problem: null }),
      (error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        const asks = stepPaths(version.draft.value).find(
          (path) => stepAt(version.draft.value, path)?.of === error.where,
        );
        const path = asks ? `flow${placeOfStep(asks).slice(1).map(written).join('')}.of` : '';
        tell({ setup: null, problem: problemAt(text, path, `"${error.where}": ${error.reason}`) });
      },
    );
  }
}

const written = (key: string | number) => (typeof key === 'number' ? `[${key}]` : `.${key}`);

function readKept(storage: VisitorStorage): StudyVersion | null {
  const parsed = parseJson(storage.getItem(KEY) ?? '');
  if (!parsed.ok || !isRecord(parsed.value)) return null;
  const { text, value, isAhead, questionnaires } = parsed.value;
  if (typeof text !== 'string' || !isRecord(value) || !isRecord(questionnaires)) return null;
  const typed = draftOfText(text, value);
  // What the form made wrong stays in the form.
  const draft = typed.isAhead && isAhead !== true ? draftOfValue(value) : typed;
  return { draft, questionnaires: questionnaires as StudyFiles['questionnaires'] };
}
