import { create } from 'zustand';
import { visitorStorage } from '../files/visitorStorage.js';

const KEY = 'leib-send';

/** Whether the body is sent to other programs: as the visitor said on this or an earlier visit; null where they did not. */
export const useSending = create<{ readonly isWanted: boolean | null }>(() => {
  const stored = visitorStorage.getItem(KEY);
  return { isWanted: stored === null ? null : stored === 'yes' };
});

export function setSending(isWanted: boolean): void {
  visitorStorage.setItem(KEY, isWanted ? 'yes' : 'no');
  useSending.setState({ isWanted });
}
