import type { CommandGroup } from '../command.js';
import { mocapCombineCommand } from './mocapCombine.js';
import { mocapEvalCommand } from './mocapEval.js';
import { mocapFitCommand } from './mocapFit.js';
import { mocapOffsetsCommand } from './mocapOffsets.js';
import { mocapPlayCommand } from './mocapPlay.js';
import { mocapRecordCommand } from './mocapRecord.js';
import { mocapRigCommand } from './mocapRig.js';
import { mocapSkeletonCommand } from './mocapSkeleton.js';
import { mocapSolveCommand } from './mocapSolve.js';
import { mocapTransferCommand } from './mocapTransfer.js';

/** Commands for optical motion capture. */
export const mocapCommands: CommandGroup = {
  name: 'mocap',
  summary: 'rigid bodies and markers of an optical tracker to a skeleton',
  commands: [
    mocapSolveCommand,
    mocapOffsetsCommand,
    mocapSkeletonCommand,
    mocapEvalCommand,
    mocapFitCommand,
    mocapRecordCommand,
    mocapTransferCommand,
    mocapCombineCommand,
    mocapRigCommand,
    mocapPlayCommand,
  ],
};
