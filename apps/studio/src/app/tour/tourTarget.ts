import { Vector3 } from 'three';
import type { TourTarget } from '../../rooms/room.js';
import type { PageRect } from '../../ui/tooltip/placeBubble.js';
import type { World } from '../../world/world.js';

/** Around a point of the picture, pixels. */
const THING_PIXELS = 150;
/** Between an element and the frame around it, pixels. */
const AROUND = 6;

/** Where what a step points at is on the page; null while it is not there yet. */
export function findTarget(at: TourTarget, world: World): PageRect | null {
  if (at === 'picture') return placeOfPicture();
  if ('thing' in at) return placeOfThing(at.thing, world);
  const element = document.querySelector(`[data-tour="${at.mark}"]`);
  if (!element) return null;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // A long list may go on below its panel.
  const panel = element.closest('.panel')?.getBoundingClientRect();
  const end = panel ? Math.min(bottom, panel.bottom) : bottom;
  return { left: left - AROUND, top: top - AROUND, width: right - left + 2 * AROUND, height: end - top + 2 * AROUND };
}

function placeOfPicture(): PageRect | null {
  const element = document.querySelector('.picture');
  if (!element) return null;
  // Copied: the fields of a DOMRect are not its own, and a spread leaves them out.
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/** Brings an element that its panel has scrolled away into view: its beginning, where it is taller than the panel. */
export function showTarget(at: TourTarget): void {
  if (at === 'picture' || 'thing' in at) return;
  document.querySelector(`[data-tour="${at.mark}"]`)?.scrollIntoView({ block: 'start' });
}

function placeOfThing(name: string, world: World): PageRect | null {
  const place = world.room.thingPlace?.(name);
  if (!place) return null;
  const { clientWidth, clientHeight } = world.renderer.domElement;
  const point = world.person.localToWorld(new Vector3(...place)).project(world.rig.camera);
  const half = THING_PIXELS / 2;
  return {
    left: ((point.x + 1) / 2) * clientWidth - half,
    top: ((1 - point.y) / 2) * clientHeight - half,
    width: THING_PIXELS,
    height: THING_PIXELS,
  };
}
