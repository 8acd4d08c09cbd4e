import { defaultSkeleton } from '@leib/body';
import { createTimeline, requireDecoded, stepTimeline, type Timeline } from '@leib/core';
import { createPersonKind, personDoc } from '@leib/embody';
import { createStage, decodeStageDoc } from '@leib/stage';
import { createTrackerOffsets } from '@leib/tracking';
import { expect, test } from 'vitest';
import { pause, seekBy, seekTo, togglePlaying } from './playback.js';

function open(timeline: Timeline | null, isThere = true) {
  const source = {
    ...{ label: 'clip', offsets: createTrackerOffsets(), timeline },
    step: (dtSeconds: number) => void (timeline && stepTimeline(timeline, dtSeconds)),
    dispose() {},
  };
  const person = createPersonKind({ source: () => source, body: () => ({ skeleton: defaultSkeleton }) });
  const actors = isThere ? { me: personDoc({ solver: 'none' }) } : {};
  const stage = createStage({ person }, requireDecoded(decodeStageDoc({ format: 'leib-stage/1', actors })));
  const doneIn = () => stage.step(0.1).events.map(({ data }) => data);
  return { world: { stage, timeline }, doneIn };
}

test('play, pause and seek move the source, and are acts of the next frame', () => {
  const timeline = createTimeline(10);
  timeline.isPlaying = true;
  const { world, doneIn } = open(timeline);
  togglePlaying(world);
  expect([doneIn(), timeline.timeSeconds]).toEqual([[{ kind: 'pause', actor: 'me' }], 0]);
  seekTo(world, 4);
  expect([doneIn(), timeline.timeSeconds]).toEqual([[{ kind: 'seek', actor: 'me', data: 4 }], 4]);
  togglePlaying(world);
  seekBy(world, -1);
  expect(doneIn()).toEqual([
    { kind: 'play', actor: 'me' },
    { kind: 'seek', actor: 'me', data: 3 },
  ]);
  expect(timeline.timeSeconds).toBeCloseTo(3.1, 9);
  pause(world);
  expect(timeline.isPlaying).toBe(false);
});

test('at the end of a recording that does not loop, play restarts it', () => {
  const timeline = createTimeline(10);
  Object.assign(timeline, { isPlaying: false, isLooping: false, timeSeconds: 10 });
  const { world, doneIn } = open(timeline);
  togglePlaying(world);
  expect(doneIn()).toHaveLength(2);
  expect(timeline.timeSeconds).toBeCloseTo(0.1, 9);
});

test('it works before anybody is on the stage; a live source has nothing to play', () => {
  const timeline = createTimeline(10);
  const { world } = open(timeline, false);
  seekTo(world, 5);
  expect(timeline.timeSeconds).toBe(5);
  const live = open(null);
  togglePlaying(live.world);
  seekBy(live.world, 1);
  expect(live.doneIn()).toEqual([]);
});
