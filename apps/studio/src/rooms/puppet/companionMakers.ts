import type { PuppetCompanion } from './companion.js';
import type { PuppetController } from './puppetController.js';
import { StageCompanion } from './stage/stageCompanion.js';
import { TakesCompanion } from './takes/takesCompanion.js';

/** What takes part in the puppet's frames; made once when the room opens, in this order. A new one adds its line. */
export const companionMakers: readonly ((controller: PuppetController) => PuppetCompanion)[] = [
  (controller) => new TakesCompanion(controller),
  (controller) => new StageCompanion(controller),
];
