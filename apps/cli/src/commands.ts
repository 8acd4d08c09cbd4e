import type { Command } from './command.js';
import { benchCommand } from './commands/bench.js';
import { convertCommand } from './commands/convert.js';
import { embodyCommand } from './commands/embody.js';
import { evalCommand } from './commands/eval.js';
import { serveCommand } from './commands/serve.js';

/** Everything `leib` can do, in the order of its help. */
export const commands: readonly Command[] = [embodyCommand, evalCommand, convertCommand, serveCommand, benchCommand];
