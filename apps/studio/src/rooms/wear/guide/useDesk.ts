import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type WearDesk, wearStore } from '../wearDesk.js';

/** How often what people read changes. */
const REFRESH_MS = 150;

/** The open room's calibration, looked at a few times a second: it changes every frame. */
export function useDesk(): { readonly desk: WearDesk | null; readonly refresh: () => void } {
  const desk = useStore(wearStore, (state) => state.desk);
  const [, setTick] = useState(0);
  const refresh = () => setTick((tick) => tick + 1);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return { desk, refresh };
}
