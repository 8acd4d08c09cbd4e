import type { PuppetFile } from '@leib/puppet';
import type { Pixel } from '../../../world/nearestAngle.js';
import type { PictureRays } from '../drag/pictureRays.js';
import type { PuppetController } from '../puppetController.js';
import type { Turn } from './handles/editHandle.js';

/** What tools in the picture work on. The editor draws what they write here. */
export interface EditContext {
  readonly controller: PuppetController;
  readonly rays: PictureRays;
  /** The file as it would be if the pointer were let go now; null: nothing is being changed. */
  draft: PuppetFile | null;
  /** A part that is shown at its limit while that is dragged. */
  reached: { readonly part: string; readonly turn: Turn } | null;
  /** Regions of all places while a stroke is painted. */
  stroke: Uint8Array | null;
}

/** What a pointer does from press to release. */
export interface PointerAction {
  move(at: Pixel, isFine: boolean): void;
  end(): void;
  /** Everything is as before the press. */
  cancel(): void;
}
