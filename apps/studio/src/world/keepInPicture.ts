import type { Vector3 } from 'three';

/** Where something is in the free part of the picture. */
export interface PicturePlace {
  /** -1..1 from edge to edge of the part that nothing covers. */
  readonly x: number;
  readonly y: number;
  /** In front of the camera, as a share of the distance that the camera keeps from what it looks at. */
  readonly depth: number;
}

/** The middle of a body farther out than this has left the picture. */
const OUT = 0.8;
/** A body nearer or farther than this has left it, too. */
const depthRange = { min: 0.3, max: 2.2 };
/** Back in the picture: the middle third, at about the distance that the camera keeps. */
const MIDDLE = 1 / 3;
const backDepth = { min: 0.75, max: 1.4 };
/** After the visitor has turned the view, the body must move by this share of its height before the view goes after it. */
const MOVED = 0.35;

/** Whether the view goes after the body. */
export interface KeepInPicture {
  isReturning: boolean;
  /** The visitor holds the view. */
  isHeld: boolean;
  /** Where the body was when the visitor let go of the view; null since it has moved, or where they never held it. */
  releasedAt: Vector3 | null;
}

export function createKeepInPicture(): KeepInPicture {
  return { isReturning: false, isHeld: false, releasedAt: null };
}

/** The visitor takes the view: nothing moves it but them. */
export function holdView(state: KeepInPicture): void {
  state.isHeld = true;
  state.isReturning = false;
}

/** They let go: what they see is what they want, until the body moves. */
export function releaseView(state: KeepInPicture, bodyCentre: Vector3): void {
  state.isHeld = false;
  state.releasedAt = bodyCentre.clone();
}

/** One frame. Returns whether the view must move towards the body: from when it left the picture until it is in the middle. */
export function stepKeepInPicture(
  state: KeepInPicture,
  place: PicturePlace,
  bodyCentre: Vector3,
  bodyHeight: number,
): boolean {
  if (state.isHeld) return false;
  if (state.releasedAt !== null) {
    if (state.releasedAt.distanceTo(bodyCentre) < MOVED * bodyHeight) return false;
    state.releasedAt = null;
  }
  if (state.isReturning) state.isReturning = !isBack(place);
  else state.isReturning = hasLeft(place);
  return state.isReturning;
}

function hasLeft({ x, y, depth }: PicturePlace): boolean {
  return Math.abs(x) > OUT || Math.abs(y) > OUT || depth < depthRange.min || depth > depthRange.max;
}

function isBack({ x, y, depth }: PicturePlace): boolean {
  return Math.abs(x) < MIDDLE && Math.abs(y) < MIDDLE && depth > backDepth.min && depth < backDepth.max;
}
