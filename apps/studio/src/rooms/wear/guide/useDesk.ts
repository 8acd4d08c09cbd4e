import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { type WearDesk, wearStore } from '../wearDesk.js';

/** How often what people read changes. */
const REFRESH_SECONDS = 0.15;

/** The open room's calibration, looked at a few times a second: it changes every frame. */
export function useDesk(): { readonly desk: WearDesk | null; readonly refresh: () => void } {
  const desk = useStore(wearStore, (state) => state.desk);
  const refresh = useRenderEvery(REFRESH_SECONDS);
  return { desk, refresh };
}
