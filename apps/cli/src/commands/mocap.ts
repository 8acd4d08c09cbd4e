import type { CommandGroup } from '../command.js';
import { mocapFitCommand } from './mocapFit.js';
import { mocapPlayCommand } from './mocapPlay.js';
import { mocapRigCommand } from './mocapRig.js';
import { mocapSolveCommand } from './mocapSolve.js';

/** Commands for optical motion capture. */
export const mocapCommands: CommandGroup = {
  name: 'mocap',
  summary: 'rigid bodies and markers of an optical tracker to a skeleton',
  commands: [mocapSolveCommand, mocapFitCommand, mocapRigCommand, mocapPlayCommand],
};
