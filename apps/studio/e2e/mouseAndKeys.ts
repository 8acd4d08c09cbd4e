import type { Page } from 'playwright';
import { advance, advanceUntil, jointAt, type Place } from './studioPage.js';

/** Takes the ball on the left hand and drags it by metres. Seen from the mirror: right is the person's left, the wheel comes nearer. */
export async function dragLeftHand(page: Page, way: Place): Promise<void> {
  const [head, hand] = [await jointAt(page, 'head'), await jointAt(page, 'leftHand')];
  const [, headY] = await readOnScreen(page, 'head');
  const [x, y] = await readOnScreen(page, 'leftHand');
  const pixelsPerMetre = (y - headY) / (head.y - hand.y || 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + way.x * pixelsPerMetre, y - way.y * pixelsPerMetre, { steps: 2 });
  if (Math.abs(way.z) > 0.02) await page.mouse.wheel(0, Math.sign(way.z) * 100);
  await advance(page, 0.3);
  await page.mouse.up();
}

/** Walks towards the mirror or away from it, until the head is there. */
export async function walkTo(page: Page, z: number): Promise<void> {
  const away = async () => z - (await jointAt(page, 'head')).z;
  const key = (await away()) > 0 ? 'w' : 's';
  await page.keyboard.down(key);
  await advanceUntil(page, 5, async () => Math.abs(await away()) < 0.1, 0.05);
  await page.keyboard.up(key);
  await advance(page, 1);
}

async function readOnScreen(page: Page, bone: 'head' | 'leftHand'): Promise<readonly [number, number]> {
  return (await page.evaluate((name) => globalThis.leibStudio?.jointOnScreen(name as never), bone)) ?? [0, 0];
}
