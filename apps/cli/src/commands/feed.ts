import type { CommandGroup } from '../command.js';
import { feedSendCommand } from './feedSend.js';
import { feedWatchCommand } from './feedWatch.js';

export const feedCommands: CommandGroup = {
  name: 'feed',
  summary: 'watch tracker feeds, or send one',
  commands: [feedWatchCommand, feedSendCommand],
};
