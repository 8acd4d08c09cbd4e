import type { Command, CommandGroup } from './command.js';
import { bodyCommands } from './commands/body.js';
import { calibrateCommands } from './commands/calibrate.js';
import { convertCommand, infoCommand } from './commands/convert.js';
import { embodyCommand } from './commands/embody.js';
import { feedCommands } from './commands/feed.js';
import { benchCommand, evalCommand } from './commands/lab.js';
import { loadCommand } from './commands/load.js';
import { measuresCommand } from './commands/measures.js';
import { mocapCommands } from './commands/mocap.js';
import { puppetCommands } from './commands/puppet.js';
import { reembodyCommands } from './commands/reembody.js';
import { recordRoomCommand, runCommand } from './commands/run.js';
import { scanCommands } from './commands/scan.js';
import { serveCommand } from './commands/serve.js';
import { studyCommands } from './commands/study.js';

/** Everything `leib` can do, in the order of its help. */
export const commands: readonly (Command | CommandGroup)[] = [
  embodyCommand,
  evalCommand,
  bodyCommands,
  calibrateCommands,
  reembodyCommands,
  mocapCommands,
  puppetCommands,
  studyCommands,
  convertCommand,
  infoCommand,
  scanCommands,
  runCommand,
  recordRoomCommand,
  measuresCommand,
  serveCommand,
  loadCommand,
  feedCommands,
  benchCommand,
];
