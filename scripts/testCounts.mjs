/** @typedef {{ passed: number, failed: number, skipped: number }} TestCounts */

export const noCounts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Counts of a Vitest JSON report. A file that does not load has no tests that could fail, and an error outside of any
 * test belongs to none: each is counted as a failure, so that a red run never adds up to zero failures.
 */
export function countVitestReport(report, hasExitedWell) {
  if (!report) return { ...noCounts, failed: hasExitedWell ? 0 : 1 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !hasExitedWell ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of what Python's unittest prints last: "Ran 7 tests in 0.1s", "FAILED (failures=1, errors=2, skipped=3)". */
export function countUnittestOutput(output, hasExitedWell) {
  const numberAfter = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const failed = numberAfter(/\bfailures=(\d+)/) + numberAfter(/\berrors=(\d+)/);
  const skipped = numberAfter(/\bskipped=(\d+)/);
  return {
    passed: Math.max(0, numberAfter(/\bRan (\d+) tests?/) - failed - skipped),
    failed: failed === 0 && !hasExitedWell ? 1 : failed,
    skipped,
  };
}
