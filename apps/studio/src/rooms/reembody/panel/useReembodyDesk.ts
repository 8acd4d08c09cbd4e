import { useStore } from 'zustand';
import { useRenderEvery } from '../../../time/useClock.js';
import { type ReembodyDesk, reembodyDesk } from '../reembodyDesk.js';

/** How often what people read changes. */
const REFRESH_SECONDS = 0.2;

/** The open room's desk, looked at a few times a second: what it measures changes every frame. */
export function useReembodyDesk(): ReembodyDesk | null {
  const desk = useStore(reembodyDesk, (state) => state.desk);
  useRenderEvery(REFRESH_SECONDS);
  return desk;
}
