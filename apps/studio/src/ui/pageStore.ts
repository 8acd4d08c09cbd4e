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

interface NoticeAction {
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
const LEVEL_KEY = 'leib-level';

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

/** The level of all panels, kept between visits. */
export function setLevel(level: Level): void {
  visitorStorage.setItem(LEVEL_KEY, level);
  usePage.setState({ level });
}

export function useIsExpert(): boolean {
  return usePage(({ level }) => level === 'expert');
}

let nextNoticeId = 1;

/** Shows a message; a message with the same text is replaced. */
export function notify(kind: Notice['kind'], text: string, action?: NoticeAction): void {
  const id = nextNoticeId++;
  usePage.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, kind, text, action }],
  }));
}

export function closeNotice(id: number): void {
  usePage.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/** Takes back a message by its text. */
export function withdrawNotice(text: string): void {
  usePage.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.text !== text) }));
}

/** @param busy what is being loaded, as a text for people; null: nothing */
export function setBusy(busy: string | null): void {
  usePage.setState({ busy });
}

/** Something is being loaded. */
export function useIsBusy(): boolean {
  return usePage(({ busy }) => busy !== null);
}

/** The path that the visitor chooses; the only candidate without asking; null where none is chosen. */
export function askForFile(title: string, candidates: readonly string[]): Promise<string | null> {
  if (candidates.length <= 1) return Promise.resolve(candidates[0] ?? null);
  return new Promise((resolve) => {
    // A question that is still open is answered by asking another one.
    usePage.getState().fileQuestion?.answer(null);
    const answer = (path: string | null) => {
      usePage.setState({ fileQuestion: null });
      resolve(path);
    };
    usePage.setState({ fileQuestion: { title, candidates, answer } });
  });
}
