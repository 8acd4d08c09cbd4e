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
export interface PageState {
  readonly notices: readonly Notice[];
  /** What is being loaded, as a text for people; null when nothing is. */
  readonly busy: string | null;
  /** The level of all panels. */
  readonly level: Level;
  /** What the glossary was opened to search for; null while it is closed. */
  readonly glossary: string | null;
  /** The dialog is open where this is not null. */
  readonly fileQuestion: FileQuestion | null;
  /** The clean picture for streaming: nothing of the page around it. */
  readonly isOutput: boolean;
}

export const usePage = create<PageState>(() => ({
  notices: [],
  busy: null,
  level: visitorStorage.getItem(LEVEL_KEY) === 'expert' ? 'expert' : 'simple',
  glossary: null,
  fileQuestion: null,
  isOutput: false,
}));
