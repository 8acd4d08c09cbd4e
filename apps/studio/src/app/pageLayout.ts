import type { Covered } from '../world/pictureFrame.js';
import type { Box } from '../world/pictureSpace.js';

/** As in styles/frame.css, pixels. */
const WIDE_SCREEN = 760;
const LOW_SCREEN = 440;
const PANEL_WIDTH = 314;
/** In windows that are at least this high, bars at the top and at the bottom leave enough of the picture. */
const HIGH_SCREEN = 620;

/** Heights of a sheet on small screens (widths, where it stands at the side), from small to large. */
export const sheetSizes = ['peek', 'half', 'full'] as const;
export type SheetSize = (typeof sheetSizes)[number];

/** One size larger or smaller. */
export function nextSheetSize(size: SheetSize, step: 1 | -1): SheetSize {
  const at = sheetSizes.indexOf(size) + step;
  return sheetSizes[Math.min(sheetSizes.length - 1, Math.max(0, at))];
}

/** After a tap on the handle: a peek opens to half, half goes to full, full back to half. */
export function tappedSheetSize(size: SheetSize): SheetSize {
  return size === 'half' ? 'full' : 'half';
}

/** The size whose share of the screen is nearest. */
export function nearestSheetSize(share: number): SheetSize {
  if (share < 0.25) return 'peek';
  return share < 0.62 ? 'half' : 'full';
}

export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly isPanelOpen: boolean;
  /** Of rooms whose panel has another width. */
  readonly panelWidth: number | undefined;
  /** Of rooms with a guide on the left. */
  readonly guideWidth: number | undefined;
}

/** On small screens the panel is a sheet, and there is room for one of guide and panel. */
export const isSmallScreen = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width < WIDE_SCREEN || height <= LOW_SCREEN;

/** Panel and guide leave nothing of the picture when both are open. */
export const hasOneSide = (width: number, guideWidth: number, panelWidth = PANEL_WIDTH): boolean =>
  width - guideWidth - panelWidth < 240;

interface PanelState {
  readonly isPanelOpen: boolean;
  readonly isPanelWaiting: boolean;
}

/** The panel when a room is entered. Where there is room for one of them, the guide goes first; the panel waits for the next room. */
export function panelOnEntering({ isPanelOpen, isPanelWaiting }: PanelState, guideGoesFirst: boolean): PanelState {
  const isWanted = isPanelOpen || isPanelWaiting;
  return { isPanelOpen: isWanted && !guideGoesFirst, isPanelWaiting: isWanted && guideGoesFirst };
}

/** What panels are going to cover of the canvas before they are there to be measured: nothing on small screens. Pixels. */
export function expectedCover(layout: PageLayout): Covered {
  const { width, height, isPanelOpen, panelWidth = PANEL_WIDTH, guideWidth = 0 } = layout;
  if (isSmallScreen({ width, height })) return { top: 0, left: 0, right: 0, bottom: 0 };
  return { top: 0, left: guideWidth, right: isPanelOpen ? panelWidth : 0, bottom: 0 };
}

/** What is covered of the canvas when this much of each side is taken. Bars of a large window let the picture go below them. */
export function coveredBy(taken: Covered, size: { readonly width: number; readonly height: number }): Covered {
  const { left = 0, right } = taken;
  // The margin at an edge where nothing stands.
  const clear = (pixels: number) => (pixels < 40 ? 0 : pixels);
  const isTight = size.height < HIGH_SCREEN || isSmallScreen(size);
  return {
    top: isTight ? taken.top : 0,
    left: clear(left),
    right: clear(right),
    bottom: isTight ? taken.bottom : 0,
    corner: taken.corner ?? 0,
    topBar: taken.top,
    bottomBar: taken.bottom,
  };
}

/** In a picture this wide, pixels, nothing that is framed reaches a card in its corner. */
const ROOMY_PICTURE = 1150;
/** Share of a card at the side by which the view steps aside: what is framed needs less than half of the width. */
const STEP_ASIDE = 0.45;

/** A card that reaches this far down a picture, share of its height, is beside what is framed, and not above it. */
const FAR_DOWN = 0.4;

/**
 * What is taken of the window when cards lie on the picture: one before its middle takes the picture's upper or lower part,
 * one in its left corner a part of the side; all of it where what is framed fills the width. In a roomy picture only a row of
 * bodies is to know of it (`corner`). Pixels.
 */
export function besideCards(taken: Covered, picture: Box, cards: readonly Box[], fillsWidth = false): Covered {
  const width = picture.right - picture.left;
  const middle = { x: (picture.left + picture.right) / 2, y: (picture.top + picture.bottom) / 2 };
  const isNarrow = width < ROOMY_PICTURE;
  let { top, bottom, left = 0, corner = 0 } = taken;
  for (const card of cards) {
    const isAtMiddle = card.left < middle.x && card.right > middle.x;
    if (isAtMiddle && card.bottom < middle.y) top = Math.max(top, taken.top + card.bottom - picture.top);
    else if (isAtMiddle && card.top > middle.y) bottom = Math.max(bottom, taken.bottom + picture.bottom - card.top);
    else if (card.right <= middle.x && isNarrow) {
      const isDown = card.bottom - picture.top > FAR_DOWN * (picture.bottom - picture.top);
      const share = fillsWidth && isDown ? 1 : STEP_ASIDE;
      left = Math.max(left, (taken.left ?? 0) + share * (card.right - picture.left));
    } else if (card.right <= middle.x) corner = Math.max(corner, card.right);
  }
  return { ...taken, top, bottom, left, ...(corner > 0 && { corner }) };
}

/** A notice is at most this wide, and is not put where less than this is left for it, pixels. */
const NOTICE_WIDTH = 400;
const NARROWEST_NOTICE = 300;
/** Between a notice and what stands beside it, pixels. */
const GAP = 8;

/**
 * Where notices stand: at the top of the picture between the cards there, else at its foot above the cards there, so that
 * they cover none. Pixels of the window; `grows`: which way more of them go.
 */
export function placeNotices(picture: Box, cards: readonly Box[]): NoticesPlace {
  const middle = (picture.top + picture.bottom) / 2;
  const inTop = cards.filter(({ top }) => top < picture.top + NOTICE_ROOM);
  const gaps = gapsBetween(picture.left, picture.right, inTop);
  const widest = gaps.reduce((a, b) => (b.right - b.left > a.right - a.left ? b : a));
  if (widest.right - widest.left >= NARROWEST_NOTICE) {
    return {
      left: widest.left,
      width: Math.min(NOTICE_WIDTH, widest.right - widest.left),
      at: picture.top,
      grows: 'down',
    };
  }
  const width = Math.min(NOTICE_WIDTH, picture.right - picture.left);
  const left = (picture.left + picture.right - width) / 2;
  const below = cards.filter((card) => card.top > middle && card.left < left + width && card.right > left);
  const at = Math.min(picture.bottom, ...below.map(({ top }) => top)) - GAP;
  return { left, width, at, grows: 'up' };
}

export interface NoticesPlace {
  readonly left: number;
  readonly width: number;
  /** Their upper edge where they grow down, their lower one where they grow up. */
  readonly at: number;
  readonly grows: 'down' | 'up';
}

/** Height of a notice of two lines, pixels. */
const NOTICE_ROOM = 64;

function gapsBetween(
  from: number,
  to: number,
  cards: readonly Box[],
): { readonly left: number; readonly right: number }[] {
  const gaps: { readonly left: number; readonly right: number }[] = [];
  let left = from;
  for (const card of cards.toSorted((a, b) => a.left - b.left)) {
    if (card.left - GAP > left) gaps.push({ left, right: card.left - GAP });
    left = Math.max(left, card.right + GAP);
  }
  return [...gaps, { left, right: Math.max(left, to) }];
}
