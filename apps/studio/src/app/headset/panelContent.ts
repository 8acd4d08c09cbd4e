import type { RoomAction, RoomCard } from '../../world/roomScene.js';

/** A button of the panel: a room's action, or one of the studio's. */
export type PanelItem = RoomAction & {
  /** Leaves or stops something. */
  readonly isDanger?: boolean;
  /** Address of a small picture; empty for none. */
  readonly picture?: string;
};

/** One of the panel's pages, reached by its tab. */
export interface PanelPage {
  readonly id: string;
  readonly label: string;
  readonly card: RoomCard | null;
  /** A sentence above the buttons; empty for none. */
  readonly note: string;
  readonly items: readonly PanelItem[];
}

/** All that the panel shows at a moment. */
export interface PanelContent {
  readonly title: string;
  /** Beside the title: that it records, and for how long; empty for nothing. */
  readonly badge: string;
  readonly tabs: readonly PanelItem[];
  readonly card: RoomCard | null;
  readonly note: string;
  readonly items: readonly PanelItem[];
  /** Always there, at the bottom. */
  readonly bar: readonly PanelItem[];
}

/** Buttons that fit below a card, below a note, and alone. */
export const slots = { withCard: 4, withNote: 6, alone: 8 } as const;

/** The buttons of one sheet of a page that has more than fit: the last one turns the sheet. */
export function sheetOf(page: PanelPage, sheet: number, turnSheet: () => void): readonly PanelItem[] {
  const most = page.card ? slots.withCard : page.note ? slots.withNote : slots.alone;
  if (page.items.length <= most) return page.items;
  const perSheet = most - 1;
  const sheetCount = Math.ceil(page.items.length / perSheet);
  const shown = sheet % sheetCount;
  const items = page.items.slice(shown * perSheet, (shown + 1) * perSheet);
  return [...items, { id: 'more', label: `More (${shown + 1} of ${sheetCount})`, icon: 'next', run: turnSheet }];
}
