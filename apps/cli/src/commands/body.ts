import type { CommandGroup } from '../command.js';
import { bodyBatchCommand } from './bodyBatch.js';
import { bodyBuildCommand } from './bodyBuild.js';
import { bodyCompareCommand } from './bodyCompare.js';
import { bodyFitCommand } from './bodyFit.js';
import { bodyMeasureCommand } from './bodyMeasure.js';
import { bodyWordsCommand } from './bodyWords.js';

/** Commands for bodies as shapes. */
export const bodyCommands: CommandGroup = {
  name: 'body',
  summary: 'bodies as shapes: build from measures or words, measure, fit, compare',
  commands: [
    bodyBuildCommand,
    bodyWordsCommand,
    bodyMeasureCommand,
    bodyFitCommand,
    bodyCompareCommand,
    bodyBatchCommand,
  ],
};
