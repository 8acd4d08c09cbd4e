import type { Command, CommandGroup } from './command.js';
import { benchCommand } from './commands/bench.js';
import { bodyCommands } from './commands/body.js';
import { calibrateCommands } from './commands/calibrate.js';
import { convertCommand } from './commands/convert.js';
import { embodyCommand } from './commands/embody.js';
import { evalCommand } from './commands/eval.js';
import { feedCommands } from './commands/feed.js';
import { infoCommand } from './commands/info.js';
import { mocapCommands } from './commands/mocap.js';
import { puppetCommands } from './commands/puppet.js';
import { reembodyCommands } from './commands/reembody.js';
import { runCommand } from './commands/run.js';
import { serveCommand } from './commands/serve.js';

/** Everything `leib` can do, in the order of its help. */
export const commands: readonly (Command | CommandGroup)[] = [
  embodyCommand,
  evalCommand,
  bodyCommands,
  calibrateCommands,
  reembodyCommands,
  mocapCommands,
  puppetCommands,
  convertCommand,
  infoCommand,
  runCommand,
  serveCommand,
  feedCommands,
  benchCommand,
];
