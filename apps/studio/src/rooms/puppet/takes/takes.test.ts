import { trimRecording } from '@leib/core';
import { readRecording, writeRecording } from '@leib/formats';
import { type PuppetTake, takeDuration } from '@leib/puppet';
import { expect, test } from 'vitest';
import type { KeptTake } from '../../../files/takes/take.js';
import { secondTake } from '../../../files/takes/take.testing.js';
import { peaksOfSamples } from './soundPlayer.js';
import { entryOf, recordingOfEntry } from './takeEntry.js';

/** The jaw turns about x by 0.01 radians in each of 31 frames; the tail is still. */
function jawTake(): PuppetTake {
  const parts = ['jaw', 'tail'];
  const still = [0, 0, 0, 0, 0, 0, 1];
  const frames = Array.from({ length: 31 }, (_, frame) => {
    const turned = [Math.sin(0.005 * frame), 0, 0, Math.cos(0.005 * frame)];
    return [...still, 0, 0, 0, ...turned, ...still];
  });
  const joints = Float64Array.from(frames.flat());
  return {
    name: 'Take 1',
    hz: 30,
    frameCount: 31,
    parts,
    joints,
    spreadParts: [],
    spreads: new Float64Array(),
    hands: [],
  };
}

const sound = { name: 'voice.wav', type: 'audio/wav', bytes: Uint8Array.of(10, 0, 255, 10), startSeconds: 0.25 };
const kept: KeptTake = { ...secondTake, kind: 'puppet', avatar: 'Frog', seconds: 1, range: [0, 1] };
const entry = entryOf(kept, recordingOfEntry(jawTake(), sound, 'Frog'));

test('a take comes back from its file with its sound, as a take of the kept name', async () => {
  const { recording } = await readRecording(await writeRecording(recordingOfEntry(jawTake(), sound, 'Frog')));
  const back = entryOf({ ...kept, name: 'mine' }, recording);
  expect(back).toMatchObject({ id: 'a', sound, take: { name: 'mine', hz: 30, parts: ['jaw', 'tail'] } });
  back.take.joints.forEach((value, i) => {
    expect(value).toBeCloseTo(entry.take.joints[i], 6);
  });
  expect(entryOf(kept, recordingOfEntry(jawTake(), null, 'Frog')).sound).toBeNull();
  expect(() => entryOf(kept, { ...recording, tracks: [] })).toThrow(/expected a take of a puppet/);
});

test('a cut at the beginning moves the beginning of the sound by the same time', () => {
  const range = [0.2, 0.8] as const;
  const { take, sound: cut } = entryOf(
    { ...kept, range },
    trimRecording(recordingOfEntry(jawTake(), sound, 'Frog'), ...range),
  );
  expect(takeDuration(take)).toBeCloseTo(0.6, 6);
  expect(cut?.startSeconds).toBeCloseTo(0.45, 6);
});

test('each column of a waveform is its loudest sample', () => {
  expect([...peaksOfSamples(Float32Array.of(0, -0.5, 0.25, 0, 0, 2), 3)]).toEqual([0.5, 0.25, 1]);
});
