import { create } from 'zustand';

/** Several files of a folder or zip could be the one that is meant. */
export interface FileQuestion {
  /** "Which avatar?" */
  readonly title: string;
  /** Paths to choose from. */
  readonly candidates: readonly string[];
  /** Null where the visitor closes the question. */
  readonly answer: (path: string | null) => void;
}

/** The dialog is open where `asked` is not null. */
export const useFileQuestion = create<{ readonly asked: FileQuestion | null }>(() => ({ asked: null }));

/** The path that the visitor chooses; the only candidate without asking; null where none is chosen. */
export function askForFile(title: string, candidates: readonly string[]): Promise<string | null> {
  if (candidates.length <= 1) return Promise.resolve(candidates[0] ?? null);
  return new Promise((resolve) => {
    // A question that is still open is answered by asking another one.
    useFileQuestion.getState().asked?.answer(null);
    const answer = (path: string | null) => {
      useFileQuestion.setState({ asked: null });
      resolve(path);
    };
    useFileQuestion.setState({ asked: { title, candidates, answer } });
  });
}
