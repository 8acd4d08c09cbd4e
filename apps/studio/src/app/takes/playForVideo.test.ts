import { createTimeline } from '@leib/core';
import { expect, test } from 'vitest';
import { describePlayed, type PlayedWorld, playForVideo } from './playForVideo.js';

const mirror = { name: 'mirror' };
const body = { name: 'body' };

/** Plays a take of two seconds at 20 looks a second; `happens` is told each time how long it has been played. */
async function play(happens: (seconds: number, world: { room: object; timeline: object | null }) => void) {
  const timeline = createTimeline(2);
  timeline.isPlaying = false;
  const pictures: object[] = [];
  let stepped = 0;
  let seconds = 5;
  const world = {
    room: mirror as object,
    timeline: timeline as object | null,
    loop: {
      stepBy: (dt: number) => {
        stepped += dt;
      },
    },
    painter: { paint: () => void pictures.push(world.room) },
  };
  const time = {
    nowSeconds: () => seconds,
    pause: async () => {
      seconds += 0.05;
      happens(seconds - 5, world);
    },
  };
  const recording = { isHeld: (after: number) => after < 0.2 };
  const job = { report: async () => {} };
  const played = await playForVideo(world as unknown as PlayedWorld, timeline, recording, job, time);
  return { played, pictures, stepped, timeline };
}

test('a take is played to its end, as fast as time goes, and its last picture held for the recorder', async () => {
  const { played, pictures, stepped, timeline } = await play(() => {});
  expect(played).toEqual({ seconds: 2, endedBy: null });
  expect(stepped).toBeCloseTo(2.2, 1);
  expect(pictures.length).toBeGreaterThan(43);
  expect(timeline.isPlaying).toBe(true);
  expect(describePlayed(played, 2)).toBe('2.0 s');
});

test('another room ends the video with what is there: no picture of that room is in it', async () => {
  const { played, pictures } = await play((seconds, world) => {
    if (seconds > 0.99) world.room = body;
  });
  expect(played.seconds).toBeCloseTo(0.95, 6);
  expect(pictures).toHaveLength(20);
  expect(new Set(pictures)).toEqual(new Set([mirror]));
  expect(describePlayed(played, 2)).toBe('0.9 of 2.0 s (the video ended when another room was entered)');
});

test('another source ends it, too', async () => {
  const { played } = await play((seconds, world) => {
    if (seconds > 1.49) world.timeline = null;
  });
  expect(played.endedBy).toBe('source');
  expect(describePlayed(played, 2)).toBe('1.4 of 2.0 s (the video ended when something else moved the body)');
});
