import { create } from 'zustand';

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

interface NoticesState {
  readonly notices: readonly Notice[];
  /** What is being loaded, as a text for people; null when nothing is. */
  readonly busy: string | null;
}

export const useNotices = create<NoticesState>(() => ({ notices: [], busy: null }));

let nextNoticeId = 1;

/** Shows a message; a message with the same text is replaced. */
export function notify(kind: Notice['kind'], text: string, action?: NoticeAction): void {
  const id = nextNoticeId++;
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, kind, text, action }],
  }));
}

export function closeNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

/** Takes back a message by its text. */
export function withdrawNotice(text: string): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.text !== text) }));
}

export function setBusy(busy: string | null): void {
  useNotices.setState({ busy });
}
