import { InputError } from '@leib/core';
import type { CommandRun } from './command.js';
import type { benchOptions } from './commands/bench.js';

/** The part of @leib/benchmarks that is used here. */
interface Benchmarks<Report> {
  runBenchmarks(options: { quick: boolean; only?: string; onProgress: (name: string) => void }): Promise<Report>;
  formatReport(report: Report): string;
}

export const runBench: CommandRun<typeof benchOptions> = async (_operands, { quick, only, json }, output) => {
  const { runBenchmarks, formatReport } = await loadBenchmarks();
  const report = await runBenchmarks({
    quick,
    ...(only !== undefined && { only }),
    onProgress: (name) => output.progress(`measuring ${name} …`),
  });
  output.print(json ? JSON.stringify(report) : formatReport(report));
};

/**
 * The peers (Babylon, Jolt, an old three) are large and serve nothing else, so @leib/benchmarks is not published and no
 * dependency: it is found in the repository only.
 */
async function loadBenchmarks(name = '@leib/benchmarks'): Promise<Benchmarks<unknown>> {
  try {
    return await import(name);
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !String(error).includes(name)) throw error;
    throw new InputError(
      'bench',
      `expected the package ${name}, which only the repository has, got none; run npx leib bench in a clone`,
    );
  }
}
