import type { PuppetTabProps } from '../../panel/puppetTab.js';
import type { PuppetTakes } from '../puppetTakes.js';
import type { TakeEntry } from '../takeEntry.js';

/** Props of every part of the tab. */
export interface TakesProps extends PuppetTabProps {
  readonly takes: PuppetTakes;
}

/** Of those that show the chosen take. */
export interface EntryProps extends TakesProps {
  readonly entry: TakeEntry;
}
