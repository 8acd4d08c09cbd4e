import { createHandSignal } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { openRecordedHand } from './openModel.js';

const header = '{"format":"leib-hand/1","hz":60}';
const file = (...lines: string[]) => new File([lines.join('\n')], 'take.jsonl');

test('a hand file plays; broken lines are left out and told of', async () => {
  const opened = await openRecordedHand(file(header, '{"t":0,"bends":[0,1,0,0,0]}', '{"t":0.01,"ben', '{"t":0.02}'));
  const signal = createHandSignal();
  opened?.source.step(0, signal);
  expect(signal.bends[1]).toBe(1);
  expect(opened?.remark).toMatch(
    /^take\.jsonl: lines .* left out: leib-hand\/1 line 3: expected JSON.*, and 1 more\.$/,
  );
});

test('other files are none, and one without a frame is refused', async () => {
  expect(await openRecordedHand(new File(['v 0 0 0'], 'a.obj'))).toBe(null);
  await expect(openRecordedHand(file(header))).rejects.toThrow(/has no frames/);
});
