import { expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
});
const { endTour, goToStep, offerTour, startTour, useTour } = await import('./tourStore.js');

test('a tour begins by itself at the first visit of a room, and not again once it was seen or skipped', () => {
  offerTour('mirror');
  expect(useTour.getState().open).toEqual({ roomId: 'mirror', step: 0 });
  for (const step of [1, 2, 3]) goToStep(step, 3);
  expect(useTour.getState().open).toBeNull();
  offerTour('mirror');
  expect(useTour.getState().open).toBeNull();
  offerTour('body');
  expect(useTour.getState().open?.roomId).toBe('body');
  endTour();
  offerTour('body');
  expect(useTour.getState().open).toBeNull();
  expect([...kept.values()]).toEqual(['mirror body']);
});

test('asked for, it is shown again', () => {
  startTour('mirror');
  expect(useTour.getState().open).toEqual({ roomId: 'mirror', step: 0 });
});
