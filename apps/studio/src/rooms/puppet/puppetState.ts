import { createHistory, type History } from '@leib/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { visitorStorage } from '../../files/visitorStorage.js';
import { isTouchScreen } from '../../ui/media.js';
import { type KnownPuppet, type OpenedPuppet, type PuppetStep, stepOf } from './files/puppetDocument.js';

export type PuppetTabId = 'play' | 'build' | 'skin' | 'takes' | 'file';
/** What a pointer does in the picture while the tab Build is open. */
export type BuildTool = 'select' | 'propose' | 'bone' | 'box';
/** And while the tab Skin is open. */
export type SkinTool = 'view' | 'paint' | 'poke';

/** The one store of the open room: its puppet with all steps of its history, and what is shown. */
export interface PuppetRoomState extends PuppetView {
  readonly edits: History<PuppetStep>;
}

const TUTORIAL_KEY = 'leib-puppet-tutorial';

/** What panels and picture show, besides the room's settings and the puppet itself. */
const first = {
  tab: 'play' as PuppetTabId,
  /** Whose card is shown in the tab Play: of the first hand or the second. Recorded hands open into it. */
  hand: 0 as 0 | 1,
  /** Name of the part that is selected in panel and picture. */
  selectedPart: null as string | null,
  /** What a drag on the puppet does: move grips, or turn parts. */
  tool: 'drag' as 'drag' | 'turn',
  /** Pads for single fingers on the screen. */
  hasPads: isTouchScreen(),
  buildTool: 'select' as BuildTool,
  skinTool: 'view' as SkinTool,
  /** The puppet stands as its model does while it is built; otherwise it is played on. */
  isStill: true,
  /** The surface in the colours of the parts that hold it. */
  showsCut: true,
  /** Fans and cones of the selected part, with handles. */
  showsLimits: false,
  /** The surface in the colours of its regions, also while nothing is painted. */
  showsRegions: false,
  /** The first hand points, and pinches to select and drag. */
  usesHand: false,
  /** Number of the region that is painted. */
  paintRegion: 0,
  /** Radius of brush and poke, share of the puppet's size. */
  brushSize: 0.06,
  /** What the pointer is over or drags, and its value, in words. */
  hint: null as string | null,
  /** Things on the stage, and whether the puppet blows bubbles. */
  thingCount: 0,
  isBlowing: false,
  isTutorialOpen: false,
  /** The step of the tutorial that comes next; as many as there are steps: all done. Kept between visits. */
  tutorialStep: rememberedStep(),
};
export type PuppetView = Readonly<typeof first>;

/** As the room was left: it is entered again so while the page is open. */
let left: PuppetView = first;

export function createRoomState(opened: OpenedPuppet | KnownPuppet): StoreApi<PuppetRoomState> {
  const state = createStore<PuppetRoomState>(() => ({
    ...left,
    thingCount: 0,
    isBlowing: false,
    edits: createHistory(stepOf(opened)),
  }));
  state.subscribe(({ edits: _, ...view }, { tutorialStep }) => {
    left = view;
    if (view.tutorialStep !== tutorialStep) visitorStorage.setItem(TUTORIAL_KEY, String(view.tutorialStep));
  });
  return state;
}

function rememberedStep(): number {
  const step = Number(visitorStorage.getItem(TUTORIAL_KEY));
  return Number.isInteger(step) && step >= 0 ? step : 0;
}
