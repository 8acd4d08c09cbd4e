import type { MocapController } from '../mocapController.js';

/** Props of every part of the panel. */
export interface MocapTabProps {
  readonly controller: MocapController;
  /** Shows a change of the controller at once; otherwise the panel looks at it a few times a second. */
  readonly refresh: () => void;
}
