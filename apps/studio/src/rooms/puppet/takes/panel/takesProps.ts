import type { PuppetTabProps } from '../../panel/puppetTab.js';
import type { TakeEntry } from '../takeEntry.js';
import type { TakesCompanion } from '../takesCompanion.js';

/** Props of every part of the tab. */
export interface TakesProps extends PuppetTabProps {
  readonly takes: TakesCompanion;
}

/** Of those that show the chosen take. */
export interface EntryProps extends TakesProps {
  readonly entry: TakeEntry;
}
