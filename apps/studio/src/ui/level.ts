import { create } from 'zustand';
import { visitorStorage } from '../files/visitorStorage.js';

/** How much the panels show: what a visitor needs, or everything. */
export type Level = 'simple' | 'expert';

const STORAGE_KEY = 'leib-level';

/** The level of all panels, kept between visits. */
export const useLevel = create<{ readonly level: Level }>(() => ({
  level: visitorStorage.getItem(STORAGE_KEY) === 'expert' ? 'expert' : 'simple',
}));

export function setLevel(level: Level): void {
  visitorStorage.setItem(STORAGE_KEY, level);
  useLevel.setState({ level });
}

export function useIsExpert(): boolean {
  return useLevel(({ level }) => level === 'expert');
}
