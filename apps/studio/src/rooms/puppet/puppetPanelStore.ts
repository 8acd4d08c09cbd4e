import { create } from 'zustand';
import { isTouchScreen } from '../../ui/media.js';

export type PuppetTabId = 'play' | 'build' | 'skin' | 'takes' | 'file';

/** What the panel shows, besides the room's settings and the puppet. */
export interface PuppetPanelState {
  readonly tab: PuppetTabId;
  /** Whose card is shown in the tab Play: of the first hand or the second. Recorded hands open into it. */
  readonly hand: 0 | 1;
  /** Name of the part that is selected in panel and picture. */
  readonly selectedPart: string | null;
  /** What a drag on the puppet does: move grips, or turn parts. */
  readonly tool: 'drag' | 'turn';
  /** Pads for single fingers on the screen. */
  readonly hasPads: boolean;
}

export const usePuppetPanel = create<PuppetPanelState>(() => ({
  tab: 'play',
  hand: 0,
  selectedPart: null,
  tool: 'drag',
  hasPads: isTouchScreen(),
}));

export function selectPart(name: string | null): void {
  if (usePuppetPanel.getState().selectedPart !== name) usePuppetPanel.setState({ selectedPart: name });
}
