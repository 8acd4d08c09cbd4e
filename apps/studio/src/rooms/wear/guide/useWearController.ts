import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { type WearController, wearStore } from '../wearController.js';

/** Time between two updates of the guide. */
const REFRESH_SECONDS = 0.15;

/** The open room's controller. Renders a few times per second, since it changes every frame. */
export function useWearController(): { readonly controller: WearController | null; readonly refresh: () => void } {
  const controller = useStore(wearStore, (state) => state.controller);
  const refresh = useRenderEvery(REFRESH_SECONDS);
  return { controller, refresh };
}
