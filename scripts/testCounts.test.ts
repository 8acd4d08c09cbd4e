import { expect, test } from 'vitest';
import { addCounts, countUnittestOutput, countVitestReport, formatCounts } from './testCounts.mjs';

const report = (tests: string[], fileStatus = 'passed') => ({
  numPassedTests: tests.filter((status) => status === 'passed').length,
  numFailedTests: tests.filter((status) => status === 'failed').length,
  numPendingTests: tests.filter((status) => status === 'skipped').length,
  numTodoTests: 0,
  testResults: [{ status: fileStatus, assertionResults: tests.map((status) => ({ status })) }],
});

test('tests are counted by what became of them', () => {
  expect(countVitestReport(report(['passed', 'passed', 'skipped']), true)).toEqual({
    passed: 2,
    failed: 0,
    skipped: 1,
  });
  expect(countVitestReport(report(['passed', 'failed'], 'failed'), false)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('a red run never adds up to zero failures', () => {
  expect(countVitestReport(null, false).failed).toBe(1);
  expect(countVitestReport(report([], 'failed'), false).failed).toBe(1);
  expect(countVitestReport(report(['passed']), false).failed).toBe(1);
});

test('the closing line', () => {
  const total = addCounts({ passed: 2, failed: 0, skipped: 1 }, { passed: 1, failed: 0, skipped: 0 });
  expect(formatCounts(total)).toBe('3 passed, 0 failed, 1 skipped');
});

test.each([
  ['Ran 7 tests in 0.003s\n\nOK (skipped=3)\n', true, { passed: 4, failed: 0, skipped: 3 }],
  ['Ran 9 tests in 1s\n\nFAILED (failures=1, errors=2, skipped=3)\n', false, { passed: 3, failed: 3, skipped: 3 }],
  ['Ran 1 test in 1s\n\nOK\n', true, { passed: 1, failed: 0, skipped: 0 }],
  ['python3: cannot be started\n', false, { passed: 0, failed: 1, skipped: 0 }],
])('unittest: %j', (output, hasExitedWell, counts) => {
  expect(countUnittestOutput(output, hasExitedWell)).toEqual(counts);
});
