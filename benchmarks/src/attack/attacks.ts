import type { Attack } from './attack.js';
import { mutatedFilesAttack } from './mutatedFiles.js';
import { serverAttack } from './serverAttack.js';
import { serverAttacks } from './serverAttacks.js';

/** All of them, in the order in which they run. */
export const attacks: readonly Attack[] = [...serverAttacks.map(serverAttack), mutatedFilesAttack];
