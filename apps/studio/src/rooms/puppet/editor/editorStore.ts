import { create } from 'zustand';

/** What a pointer does in the picture while the tab Build is open. */
export type BuildTool = 'select' | 'propose' | 'bone' | 'box';
/** And while the tab Skin is open. */
export type SkinTool = 'view' | 'paint' | 'poke';

export interface EditorState {
  readonly buildTool: BuildTool;
  readonly skinTool: SkinTool;
  /** The puppet stands as its model does while it is built; otherwise it is played on. */
  readonly isStill: boolean;
  /** The surface in the colours of the parts that hold it. */
  readonly showsCut: boolean;
  /** Fans and cones of the selected part, with handles. */
  readonly showsLimits: boolean;
  /** The surface in the colours of its regions, also while nothing is painted. */
  readonly showsRegions: boolean;
  /** The first hand points, and pinches to select and drag. */
  readonly usesHand: boolean;
  /** Number of the region that is painted. */
  readonly paintRegion: number;
  /** Radius of brush and poke, share of the puppet's size. */
  readonly brushSize: number;
  /** Work that takes a while, in words; null: none. */
  readonly busy: string | null;
  /** What the pointer is over or drags, and its value, in words. */
  readonly hint: string | null;
}

export const useEditor = create<EditorState>(() => ({
  buildTool: 'select',
  skinTool: 'view',
  isStill: true,
  showsCut: true,
  showsLimits: false,
  showsRegions: false,
  usesHand: false,
  paintRegion: 0,
  brushSize: 0.06,
  busy: null,
  hint: null,
}));

export function showHint(hint: string | null): void {
  if (useEditor.getState().hint !== hint) useEditor.setState({ hint });
}
