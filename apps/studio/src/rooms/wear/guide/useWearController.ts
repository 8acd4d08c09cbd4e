import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { type WearController, wearStore } from '../wearController.js';

/** How often what people read changes. */
const REFRESH_SECONDS = 0.15;

/** The open room's calibration, looked at a few times a second: it changes every frame. */
export function useWearController(): { readonly controller: WearController | null; readonly refresh: () => void } {
  const controller = useStore(wearStore, (state) => state.controller);
  const refresh = useRenderEvery(REFRESH_SECONDS);
  return { controller, refresh };
}
