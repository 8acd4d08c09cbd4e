import { formatReport, runBenchmarks } from '@leib/benchmarks';
import type { CommandRun } from '../command.js';
import type { benchOptions } from '../commands/bench.js';

export const runBench: CommandRun<typeof benchOptions> = async (_operands, { quick, only, json }, output) => {
  const report = await runBenchmarks({
    quick,
    ...(only !== undefined && { only }),
    onProgress: (name) => output.progress(`measuring ${name} …`),
  });
  output.print(json ? JSON.stringify(report) : formatReport(report));
};
