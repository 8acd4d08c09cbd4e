import type { Bomb } from './bomb.js';
import { modelBombs } from './modelBombs.js';
import { motionBombs } from './motionBombs.js';
import { repeatedBombs } from './repeatedBombs.js';
import { tableBombs } from './tableBombs.js';

export const bombs: readonly Bomb[] = [...motionBombs, ...modelBombs, ...tableBombs, ...repeatedBombs];
