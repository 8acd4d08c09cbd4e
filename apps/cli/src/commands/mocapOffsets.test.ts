import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jointOfBone, type Motion, requireDecoded } from '@leib/core';
import { writeTrackingLines } from '@leib/formats';
import { defaultDhSkeleton, parseOffsets, simulateBodies } from '@leib/mocap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callLeib } from '../testing.js';

let folder: string;
const at = (name: string) => join(folder, name);

/** Half a second of T-pose. */
function standing(): Motion {
  const { skeleton } = defaultDhSkeleton;
  const frameCount = 30;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++)
    rootPositions.set(skeleton.restWorldPositions.subarray(0, 3), frame * 3);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  return { name: 'standing', skeleton, hz: 60, frameCount, rootPositions, localRotations };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-offsets-'));
  writeFileSync(at('tpose.jsonl'), writeTrackingLines(simulateBodies(standing(), { lostShare: 0 }, 3).recording));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const find = (...words: string[]) =>
  callLeib(['mocap', 'offsets', '--in', at('tpose.jsonl'), '--out', at('o.json'), ...words]);

test('a T-pose becomes a file of offsets that leib mocap solve reads', async () => {
  const { code, stdout, stderr } = await find('--json');
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).joints).toHaveLength(14);
  expect(requireDecoded(parseOffsets(readFileSync(at('o.json'), 'utf8'))).bodies).toHaveLength(10);
  const words = ['--in', at('tpose.jsonl'), '--offsets', at('o.json'), '--out', at('joints.jsonl'), '--json'];
  const solved = await callLeib(['mocap', 'solve', ...words]);
  expect(solved.code).toBe(0);
  expect(JSON.parse(solved.stdout).frames).toBe(30);
});

test('a recording without a T-pose is refused in one sentence that says what is missing', async () => {
  const motion = standing();
  const { skeleton } = motion;
  const arms = ['leftUpperArm', 'rightUpperArm'] as const;
  for (let frame = 0; frame < motion.frameCount; frame++) {
    arms.forEach((bone, side) => {
      const half = (side === 0 ? -1 : 1) * 0.6;
      const joint = frame * skeleton.jointCount + jointOfBone(skeleton, bone);
      motion.localRotations.set([0, 0, Math.sin(half), Math.cos(half)], joint * 4);
    });
  }
  writeFileSync(at('hanging.jsonl'), writeTrackingLines(simulateBodies(motion, { lostShare: 0 }, 3).recording));
  const { code, stderr } = await callLeib(['mocap', 'offsets', '--in', at('hanging.jsonl'), '--out', at('none.json')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^leib: .*T-pose: expected the left hand at the height of the shoulders, got 0.* the head; stand.*\n$/,
  );
  expect(existsSync(at('none.json'))).toBe(false);
});

test('an impossible stature is refused in one sentence', async () => {
  const { code, stderr } = await find('--stature', '170');
  expect(code).toBe(2);
  expect(stderr).toContain('expected metres from 0.5 to 2.5, got "170"');
});
