import type { Covered } from '../world/cameraRig.js';

/** Sizes as in styles/sidePanel.css: the panel is beside the canvas on wide screens, a sheet below it on others. Pixels. */
const WIDE_SCREEN = 760;
const PANEL_WIDTH = 314;
const SHEET_SHARE = 0.46;
const BAR_HEIGHT = 56;
const TRANSPORT_HEIGHT = 76;

export interface PageLayout {
  readonly width: number;
  readonly height: number;
  readonly isPanelOpen: boolean;
  /** Of rooms whose panel has another width. */
  readonly panelWidth: number | undefined;
  /** Of rooms with a guide on the left. */
  readonly guideWidth: number | undefined;
}

/** How much of the canvas lies below panels, on each side: the camera centres the body in the rest. Pixels. */
export function coveredByPanels(layout: PageLayout): Covered {
  const { width, height, isPanelOpen, panelWidth = PANEL_WIDTH, guideWidth } = layout;
  const isWide = width >= WIDE_SCREEN;
  const isSheetOpen = (isPanelOpen || guideWidth !== undefined) && !isWide;
  return {
    top: isSheetOpen ? BAR_HEIGHT : 0,
    left: isWide ? (guideWidth ?? 0) : 0,
    right: isPanelOpen && isWide ? panelWidth : 0,
    bottom: isSheetOpen ? height * SHEET_SHARE + TRANSPORT_HEIGHT : 0,
  };
}
