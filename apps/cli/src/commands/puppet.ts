import type { CommandGroup } from '../command.js';
import { puppetBakeCommand } from './puppetBake.js';
import { puppetCheckCommand } from './puppetCheck.js';
import { puppetPlayCommand } from './puppetPlay.js';

/** Commands for puppets. */
export const puppetCommands: CommandGroup = {
  name: 'puppet',
  summary: 'any model played by hand',
  commands: [puppetCheckCommand, puppetPlayCommand, puppetBakeCommand],
};
