import { type PuppetTabId, usePuppetPanel } from './puppetPanelStore.js';

/** Something whose changes are taken back one by one. */
export interface Undoable {
  /** What would be undone and redone, in words; null where there is nothing. */
  readonly undoLabel: string | null;
  readonly redoLabel: string | null;
  undo(): void;
  redo(): void;
}

/** Steps that undo works on while their tab is open. */
export interface TabUndoable {
  readonly tab: PuppetTabId;
  readonly steps: Undoable;
}

interface OpenRoom {
  readonly document: Undoable;
  readonly companions: readonly { readonly undoableInTab?: TabUndoable }[];
}

/** What the keys and the buttons of undo work on: what the open tab shows. Takes in the tab Takes, else the puppet. */
export function undoableOf({ companions, document }: OpenRoom): Undoable {
  const { tab } = usePuppetPanel.getState();
  const own = companions.find(({ undoableInTab }) => undoableInTab?.tab === tab);
  return own?.undoableInTab?.steps ?? document;
}
