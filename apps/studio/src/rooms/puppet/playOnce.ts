import { openPuppet } from './puppetStore.js';

/** Bends all fingers for a moment and lets go, this often. */
const TIMES = 2;
const HALF_SECONDS = 0.45;

/** Plays the puppet for a moment, as if a hand closed and opened: mouths open, arms and legs move. */
export function playOnce(): void {
  const { controller } = openPuppet.getState();
  if (!controller) return;
  const { hands, world } = controller;
  for (let i = 0; i < 2 * TIMES; i++) {
    world.clock.after(i * HALF_SECONDS, () => {
      for (let finger = 0; finger < 5; finger++) hands.bend(finger, i % 2 === 0 ? 0.9 : 0);
    });
  }
}
