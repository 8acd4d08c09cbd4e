import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mocapActions } from './mocapActions.js';
import type { MocapController } from './mocapController.js';
import { MocapOnStage } from './mocapStage.testing.js';

let room: MocapOnStage;
let controller: MocapController;

beforeEach(() => {
  vi.stubGlobal('__LEIB_VERSION__', '0');
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('location', { href: 'http://localhost/#/mocap' });
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close(): void {}
    },
  );
  room = new MocapOnStage();
  controller = room.controller;
});
afterEach(() => {
  room.dispose();
  vi.unstubAllGlobals();
});

const find = (id: string) => mocapActions(controller).find((action) => action.id === id);
const play = (frames: number) => room.play(frames);

test('"Pause" stops the actor, "Play" lets them go on', () => {
  const time = () => controller.shown.timeline?.timeSeconds ?? Number.NaN;
  expect(find('play')?.label).toBe('Pause');
  find('play')?.run();
  const paused = time();
  play(10);
  expect(time()).toBe(paused);
  expect(find('play')?.label).toBe('Play');
  find('play')?.run();
  play(10);
  expect(time()).toBeGreaterThan(paused);
});

test('"Record a take" and "Stop the take" put a take into the list', async () => {
  play(2);
  find('take')?.run();
  expect([find('take')?.label, find('take')?.isOn]).toEqual(['Stop the take', true]);
  play(30);
  find('take')?.run();
  expect([find('take')?.label, find('take')?.isOn]).toEqual(['Record a take', false]);
  await vi.waitFor(() => expect(controller.takes.list).toHaveLength(1));
  const { motion } = await controller.takes.motionOf(controller.takes.list[0]);
  expect(motion.frameCount).toBe(30);
});

test('"Live bodies" and "Simulated bodies" change what the cameras see; live ones cannot be paused', () => {
  find('live')?.run();
  expect([controller.shown.kind, find('play')?.isDisabled]).toEqual(['live', true]);
  find('simulated')?.run();
  expect([controller.shown.kind, find('play')?.isDisabled]).toEqual(['simulated', false]);
});
