import { type Notice, type NoticeAction, usePage } from './pageStore.js';

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
