import { addTrack, createRecorder, finishTrack, seekTimeline } from '@leib/core';
import { expect, test } from 'vitest';
import {
  appendHand,
  createRecordedHandSource,
  type HandRecording,
  handOfTrack,
  handTrackSpec,
  sampleHandRecording,
} from './handRecording.js';
import { createHandSignal } from './handSignal.js';

/** Bend and height rise with time; frames at the given times, lost where the list says so. */
function rising(times: readonly number[], lost: readonly number[] = []): HandRecording {
  const track = addTrack(createRecorder(), handTrackSpec('hand', 60));
  const signal = createHandSignal();
  for (const time of times) {
    signal.bends.fill(Math.min(1, time / 4));
    signal.position[1] = time;
    signal.rotation.set([0, Math.sin(time / 2), 0, Math.cos(time / 2)]);
    signal.confidence = lost.includes(time) ? 0 : 1;
    appendHand(track, 10 + time, signal);
  }
  return handOfTrack(finishTrack(track));
}

const at = (recording: HandRecording, time: number) => {
  const signal = createHandSignal();
  sampleHandRecording(recording, time, signal);
  return signal;
};

test('between two frames everything is interpolated, and a frame itself comes back as it is', () => {
  const hand = rising([0, 0.05, 0.1]);
  expect(at(hand, 0.075).position[1]).toBeCloseTo(0.075, 12);
  expect(at(hand, 0.075).bends[3]).toBeCloseTo(0.075 / 4, 12);
  expect(2 * Math.asin(at(hand, 0.075).rotation[1])).toBeCloseTo(0.075, 9);
  expect(at(hand, 0.05).rotation).toEqual(hand.rotations.slice(4, 8));
  expect(at(hand, -5).position[1]).toBe(0);
  expect(at(hand, 5).position[1]).toBe(0.1);
});

test('[HA3] in a gap the last values hold and the confidence is 0; after it the hand is back', () => {
  const hand = rising([0, 0.05, 1, 1.05]);
  expect(at(hand, 0.06).confidence).toBe(1);
  expect(at(hand, 0.5)).toMatchObject({ confidence: 0, timeSeconds: 10.5 });
  expect(at(hand, 0.5).position[1]).toBe(0.05);
  expect(at(hand, 1)).toMatchObject({ confidence: 1 });
});

test('a frame that lost the hand has confidence 0, and nothing moves towards it', () => {
  const hand = rising([0, 0.05, 0.1, 0.15], [0.1]);
  expect(at(hand, 0.09).position[1]).toBe(0.05);
  expect(at(hand, 0.12)).toMatchObject({ confidence: 0 });
  expect(at(hand, 0.15).confidence).toBe(1);
});

test('loops, pauses, seeks; seeking and playing up to a moment give the same hand', () => {
  const hand = rising([0, 0.25, 0.5, 0.75, 1].flatMap((t) => [t, t + 0.0625, t + 0.125, t + 0.1875]).slice(0, 17));
  const source = createRecordedHandSource(hand, 'take');
  const played = createHandSignal();
  for (let i = 0; i < 8; i++) source.step(0.0625, played);
  const sought = createHandSignal();
  const other = createRecordedHandSource(hand, 'take');
  seekTimeline(other.timeline, 0.5);
  other.timeline.isPlaying = false;
  other.step(1, sought);
  expect(sought).toEqual(played);
  source.step(0.75, played); // 1.25 s of 1 s
  expect(played.position[1]).toBeCloseTo(0.25, 12);
  expect(source.timeline.isPlaying).toBe(true);
});

test('a track takes no time that runs backwards and no NaN', () => {
  const track = addTrack(createRecorder(), handTrackSpec('hand', 60));
  const signal = createHandSignal();
  expect(appendHand(track, 1, signal)).toBe(true);
  expect(appendHand(track, 0.5, signal)).toBe(false);
  signal.position[0] = Number.NaN;
  expect(appendHand(track, 2, signal)).toBe(false);
  expect(handOfTrack(finishTrack(track)).frameCount).toBe(1);
});
