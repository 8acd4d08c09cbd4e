import { type Recording, recordingOf } from '@leib/core';
import { readHandLines, writeRecording } from '@leib/formats';
import { recordingOfTake } from '@leib/puppet';
import { createHandSignal, trackOfHand } from '@leib/tracking/hands';
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

test('a hand of an MCAP recording plays; a take of a puppet is none', async () => {
  const hand = readHandLines([header, '{"t":0,"bends":[0,0.5,0,0,0]}', '{"t":0.5,"bends":[0,1,0,0,0]}'].join('\n'));
  const of = async (recording: Recording) => new File([await writeRecording(recording)], 'hand.mcap');
  const opened = await openRecordedHand(await of(recordingOf([trackOfHand(hand)])));
  const signal = createHandSignal();
  opened?.source.step(0, signal);
  expect(signal.bends[1]).toBe(0.5);
  const parts = { name: 'jump', hz: 30, frameCount: 1, parts: ['jaw'], joints: new Float64Array(14).fill(0.5) };
  const take = recordingOfTake({ ...parts, spreadParts: [], spreads: new Float64Array(), hands: [hand] });
  expect(await openRecordedHand(await of(take))).toBe(null);
});

test('other files are none, and one without a frame is refused', async () => {
  expect(await openRecordedHand(new File(['v 0 0 0'], 'a.obj'))).toBe(null);
  await expect(openRecordedHand(file(header))).rejects.toThrow(/has no frames/);
});
