import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { type ReembodyDesk, reembodyDesk } from '../reembodyDesk.js';

/** How often what people read changes. */
const REFRESH_MS = 200;

/** The open room's desk, looked at a few times a second: what it measures changes every frame. */
export function useReembodyDesk(): ReembodyDesk | null {
  const desk = useStore(reembodyDesk, (state) => state.desk);
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return desk;
}
