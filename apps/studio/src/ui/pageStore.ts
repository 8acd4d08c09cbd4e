import { create } from 'zustand';
import { visitorStorage } from '../files/visitorStorage.js';

/** A message for the visitor; errors stay until closed. */
export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** A button beside the text: "Undo". Closes the notice. */
  readonly action?: NoticeAction | undefined;
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Several files of a folder or zip could be the one that is meant. */
export interface FileQuestion {
  /** "Which avatar?" */
  readonly title: string;
  /** Paths to choose from. */
  readonly candidates: readonly string[];
  /** Null where the visitor closes the question. */
  readonly answer: (path: string | null) => void;
}

/** How much the panels show: what a visitor needs, or everything. */
export type Level = 'simple' | 'expert';

/** Where the level is kept between visits. */
export const LEVEL_KEY = 'leib-level';

/** What the page shows in any room. */
const initial = {
  notices: [] as readonly Notice[],
  /** What is being loaded, as a text for people; null when nothing is. */
  busy: null as string | null,
  /** The level of all panels. */
  level: visitorStorage.getItem(LEVEL_KEY) === 'expert' ? 'expert' : ('simple' as Level),
  /** What the glossary was opened to search for; null while it is closed. */
  glossary: null as string | null,
  /** The dialog is open where this is not null. */
  fileQuestion: null as FileQuestion | null,
  /** The clean picture for streaming: nothing of the page around it. */
  isOutput: false,
};

export const usePage = create<Readonly<typeof initial>>(() => initial);
