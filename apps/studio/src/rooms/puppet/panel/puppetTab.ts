import type { ComponentType } from 'react';
import type { PuppetController } from '../puppetController.js';
import type { PuppetTabId } from '../puppetPanelStore.js';

/** Props of every part of the panel. */
export interface PuppetTabProps {
  readonly controller: PuppetController;
  /** Shows a change of the controller at once; otherwise the panel looks at it a few times a second. */
  readonly refresh: () => void;
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
