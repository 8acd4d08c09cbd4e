import { create } from 'zustand';

/** A message for the visitor; errors stay until closed. */
export interface Notice {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
}

interface NoticesState {
  readonly notices: readonly Notice[];
  /** What is being loaded, as a text for people; null when nothing is. */
  readonly busy: string | null;
}

export const useNotices = create<NoticesState>(() => ({ notices: [], busy: null }));

let nextNoticeId = 1;

/** Shows a message; a message with the same text is replaced. */
export function notify(kind: Notice['kind'], text: string): void {
  const id = nextNoticeId++;
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, kind, text }],
  }));
}

export function closeNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

export function setBusy(busy: string | null): void {
  useNotices.setState({ busy });
}
