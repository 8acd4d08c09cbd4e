import type { PuppetController } from './puppetController.js';
import { usePuppetPanel } from './puppetPanelStore.js';

/** Something whose changes are taken back one by one. */
export interface Undoable {
  /** What would be undone and redone, in words; null where there is nothing. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  undo(): void;
  redo(): void;
}

/** What the keys and the buttons of undo work on: what the open tab shows. Takes in the tab Takes, else the puppet. */
export function undoableOf({ companions, document }: PuppetController): Undoable {
  const { tab } = usePuppetPanel.getState();
  const own = companions.find(({ undoableInTab }) => undoableInTab?.tab === tab);
  return own?.undoableInTab?.steps ?? document;
}
