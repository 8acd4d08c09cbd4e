import { create } from 'zustand';

/** The dialog with our words: null while it is closed, else what was searched for when it opened. */
export const useGlossary = create<{ readonly asked: string | null }>(() => ({ asked: null }));

export function openGlossary(asked = ''): void {
  useGlossary.setState({ asked });
}

export function closeGlossary(): void {
  useGlossary.setState({ asked: null });
}
