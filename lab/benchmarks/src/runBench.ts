import type { CommandRun } from '../../../apps/cli/dist/command.js';
import type { benchOptions } from '../../../apps/cli/dist/commands/lab.js';
import { formatReport } from './report.js';
import { runBenchmarks } from './runBenchmarks.js';

/** What `leib bench` does. */
export const runBench: CommandRun<typeof benchOptions> = async (_operands, { quick, only, json }, output) => {
  const report = await runBenchmarks({
    quick,
    ...(only !== undefined && { only }),
    onProgress: (name) => output.progress(`measuring ${name} …`),
  });
  output.print(json ? JSON.stringify(report) : formatReport(report));
};
