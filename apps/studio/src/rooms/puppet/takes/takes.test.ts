import { requireDecoded } from '@leib/core';
import { createTakeFrame, type PuppetTake, takeDuration } from '@leib/puppet';
import { expect, test } from 'vitest';
import { fakeKeptFiles } from '../../../files/keptFiles.testing.js';
import { ManualClock } from '../../../time/manualClock.js';
import { partPlots } from './partPlots.js';
import { peaksOfSamples } from './peaks.js';
import { decodeEntry, encodeEntry, nextTakeName, type TakeEntry, trimEntry } from './takeEntry.js';
import { TakeShelf } from './takeShelf.js';

/** The jaw turns about x by 0.01 radians in each of 31 frames; the tail is still. */
function jawTake(): PuppetTake {
  const parts = ['jaw', 'tail'];
  const frames = Array.from({ length: 31 }, (_, frame) => {
    const { joints } = createTakeFrame({ parts, spreadParts: [] });
    joints[7 + 3] = Math.sin(0.005 * frame);
    joints[7 + 6] = Math.cos(0.005 * frame);
    return [...joints];
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
const entry: TakeEntry = { id: 'a', puppet: 'Frog', take: jawTake(), sound };

test('an entry comes back from its bytes with its sound, and what is cut off is refused', () => {
  const back = requireDecoded(decodeEntry('a', encodeEntry(entry)));
  expect(back).toMatchObject({ id: 'a', puppet: 'Frog', sound });
  back.take.joints.forEach((value, i) => {
    expect(value).toBeCloseTo(entry.take.joints[i], 6);
  });
  expect(requireDecoded(decodeEntry('b', encodeEntry({ ...entry, sound: null }))).sound).toBeNull();
  expect(decodeEntry('a', encodeEntry(entry).slice(0, 500)).ok).toBe(false);
  expect(decodeEntry('a', Uint8Array.of(1, 2)).ok).toBe(false);
});

test('a cut at the beginning moves the beginning of the sound by the same time', () => {
  const { take, sound: cut } = trimEntry(entry, 0.2, 0.8);
  expect(takeDuration(take)).toBeCloseTo(0.6, 6);
  expect(cut?.startSeconds).toBeCloseTo(0.45, 6);
  expect(trimEntry(entry, -1, 0.5).sound?.startSeconds).toBe(0.25);
});

test('only parts that move have a plot, which rises as they turn', () => {
  const plots = partPlots(entry.take, 11);
  expect(plots.map(({ name, part }) => [name, part])).toEqual([['jaw', 0]]);
  const [{ heights, largest }] = plots;
  expect(largest).toBeCloseTo(0.3, 6);
  heights.forEach((height, i) => {
    expect(height).toBeCloseTo(i / 10, 5);
  });
});

test('names count up past those that exist', () => {
  expect(nextTakeName([])).toBe('Take 1');
  expect(nextTakeName([entry])).toBe('Take 2');
});

test('each column of a waveform is its loudest sample', () => {
  expect([...peaksOfSamples(Float32Array.of(0, -0.5, 0.25, 0, 0, 2), 3)]).toEqual([0.5, 0.25, 1]);
});

test('a take that the browser has no room for is said and stays in memory; with room again it is kept', async () => {
  const kept = fakeKeptFiles();
  const clock = new ManualClock();
  const shelf = new TakeShelf(clock, kept);
  const troubles: string[] = [];
  shelf.onTrouble = (text) => troubles.push(text);
  kept.isFull = true;
  shelf.add(entry);
  await clock.advance(0);
  expect(troubles).toEqual([
    'Take 1 is only in memory: the browser’s storage is full or blocked; save it as a file, or delete takes.',
  ]);
  expect(shelf.of('Frog')).toEqual([entry]);
  kept.isFull = false;
  shelf.add({ ...entry, id: 'b' });
  await clock.advance(0);
  expect(await kept.names()).toEqual(['a', 'b']);
});
