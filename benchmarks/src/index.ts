// Running
export { type BenchReport, type BenchResult, formatReport } from './report.js';
export { benchmarkNames, type RunOptions, runBenchmarks } from './runBenchmarks.js';
