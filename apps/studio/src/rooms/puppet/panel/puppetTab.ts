import type { ComponentType } from 'react';
import { useFigures } from '../../../time/useClock.js';
import { useRoomHost } from '../../RoomHost.js';
import type { PuppetController } from '../puppetController.js';
import type { PuppetTabId } from '../puppetState.js';
import { PuppetWorkshop } from '../puppetWorkshop.js';
import type { TakeEntry } from '../takes/takeEntry.js';

/** Props of every part of the panel. */
export interface PuppetTabProps {
  readonly workshop: PuppetWorkshop;
  readonly controller: PuppetController;
}

/** Of those that show the chosen take. */
export interface EntryProps extends PuppetTabProps {
  readonly entry: TakeEntry;
}

/** One tab of the panel. */
export interface PuppetTab {
  readonly id: PuppetTabId;
  readonly label: string;
  /** Shown on hover. */
  readonly help: string;
  /** Shown at the expert level only. */
  readonly isExpert?: boolean;
  readonly Content: ComponentType<PuppetTabProps>;
}

/** The open room; null in any other. */
export function useWorkshop(): PuppetWorkshop | null {
  const { world } = useRoomHost();
  return useFigures(() => {
    const { controller } = world.room;
    return controller instanceof PuppetWorkshop ? controller : null;
  });
}
