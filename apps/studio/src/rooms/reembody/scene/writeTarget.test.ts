import { inputAt } from '@leib/reembody';
import { expect, test } from 'vitest';
import type { ReembodyValues } from '../settings/reembodyShape.js';
import { writeTarget } from './writeTarget.js';

test('a frame says where the first body is to be, how late, and what is wanted back', () => {
  const input = new Float64Array(inputAt.targetRotations + 8);
  const pose = { rootPosition: [1, 2, 3], localRotations: [0, 0, 0, 1, 0.6, 0, 0, 0.8] };
  const values = { latencyMs: 250, delaysHips: true, showContacts: false };
  writeTarget(input, pose as never, values as ReembodyValues);
  expect(input[inputAt.latencySeconds]).toBe(0.25);
  expect([input[inputAt.delaysHips], input[inputAt.wantsContacts]]).toEqual([1, 0]);
  expect([...input.slice(inputAt.targetRootPosition, inputAt.targetRootPosition + 3)]).toEqual([1, 2, 3]);
  expect([...input.slice(inputAt.targetRotations)]).toEqual(pose.localRotations);
});
