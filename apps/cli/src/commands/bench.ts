import { defineCommand } from '../command.js';

export const benchCommand = defineCommand({
  name: 'bench',
  summary: 'measure Leib beside its peers on this machine',
  operands: [],
  options: {
    quick: { type: 'boolean', help: 'under a minute, with wider error bars' },
    only: { type: 'string', value: 'NAME', help: 'only benchmarks whose name contains this' },
    json: { type: 'boolean', help: 'print one JSON object: {"results": [...]}' },
  },
  details: 'Compare ratios, not times: the machine is the same for everybody in one run only.',
  async run(_operands, { quick, only, json }, output) {
    // The peers are large; nobody else should wait for them to load.
    const { formatReport, runBenchmarks } = await import('@leib/benchmarks');
    const report = await runBenchmarks({
      quick,
      ...(only !== undefined && { only }),
      onProgress: (name) => output.progress(`measuring ${name} …`),
    });
    output.print(json ? JSON.stringify(report) : formatReport(report));
  },
});
