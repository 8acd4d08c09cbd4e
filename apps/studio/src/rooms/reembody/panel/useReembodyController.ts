import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { openReembody, type ReembodyController } from '../reembodyController.js';

/** Period of the panels' updates. */
const REFRESH_SECONDS = 0.2;

/** The open room's controller. Renders a few times a second: its measured values change every frame. */
export function useReembodyController(): ReembodyController | null {
  const controller = useStore(openReembody, (state) => state.controller);
  useRenderEvery(REFRESH_SECONDS);
  return controller;
}
