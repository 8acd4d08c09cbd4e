import { defaultDhSkeleton, dhSkeletonText } from '@leib/mocap';
import type { CommandRun } from '../command.js';
import type { mocapSkeletonOptions } from '../commands/mocap.js';
import { writeOutput } from '../files.js';
import { requiredOption } from '../options.js';

export const runMocapSkeleton: CommandRun<typeof mocapSkeletonOptions> = async (_operands, options, output) => {
  const outPath = requiredOption('out', options.out);
  await writeOutput(outPath, new TextEncoder().encode(dhSkeletonText(defaultDhSkeleton)));
  const { links, layout } = defaultDhSkeleton;
  output.print(`${outPath}: ${links.length} links, ${layout.dofs.length} of them turn`);
};
