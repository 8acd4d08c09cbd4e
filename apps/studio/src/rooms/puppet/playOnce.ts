import type { World } from '../../world/world.js';
import { PuppetWorkshop } from './puppetWorkshop.js';

/** Bends all fingers for a moment and lets go, this often. */
const TIMES = 2;
const HALF_SECONDS = 0.45;

/** Plays the puppet for a moment, as if a hand closed and opened: mouths open, arms and legs move. */
export function playOnce({ clock, room }: World): void {
  if (!(room.controller instanceof PuppetWorkshop)) return;
  const { hands } = room.controller.controller;
  for (let i = 0; i < 2 * TIMES; i++) {
    clock.after(i * HALF_SECONDS, () => {
      for (let finger = 0; finger < 5; finger++) hands.bend(finger, i % 2 === 0 ? 0.9 : 0);
    });
  }
}
