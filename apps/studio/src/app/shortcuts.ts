import { isOnControl, isTyping } from '../ui/isTyping.js';
import { keyOfEvent, keyRows, keySituation } from './keys.js';
import type { Studio } from './studio.js';

/** Runs the row of the table of keys that an event means, outside of text fields. */
export function handleShortcut(event: KeyboardEvent, studio: Studio): void {
  const { target } = event;
  if (isTyping(target)) return;
  const key = keyOfEvent(event);
  if (event.repeat && !key.startsWith('Ctrl+')) return;
  // On a button, Space and arrows are the button's.
  if (/^(Space|Enter|Arrow)/.test(key) && isOnControl(target)) return;
  const now = keySituation(studio);
  const row = keyRows.find(({ keys, when, run }) => run && keys.includes(key) && when(now));
  if (!row) return;
  row.run?.(studio, key);
  event.preventDefault();
}
