import type { CommandGroup } from '../command.js';
import { bodyBuildCommand } from './bodyBuild.js';
import { bodyCompareCommand } from './bodyCompare.js';
import { bodyFitCommand } from './bodyFit.js';
import { bodyMeasureCommand } from './bodyMeasure.js';

/** Everything about bodies as shapes. */
export const bodyCommands: CommandGroup = {
  name: 'body',
  summary: 'bodies as shapes: build them from measures, measure, fit and compare them',
  commands: [bodyBuildCommand, bodyMeasureCommand, bodyFitCommand, bodyCompareCommand],
};
