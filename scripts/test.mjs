import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildStudio, buildTypes } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { findOrInstall } from './debianPackage.mjs';
import { findNatsServer } from './natsServer.mjs';
import { findPostgres } from './postgres.mjs';
import { prepare } from './prepare.mjs';
import { cacheDir, runMain } from './project.mjs';
import { runPythonTests } from './pythonTests.mjs';
import { runCaptured } from './runCaptured.mjs';
import { addCounts, countVitestReport, formatCounts, noCounts } from './testCounts.mjs';

/** The result of a step that is not a test run: it counts as one test. */
const passed = { ...noCounts, passed: 1 };
const failed = { ...noCounts, failed: 1 };
const skipped = { ...noCounts, skipped: 1 };

/**
 * npm test: installs what is missing, then runs every check; a failing one does not stop the others. Steps that do not
 * need each other run at the same time, because a step that waits (for a browser, a process, a port) leaves a core idle.
 */
await runMain(async () => {
  if (!(await prepare({ withTools: true }))) return;
  let total = noCounts;
  const step = async (name, work) => {
    const startedMs = performance.now();
    const { counts, note = '', output = '' } = await work();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const mark = counts.failed > 0 ? 'FAIL' : counts.passed > 0 ? 'ok  ' : 'skip';
    console.log(`${mark}  ${name.padEnd(14)} ${seconds.padStart(6)} s  ${note}`.trimEnd());
    if (counts.failed > 0 && output) console.log(output.trimEnd());
    total = addCounts(total, counts);
    return counts.failed === 0;
  };

  const lint = step('lint', () => check(runCaptured('biome', ['check', '--colors=off', '.'])));
  const dependencies = step('dependencies', () => check(runCaptured('node', ['scripts/check-dependencies.mjs'])));
  const types = step('types', () => check(buildTypes()));
  // Before the tests: some of them start the studio, and would build it once more.
  await Promise.all([types, step('studio build', () => check(buildStudio()))]);
  const python = step('python tests', runPythonTests);
  const hasChromium = await step('chromium', async () => findBrowser());
  // Where there is none, tests of rooms over nodes and of studies at several sites are skipped, and counted as that.
  await step('nats-server', async () => findProgram(findNatsServer, 'nats-server'));
  await step('postgres', async () => findProgram(findPostgres, 'postgresql'));
  // Two runs beside each other that take about as long.
  const browser = hasChromium ? ['browser'] : [];
  const unit = step('unit tests', () => vitest('unit', ['unit', 'memory', ...browser]));
  const pages = step('page tests', async () =>
    hasChromium ? vitest('pages', ['e2e']) : { counts: skipped, note: 'no Chromium' },
  );
  await Promise.all([lint, dependencies, unit, python, pages]);

  console.log(formatCounts(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
});

function findBrowser() {
  try {
    return { counts: passed, note: ensureChromium() };
  } catch (error) {
    return { counts: failed, note: error.message };
  }
}

function findProgram(find, name) {
  const found = findOrInstall(find, name);
  return found ? { counts: passed, note: found } : { counts: skipped, note: `no ${name}` };
}

async function check(running) {
  const { ok, output, wasNeeded = true } = await running;
  return { counts: ok ? passed : failed, note: wasNeeded ? '' : 'unchanged', output };
}

async function vitest(name, projects) {
  const reportFile = join(cacheDir, `vitest-${name}.json`);
  mkdirSync(cacheDir, { recursive: true });
  rmSync(reportFile, { force: true });
  const { ok, output } = await runCaptured(
    'vitest',
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--passWithNoTests',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
    ],
    // LEIB_BUILT: the types step has compiled everything, so tests of the command need not.
    { env: { NO_COLOR: '1', LEIB_BUILT: '1' } },
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
