import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildStudio, buildTypes } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { cacheDir, runMain } from './project.mjs';
import { runCaptured } from './runCaptured.mjs';
import { addCounts, countVitestReport, formatCounts, noCounts } from './testCounts.mjs';

/** What one step found out. A step that is no test run counts as one test. */
const passed = { ...noCounts, passed: 1 };
const failed = { ...noCounts, failed: 1 };
const skipped = { ...noCounts, skipped: 1 };

/** npm test: installs what is missing, then every check there is; a failing one does not stop the others. */
await runMain(async () => {
  if (!(await prepare())) return;
  let total = noCounts;
  let hasChromium = false;
  const step = async (name, work) => {
    const startedMs = performance.now();
    const { counts, note = '', output = '' } = await work();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const mark = counts.failed > 0 ? 'FAIL' : counts.passed > 0 ? 'ok  ' : 'skip';
    console.log(`${mark}  ${name.padEnd(14)} ${seconds.padStart(6)} s  ${note}`.trimEnd());
    if (counts.failed > 0 && output) console.log(output.trimEnd());
    total = addCounts(total, counts);
  };

  await step('chromium', async () => {
    try {
      const path = ensureChromium();
      hasChromium = true;
      return { counts: passed, note: path };
    } catch (error) {
      return { counts: failed, note: error.message };
    }
  });
  await step('lint', () => check(runCaptured('biome', ['check', '--colors=off', '.'])));
  await step('dependencies', () => check(runCaptured('node', ['scripts/check-dependencies.mjs'])));
  await step('types', () => check(buildTypes()));
  await step('studio build', () => check(buildStudio()));
  // Two at a time: many of them wait for a command that they started.
  await step('unit tests', () => vitest('unit', ['unit'], ['--maxWorkers=2']));
  await step('browser tests', async () =>
    hasChromium ? vitest('browser', ['browser', 'e2e']) : { counts: skipped, note: 'no Chromium' },
  );

  console.log(formatCounts(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
});

async function check(running) {
  const { ok, output, wasNeeded = true } = await running;
  return { counts: ok ? passed : failed, note: wasNeeded ? '' : 'unchanged', output };
}

async function vitest(name, projects, options = []) {
  const reportFile = join(cacheDir, `vitest-${name}.json`);
  mkdirSync(cacheDir, { recursive: true });
  rmSync(reportFile, { force: true });
  const { ok, output } = await runCaptured(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...options,
      '--passWithNoTests',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    { env: { NO_COLOR: '1' } },
  );
  const counts = countVitestReport(readReport(reportFile), ok);
  return { counts, note: formatCounts(counts), output };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
