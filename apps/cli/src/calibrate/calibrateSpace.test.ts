import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuat, quat, vec3 } from '@leib/core';
import { afterAll, expect, test } from 'vitest';
import { runLeib } from '../testing.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-space-'));
afterAll(() => rmSync(folder, { recursive: true }));

const yaw = 1.2;
const shift = [0.7, 0.15, -1.1];
const lateSeconds = 0.32;

/** Six seconds of a head that looks and walks about; the other file sees a tracker on it, elsewhere and later. */
function write(name: string, isOther: boolean, isFixed = true): string {
  const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const lines: object[] = [{ format: 'leib-tracking/1', hz: 60, floorY: 0 }];
  for (let i = 0; i < 360; i++) {
    const t = i / 60;
    const place = vec3.set(
      vec3.create(),
      0.4 * Math.sin(1.9 * t),
      1.6 + 0.05 * Math.sin(4 * t),
      0.4 * Math.sin(1.3 * t + 1),
    );
    const look = createQuat();
    quat.rotateY(look, look, 0.7 * Math.sin(2.3 * t));
    quat.rotateX(look, look, 0.4 * Math.sin(3.1 * t + 2));
    if (!isOther) {
      lines.push({ t, head: [...place, ...look] });
      continue;
    }
    const mounted = vec3.transformQuat(vec3.create(), [0.05, 0.1, -0.02], look);
    const world = vec3.add(vec3.create(), place, mounted);
    // Seen from the other space: back by its pose.
    const back = quat.conjugate(createQuat(), turn);
    const seen = vec3.transformQuat(
      vec3.create(),
      vec3.subtract(vec3.create(), world, shift as [number, number, number]),
      back,
    );
    const still = [0.3 * Math.sin(40 + 0.9 * t * t), 1, 0];
    lines.push({ t: t + lateSeconds, t9: [...(isFixed ? seen : still), ...quat.multiply(createQuat(), back, look)] });
  }
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  return path;
}

test('two recordings of one movement are brought into one space', async () => {
  const words = ['calibrate', 'space', '--in', write('a.jsonl', false), '--other', write('b.jsonl', true)];
  const { stdout, code } = await runLeib([...words, '--json']);
  expect(code).toBe(0);
  const found = JSON.parse(stdout);
  shift.forEach((value, k) => {
    expect(Math.abs(found.pose[k] - value)).toBeLessThan(0.005);
  });
  expect(Math.abs(found.yawDeg - (yaw * 180) / Math.PI)).toBeLessThan(1);
  expect(Math.abs(found.timeOffsetMs - lateSeconds * 1000)).toBeLessThan(10);
  expect(found.residualMm).toBeLessThan(3);
  expect(found).toMatchObject({ method: 'fixed', pairs: [{ reference: 'head', other: 't9' }] });
  const people = await runLeib(words);
  expect(people.stdout).toMatch(/^turned by 68\.\d\d degrees/);
  expect(people.stdout).toMatch(/t9 moves with head/);
});

test.each<[string, () => string[], number, RegExp]>([
  ['no second file', () => ['--in', write('c.jsonl', false)], 2, /--other: expected a value, got nothing/],
  ['no first file', () => ['--other', write('d.jsonl', true)], 2, /--in: expected a value, got nothing/],
  [
    'nothing in common',
    () => ['--in', write('e.jsonl', false), '--other', write('f.jsonl', true, false)],
    1,
    /f\.jsonl: expected a device that moves with/,
  ],
  [
    'a wrong time',
    () => ['--in', 'x', '--other', 'y', '--most-offset', 'long'],
    2,
    /--most-offset: expected seconds from 0 to 60, got "long"/,
  ],
])('%s is one line', async (_, words, code, message) => {
  const result = await runLeib(['calibrate', 'space', ...words(), '--json']);
  expect(result.code).toBe(code);
  expect(result.stdout).toBe('');
  expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(result.stderr).toMatch(message);
});
