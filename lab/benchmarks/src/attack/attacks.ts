import type { Attack } from './attack.js';
import { bombFilesAttack } from './bombFiles.js';
import { commandsAttack } from './commands.js';
import { feedPacketsAttack } from './feedPackets.js';
import { mutatedFilesAttack } from './mutatedFiles.js';
import { robotsAttack } from './robots.js';
import { serverAttack } from './serverAttack.js';
import { serverAttacks } from './serverAttacks.js';

/** All of them, in the order in which they run. */
export const attacks: readonly Attack[] = [
  ...serverAttacks.map(serverAttack),
  feedPacketsAttack,
  mutatedFilesAttack,
  commandsAttack,
  robotsAttack,
  bombFilesAttack,
];
