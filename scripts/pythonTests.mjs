import { join } from 'node:path';
import { lab } from './project.mjs';
import { runCaptured } from './runCaptured.mjs';
import { countUnittestOutput, formatCounts, noCounts } from './testCounts.mjs';

/** lab/training/test_*.py, where there is a Python with numpy. Those that need PyTorch skip themselves without it. */
export async function runPythonTests() {
  const python = await findPython();
  if (python === null) return { counts: { ...noCounts, skipped: 1 }, note: 'no Python with numpy' };
  const { ok, output } = await runCaptured(python, ['-B', '-m', 'unittest'], { cwd: join(lab, 'training') });
  const counts = countUnittestOutput(output, ok);
  return { counts, note: formatCounts(counts), output };
}

async function findPython() {
  for (const name of ['python3', 'python']) {
    if ((await runCaptured(name, ['-c', 'import numpy'])).ok) return name;
  }
  return null;
}
