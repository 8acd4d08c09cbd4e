import { expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
});
const { endTour, goToStep, offerTour, startTour } = await import('./startTour.js');
const { useStudioStore } = await import('../studioStore.js');
const { ManualClock } = await import('../../time/manualClock.js');

const clock = new ManualClock();

/** Visits a room for so many seconds; returns the room of the tour that is open then. */
async function visit(roomId: string, seconds: number, canShow = true): Promise<string | undefined> {
  const leave = offerTour(clock, roomId, () => canShow);
  await clock.advance(seconds);
  leave();
  return useStudioStore.getState().tour?.roomId;
}

test('a tour begins by itself at the first visit of a room, and not again once it was seen or skipped', async () => {
  expect(await visit('mirror', 1.1)).toBeUndefined();
  expect(await visit('mirror', 1.3)).toBe('mirror');
  for (const step of [1, 2, 3]) goToStep(step, 3);
  expect(useStudioStore.getState().tour).toBeNull();
  expect(await visit('mirror', 5)).toBeUndefined();
  expect(await visit('body', 1.3)).toBe('body');
  endTour();
  expect(await visit('body', 5)).toBeUndefined();
  expect([...kept.values()]).toEqual(['mirror body']);
});

test('there is no tour in virtual reality, nor of a room that was left', async () => {
  expect(await visit('wear', 5, false)).toBeUndefined();
  await visit('embody', 0.5);
  await clock.advance(5);
  expect(useStudioStore.getState().tour).toBeNull();
});

test('asked for, it is shown again', () => {
  startTour('mirror');
  expect(useStudioStore.getState().tour).toEqual({ roomId: 'mirror', step: 0 });
});
