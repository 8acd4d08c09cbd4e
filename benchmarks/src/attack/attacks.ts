import type { Attack } from './attack.js';
import { pathsAttack } from './paths.js';

/** All of them, in the order in which they run. */
export const attacks: readonly Attack[] = [pathsAttack];
