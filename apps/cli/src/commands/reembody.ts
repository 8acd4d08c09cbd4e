import type { CommandGroup } from '../command.js';
import { reembodyRobotCommand } from './reembodyRobot.js';
import { reembodyStressCommand } from './reembodyStress.js';
import { reembodyTrackCommand } from './reembodyTrack.js';
import { reembodyTuneCommand } from './reembodyTune.js';

export const reembodyCommands: CommandGroup = {
  name: 'reembody',
  summary: 'a body moved by forces only: how well it follows, its tuning, what it stands; robots that follow',
  commands: [reembodyTrackCommand, reembodyTuneCommand, reembodyStressCommand, reembodyRobotCommand],
};
