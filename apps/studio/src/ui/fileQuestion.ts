import { usePage } from './pageStore.js';

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
