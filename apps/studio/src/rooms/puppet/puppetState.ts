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

/** What panels and picture show, besides the room's settings and the puppet itself. */
export interface PuppetView {
  readonly tab: PuppetTabId;
  /** Whose card is shown in the tab Play: of the first hand or the second. Recorded hands open into it. */
  readonly hand: 0 | 1;
  /** Name of the part that is selected in panel and picture. */
  readonly selectedPart: string | null;
  /** What a drag on the puppet does: move grips, or turn parts. */
  readonly tool: 'drag' | 'turn';
  /** Pads for single fingers on the screen. */
  readonly hasPads: boolean;
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
  /** What the pointer is over or drags, and its value, in words. */
  readonly hint: string | null;
  /** Things on the stage, and whether the puppet blows bubbles. */
  readonly thingCount: number;
  readonly isBlowing: boolean;
  readonly isTutorialOpen: boolean;
  /** The step of the tutorial that comes next; as many as there are steps: all done. Kept between visits. */
  readonly tutorialStep: number;
}

/** The one store of the open room: its puppet with all steps of its history, and what is shown. */
export interface PuppetRoomState extends PuppetView {
  readonly edits: History<PuppetStep>;
}

const TUTORIAL_KEY = 'leib-puppet-tutorial';

/** As the room was left: it is entered again so while the page is open. */
let left: PuppetView = {
  tab: 'play',
  hand: 0,
  selectedPart: null,
  tool: 'drag',
  hasPads: isTouchScreen(),
  buildTool: 'select',
  skinTool: 'view',
  isStill: true,
  showsCut: true,
  showsLimits: false,
  showsRegions: false,
  usesHand: false,
  paintRegion: 0,
  brushSize: 0.06,
  hint: null,
  thingCount: 0,
  isBlowing: false,
  isTutorialOpen: false,
  tutorialStep: rememberedStep(),
};

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
