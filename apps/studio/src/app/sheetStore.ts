import { create } from 'zustand';

/** Heights of a sheet on small screens (widths, where it stands at the side), from small to large. */
export const sheetSizes = ['peek', 'half', 'full'] as const;
export type SheetSize = (typeof sheetSizes)[number];

export const useSheet = create<{ readonly size: SheetSize }>(() => ({ size: 'half' }));

export function setSheetSize(size: SheetSize): void {
  useSheet.setState({ size });
}

/** One size larger or smaller. */
export function stepSheetSize(step: 1 | -1): void {
  const at = sheetSizes.indexOf(useSheet.getState().size);
  setSheetSize(sheetSizes[Math.min(sheetSizes.length - 1, Math.max(0, at + step))]);
}

/** What a tap on the handle does: a peek opens to half, half goes to full, full back to half. */
export function tapSheet(): void {
  setSheetSize(useSheet.getState().size === 'half' ? 'full' : 'half');
}

/** The size whose share of the screen is nearest. */
export function nearestSheetSize(share: number): SheetSize {
  if (share < 0.25) return 'peek';
  return share < 0.62 ? 'half' : 'full';
}
