import { visitorStorage } from '../files/visitorStorage.js';
import { LEVEL_KEY, type Level, usePage } from './pageStore.js';

/** The level of all panels, kept between visits. */
export function setLevel(level: Level): void {
  visitorStorage.setItem(LEVEL_KEY, level);
  usePage.setState({ level });
}

export function useIsExpert(): boolean {
  return usePage(({ level }) => level === 'expert');
}
