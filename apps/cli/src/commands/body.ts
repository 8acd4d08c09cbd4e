import type { CommandGroup } from '../command.js';
import { bodyBuildCommand } from './bodyBuild.js';
import { bodyCompareCommand } from './bodyCompare.js';
import { bodyFitCommand } from './bodyFit.js';
import { bodyMeasureCommand } from './bodyMeasure.js';

/** Commands for bodies as shapes. */
export const bodyCommands: CommandGroup = {
  name: 'body',
  summary: 'bodies as shapes: build from measures, measure, fit, compare',
  commands: [bodyBuildCommand, bodyMeasureCommand, bodyFitCommand, bodyCompareCommand],
};
